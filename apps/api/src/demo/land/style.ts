/** How a farmer works, and how well they keep their records. */
import type { Random } from '../random.ts';

export interface Style {
  /** Yield beside the country's mean, from the worst to the best field. */
  yields: readonly [number, number];
  /** Factors on what is usual, and on how many do it at all. */
  mineral: number;
  mineralChance: number;
  organicChance: number;
  sprayAmount: number;
  sprayChance: number;
  gentle: number;
  harsh: number;
  water: number;
  /** How often a rotation with several crops is chosen. */
  varied: number;
}

const styles = {
  careful: {
    yields: [1.1, 2],
    mineral: 0.75,
    mineralChance: 0.9,
    organicChance: 2,
    sprayAmount: 0.6,
    sprayChance: 0.5,
    gentle: 0.6,
    harsh: 0,
    water: 0.85,
    varied: 0.95,
  },
  usual: {
    yields: [0.8, 1.6],
    mineral: 1,
    mineralChance: 1,
    organicChance: 1,
    sprayAmount: 1,
    sprayChance: 1,
    gentle: 0.1,
    harsh: 0.04,
    water: 1.15,
    varied: 0.6,
  },
  heavy: {
    yields: [0.6, 1.3],
    mineral: 3,
    mineralChance: 1.3,
    organicChance: 0.15,
    sprayAmount: 2.4,
    sprayChance: 1.8,
    gentle: 0,
    harsh: 0.5,
    water: 2.1,
    varied: 0.08,
  },
  scarce: {
    yields: [0.25, 0.8],
    mineral: 0.7,
    mineralChance: 0.35,
    organicChance: 0.5,
    sprayAmount: 1,
    sprayChance: 0.5,
    gentle: 0.1,
    harsh: 0.08,
    water: 0.7,
    varied: 0.35,
  },
} as const satisfies Record<string, Style>;

export type StyleKey = keyof typeof styles;

export const styleOf = (key: StyleKey): Style => styles[key];

export function someStyle(random: Random): StyleKey {
  return random.weighted({ careful: 26, usual: 36, heavy: 19, scarce: 19 });
}

export interface Keeping {
  /** The share of what was done that is recorded. */
  records: number;
  /** Whether they say that nothing was used where nothing is recorded. */
  declares: number;
  /** The share of past harvests that are confirmed. */
  confirms: number;
  /** The day of the week on which they sit down with the phone. */
  weekday: number;
}

export function someKeeping(random: Random, style: StyleKey): Keeping {
  const kind = random.weighted({
    good: style === 'careful' ? 9 : 5,
    some: 4,
    none: style === 'scarce' ? 2 : 0.6,
  });
  const weekday = random.whole(0, 6);
  if (kind === 'good') return { records: 0.96, declares: 0.9, confirms: 0.93, weekday };
  if (kind === 'some') return { records: 0.65, declares: 0.45, confirms: 0.75, weekday };
  return { records: 0, declares: 0.1, confirms: 0, weekday };
}
