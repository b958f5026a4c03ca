/** Points of a piecewise linear function, by ascending x (PL in docs/score/README.md#3-common-rules). */
export type Curve = readonly (readonly [x: number, y: number])[];

export const WATER_USE: Curve = [
  [1, 100],
  [1.25, 80],
  [1.5, 60],
  [2, 30],
  [3, 0],
];

export const NITROGEN_USE_EFFICIENCY: Curve = [
  [0, 0],
  [20, 30],
  [35, 65],
  [50, 100],
  [90, 100],
  [100, 85],
  [150, 45],
  [250, 15],
  [400, 10],
];

export const SURPLUS_FACTOR: Curve = [
  [80, 1],
  [120, 0.7],
  [200, 0.3],
  [300, 0],
];

export const EMISSIONS: Curve = [
  [0, 100],
  [10, 85],
  [20, 65],
  [40, 35],
  [80, 10],
  [120, 0],
];

export const DIVERSITY: Curve = [
  [1, 25],
  [2, 60],
  [3, 85],
  [4, 100],
];

export const DIVERSITY_PERENNIAL: Curve = [
  [1, 50],
  [2, 75],
  [3, 100],
];

export const COVER: Curve = [
  [0, 0],
  [0.5, 50],
  [0.8, 100],
];

export const ORGANIC: Curve = [
  [0, 20],
  [2.5, 60],
  [5, 100],
];

export const RELATIVE_YIELD: Curve = [
  [0, 0],
  [0.5, 35],
  [1, 60],
  [1.5, 80],
  [2, 100],
];

export const PESTICIDE: Curve = [
  [0, 100],
  [25, 85],
  [50, 65],
  [100, 35],
  [200, 0],
];

export function weightedMean<T>(
  items: readonly T[],
  weightOf: (item: T) => number,
  amountOf: (item: T) => number,
): number {
  let sum = 0;
  let weights = 0;
  for (const item of items) {
    sum += weightOf(item) * amountOf(item);
    weights += weightOf(item);
  }
  return sum / weights;
}

/** Linear between the points, constant beyond the end points. */
export function interpolate(x: number, curve: Curve): number {
  let [lowX, lowY] = curve[0]!;
  if (x <= lowX) return lowY;
  for (const [highX, highY] of curve) {
    if (x <= highX) return lowY + ((highY - lowY) * (x - lowX)) / (highX - lowX);
    lowX = highX;
    lowY = highY;
  }
  return lowY;
}
