const LARGEST = 1e15;

/** An amount that no sum or product of the engine can turn into infinity or NaN. */
export function quantity(amount: number): number {
  return amount > 0 ? Math.min(amount, LARGEST) : 0;
}
