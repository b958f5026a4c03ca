import type { Facts } from '../facts.ts';
import type { CompletedSeason } from '../seasons.ts';
import { interpolate, RELATIVE_YIELD, weightedMean } from './curves.ts';
import { cropEvidence, type Explanation, noteOn } from './explain.ts';
import { type Measured, type NotMeasured, notMeasured } from './measure.ts';

export type ProductivityMeasure = Measured;

/** docs/score/README.md#56-productivity */
export function measureProductivity(facts: Facts): ProductivityMeasure | NotMeasured {
  if (facts.completed.length === 0) return notMeasured('no-harvest');
  const scoreOf = (season: CompletedSeason) => interpolate(relativeYield(season), RELATIVE_YIELD);
  const score = weightedMean(facts.completed, ({ cropDays }) => cropDays, scoreOf);
  const due = facts.seasons.filter((season) => season.due).length;
  return { score, completeness: facts.completed.length / due, missing: null };
}

export function relativeYield({ crop, yieldTPerHa }: CompletedSeason): number {
  return yieldTPerHa / crop.referenceYieldTPerHa;
}

export function explainProductivity(facts: Facts): Explanation {
  const due = facts.seasons.filter((season) => season.due);
  return {
    evidence: facts.completed.map((season) =>
      cropEvidence('relative-yield', season, relativeYield(season), 'ratio'),
    ),
    notes: [
      ...noteOn('yield-not-recorded', due, ({ crop, yieldTPerHa }) => crop !== null && yieldTPerHa === null),
      ...noteOn('crop-unrecognised', due, ({ crop }) => !crop),
    ],
  };
}
