type Span = readonly [number, number];

/** Maps values of the domain to positions between the two ends of the range. */
export function linearScale([low, high]: Span, [start, end]: Span): (value: number) => number {
  const factor = high === low ? 0 : (end - start) / (high - low);
  return (value) => start + (value - low) * factor;
}

/** Ticks at multiples of 1, 2 or 5 times a power of ten, about `count` steps apart, from below `low` to above `high`. */
export function roundTicks([low, high]: Span, count: number): number[] {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const error = rough / power;
  const step =
    power * (error >= Math.sqrt(50) ? 10 : error >= Math.sqrt(10) ? 5 : error >= Math.SQRT2 ? 2 : 1);
  const first = Math.floor(low / step);
  const steps = Math.ceil(high / step) - first;
  // Rounded: 3 times 0.2 is 0.6000000000000001.
  return Array.from({ length: steps + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}
