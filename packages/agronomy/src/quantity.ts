const MAX_QUANTITY = 1e15;

/** Clamps an amount so that no sum or product of the engine overflows to infinity or NaN. */
export function quantity(amount: number): number {
  return amount > 0 ? Math.min(amount, MAX_QUANTITY) : 0;
}
