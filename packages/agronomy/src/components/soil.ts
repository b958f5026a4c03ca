import { KILOGRAMS_PER_TON } from '@ardhi/contract/units';
import type { Facts } from '../facts.ts';
import { soilSuitability } from '../tables/soils.ts';
import { COVER, interpolate, ORGANIC, weightedMean } from './curves.ts';
import { type Explanation, evidence, note } from './explain.ts';
import { type Measured, type NotMeasured, notMeasured } from './measure.ts';

const COVER_WEIGHT = 0.45;
const ORGANIC_WEIGHT = 0.35;
const FIT_WEIGHT = 0.2;
const MIN_COVER_DAYS = 180;

/** Parts of the soil score; null without evidence. */
interface SoilParts {
  coverShare: number | null;
  organicTHaYear: number | null;
  fit: number | null;
}

export interface SoilMeasure extends Measured, SoilParts {}

/** docs/score/README.md#55-soil */
export function measureSoil(facts: Facts): SoilMeasure | NotMeasured {
  if (facts.seasons.length === 0) return notMeasured('no-crop');
  const parts: SoilParts = {
    coverShare: facts.observedDays >= MIN_COVER_DAYS ? coveredDays(facts) / facts.observedDays : null,
    organicTHaYear: organicTHaYear(facts),
    fit: fit(facts),
  };
  const completeness = scoredParts(parts).reduce((sum, { weight }) => sum + weight, 0);
  if (completeness === 0) return notMeasured('no-soil-evidence');
  return { score: soilScore(parts), completeness, missing: null, ...parts };
}

/** The available parts. */
function scoredParts({ coverShare, organicTHaYear, fit }: SoilParts): { weight: number; score: number }[] {
  return [
    { weight: COVER_WEIGHT, score: coverShare === null ? null : interpolate(coverShare, COVER) },
    { weight: ORGANIC_WEIGHT, score: organicTHaYear === null ? null : interpolate(organicTHaYear, ORGANIC) },
    { weight: FIT_WEIGHT, score: fit },
  ].filter((part): part is { weight: number; score: number } => part.score !== null);
}

export function soilScore(parts: SoilParts): number {
  return weightedMean(
    scoredParts(parts),
    ({ weight }) => weight,
    ({ score }) => score,
  );
}

/** Days with at least one crop. Expects seasons sorted by their first day. */
function coveredDays(facts: Facts): number {
  let covered = 0;
  let coveredTo = Number.NEGATIVE_INFINITY;
  for (const { from, to } of facts.seasons) {
    const firstNewDay = Math.max(from, coveredTo + 1);
    if (to < firstNewDay) continue;
    covered += to - firstNewDay + 1;
    coveredTo = to;
  }
  return covered;
}

function organicTHaYear(facts: Facts): number | null {
  const uses = usesInWindow(facts);
  if (uses.length === 0 && facts.declarations.fertilizer !== 'none') return null;
  let organicKg = 0;
  for (const { fertilizer, kg } of uses) {
    if (fertilizer?.kind === 'organic') organicKg += kg;
  }
  return organicKg / KILOGRAMS_PER_TON / facts.hectares / facts.observedYears;
}

function usesInWindow(facts: Facts): Facts['fertilizer'] {
  return facts.fertilizer.filter(({ day }) => day >= facts.windowFrom);
}

function fit({ soil, seasons }: Facts): number | null {
  if (!soil) return null;
  return weightedMean(
    seasons,
    ({ cropDays }) => cropDays,
    ({ crop }) => soilSuitability(soil, crop),
  );
}

export function explainSoil(facts: Facts, measure: SoilMeasure): Explanation {
  const { coverShare, organicTHaYear: organic, fit: fitScore } = measure;
  const uses = usesInWindow(facts);
  const organicUses = uses.filter(({ fertilizer }) => fertilizer?.kind === 'organic');
  return {
    evidence: [
      ...(coverShare === null
        ? []
        : [
            evidence('soil-cover', coverShare, 'share', 'records', facts.seasons),
            evidence('soil-cover-score', interpolate(coverShare, COVER), 'points', 'derived'),
          ]),
      ...(organic === null
        ? []
        : [
            evidence(
              'organic-matter',
              organic,
              't/ha/year',
              uses.length > 0 ? 'records' : 'declaration',
              organicUses,
            ),
            evidence('organic-matter-score', interpolate(organic, ORGANIC), 'points', 'derived'),
          ]),
      ...(fitScore === null ? [] : [evidence('soil-fit', fitScore, 'points', 'reference')]),
    ],
    notes: [
      ...(coverShare === null ? [note('cover-not-assessed', { days: facts.observedDays })] : []),
      ...(organic === null ? [note('organic-not-assessed')] : []),
      ...(fitScore === null ? [note('fit-not-assessed')] : []),
    ],
  };
}
