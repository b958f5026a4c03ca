/** Money is integer cents internally and Kenya shillings in JSON. Only this module converts it. */
export const toCents = (shillings: number): number => Math.round(shillings * 100);
export const fromCents = (cents: number): number => cents / 100;

const whole = new Intl.NumberFormat('en-KE');
const exact = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 });

/** KES 15,000.50, whole shillings without cents. The same in both languages. */
export function moneyText(cents: number): string {
  return `KES ${(cents % 100 === 0 ? whole : exact).format(fromCents(cents))}`;
}
