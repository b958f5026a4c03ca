import type { Facts } from '../facts.ts';
import type { Season } from '../seasons.ts';
import { DIVERSITY, DIVERSITY_PERENNIAL, interpolate, weightedMean } from './curves.ts';
import { type Explanation, evidence, note, noteOn } from './explain.ts';
import { type Measured, type NotMeasured, notMeasured } from './measure.ts';

const PLANTED_TOGETHER_DAYS = 30;
const FULL_YEAR_DAYS = 365;

export interface DiversityMeasure extends Measured {
  perennialOnly: boolean;
  effectiveSpecies: number;
  legumeShare: number;
  speciesScore: number;
  legumeScore: number;
  /** null for fewer than two plantings of annual crops. */
  rotationScore: number | null;
}

/** docs/score/README.md#54-diversity */
export function measureDiversity(facts: Facts): DiversityMeasure | NotMeasured {
  const { seasons } = facts;
  if (seasons.length === 0) return notMeasured('no-crop');

  const perennialOnly = seasons.every((season) => season.crop?.perennial === true);
  const effectiveSpecies = effectiveSpeciesOf(seasons);
  const legumeShare = weightedMean(
    seasons,
    ({ cropDays }) => cropDays,
    ({ crop }) => Number(crop?.legume ?? 0),
  );
  const speciesScore = interpolate(effectiveSpecies, perennialOnly ? DIVERSITY_PERENNIAL : DIVERSITY);
  const legumeScore = legumeScoreOf(legumeShare);
  const rotationScore = rotationScoreOf(seasons);
  return {
    score: perennialOnly ? speciesScore : weightedScore(speciesScore, legumeScore, rotationScore),
    completeness: facts.observedDays >= FULL_YEAR_DAYS ? 1 : 0.5,
    missing: null,
    perennialOnly,
    effectiveSpecies,
    legumeShare,
    speciesScore,
    legumeScore,
    rotationScore,
  };
}

/** Score with one more species, a quarter of legumes and a full rotation (docs/score/README.md#58-actions). */
export function diversifiedScore(measure: DiversityMeasure, legumeTarget: number): number {
  return weightedScore(
    interpolate(measure.effectiveSpecies + 1, DIVERSITY),
    legumeScoreOf(Math.max(measure.legumeShare, legumeTarget)),
    100,
  );
}

function weightedScore(speciesScore: number, legumeScore: number, rotationScore: number | null): number {
  const withoutRotation = 0.5 * speciesScore + 0.25 * legumeScore;
  return rotationScore === null ? withoutRotation / 0.75 : withoutRotation + 0.25 * rotationScore;
}

function legumeScoreOf(legumeShare: number): number {
  return Math.min(100, 400 * legumeShare);
}

/** Exponential of the Shannon index: the equivalent number of equally common species. */
function effectiveSpeciesOf(seasons: readonly Season[]): number {
  const cropDays = new Map<string, number>();
  let total = 0;
  for (const season of seasons) {
    cropDays.set(season.species, (cropDays.get(season.species) ?? 0) + season.cropDays);
    total += season.cropDays;
  }
  let entropy = 0;
  for (const days of cropDays.values()) entropy -= (days / total) * Math.log(days / total);
  return Math.exp(entropy);
}

/** Share of annual plantings whose botanical families differ from the previous planting. Expects order of planting. */
function rotationScoreOf(seasons: readonly Season[]): number | null {
  const plantings: { firstDay: number; families: Set<string> }[] = [];
  for (const season of seasons) {
    if (season.crop?.perennial) continue;
    const current = plantings.at(-1);
    if (current && season.plantedOn - current.firstDay <= PLANTED_TOGETHER_DAYS) {
      current.families.add(season.family);
    } else {
      plantings.push({ firstDay: season.plantedOn, families: new Set([season.family]) });
    }
  }
  if (plantings.length < 2) return null;
  let changes = 0;
  for (let position = 1; position < plantings.length; position += 1) {
    if (familiesDiffer(plantings[position - 1]!.families, plantings[position]!.families)) changes += 1;
  }
  return (100 * changes) / (plantings.length - 1);
}

function familiesDiffer(before: Set<string>, after: Set<string>): boolean {
  return before.size !== after.size || [...before].some((family) => !after.has(family));
}

export function explainDiversity(facts: Facts, measure: DiversityMeasure): Explanation {
  const { perennialOnly, rotationScore } = measure;
  return {
    evidence: [
      evidence('effective-species', measure.effectiveSpecies, 'species', 'records', facts.seasons),
      ...(perennialOnly
        ? [evidence('perennial-only', true, null, 'records')]
        : [
            evidence('legume-share', measure.legumeShare, 'share', 'derived'),
            evidence('species-score', measure.speciesScore, 'points', 'derived'),
            evidence('legume-score', measure.legumeScore, 'points', 'derived'),
          ]),
      ...(perennialOnly || rotationScore === null
        ? []
        : [evidence('rotation-score', rotationScore, 'points', 'derived')]),
    ],
    notes: [
      ...(measure.completeness < 1 ? [note('observed-under-a-year', { days: facts.observedDays })] : []),
      ...noteOn('crop-unrecognised', facts.seasons, (season) => !season.crop),
    ],
  };
}
