import { addMonths } from '../../../lib/device/dates.ts';

export interface MonthTotal {
  /** The first day of the month, YYYY-MM-DD. */
  date: string;
  amount: number;
}

const MAX_MONTHS = 24;

/** Totals per month without gaps, limited to the newest two years, which fit in a small chart. */
export function monthlyTotals(records: readonly { date: string; amount: number }[]): MonthTotal[] {
  const sums = new Map<string, number>();
  for (const { date, amount } of records) {
    const month = date.slice(0, 7);
    sums.set(month, (sums.get(month) ?? 0) + amount);
  }
  const months = [...sums.keys()].sort();
  const last = months.at(-1);
  if (!last || !months[0]) return [];
  const earliest = addMonths(last, 1 - MAX_MONTHS);
  const totals: MonthTotal[] = [];
  for (let month = months[0] < earliest ? earliest : months[0]; month <= last; month = addMonths(month, 1)) {
    totals.push({ date: `${month}-01`, amount: sums.get(month) ?? 0 });
  }
  return totals;
}
