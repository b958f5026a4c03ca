/** Prints measurements against their budgets, one line each. A missed budget fails the run. */

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function report(
  what: string,
  value: number,
  unit: string,
  budget: { atMost?: number; atLeast?: number },
): void {
  const { atMost, atLeast } = budget;
  const isMet = (atMost === undefined || value <= atMost) && (atLeast === undefined || value >= atLeast);
  const limit =
    atMost !== undefined ? `at most ${atMost}` : atLeast !== undefined ? `at least ${atLeast}` : 'no budget';
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${what}: ${round(value)} ${unit} (${limit})`);
  if (!isMet) process.exitCode = 1;
}

const round = (value: number) => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toFixed(2)));
