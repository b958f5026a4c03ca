import { KILOGRAMS_PER_LORRY, KILOGRAMS_PER_TON, LITRES_PER_CUBIC_METRE } from '@ardhi/contract/units';
import {
  growing,
  hasDiversified,
  hasFedSoil,
  hasReducedNitrogen,
  hasReducedWater,
  irrigatedSeasons,
  newestHarvests,
} from './acted-on.ts';
import { ACTION_KEYS, type ActionKey, COMPONENT_KEYS } from './codes.ts';
import { diversifiedScore } from './components/diversity.ts';
import { hazardousStill, recentFieldEiq, saferSpraying } from './components/pesticide.ts';
import { relativeYield } from './components/productivity.ts';
import { soilScore } from './components/soil.ts';
import { irrigationNeedM3 } from './components/water.ts';
import { type EffectiveScores, effectiveScores, type Measures, measureAll, rawScore } from './components.ts';
import { type Day, formatDay } from './dates.ts';
import type { Facts, FertilizerUse } from './facts.ts';
import { type CompletedSeason, isCompleted, type Season } from './seasons.ts';
import { COMPOST, type Fertilizer, MANURE } from './tables/fertilizers.ts';
import type { Action, ActionValues, Meant } from './types.ts';

const MAX_SHOWN = 2;
const MIN_GAIN = 1;
export const TARGET_EFFICIENCY = 0.7;
const TARGET_ORGANIC_T_HA_YEAR = 5;
const TARGET_COVER = 0.8;
const TARGET_LEGUME_SHARE = 0.25;
const TARGET_FIELD_EIQ = 25;
/** More manure or compost at once is beyond a farmer's reach: the advice names this much as the first step. */
const MAX_STEP_T_HA = 5;
const MAX_STEP_LORRIES = 3;
/** Below this share of the reference yield, half of the reference is the first step. */
const FIRST_YIELD_STEP = 0.5;
/** Floating-point tolerance: smaller differences are rounding errors. */
const TOLERANCE = 1e-9;

interface Situation {
  facts: Facts;
  measures: Measures;
  scores: EffectiveScores;
}

/** The scores that the action would produce. */
interface Counterfactual<Key extends ActionKey> {
  scores: EffectiveScores;
  values: ActionValues[Key];
}

/** docs/score/README.md#58-actions. An action that the newest records already follow is not offered: see acted-on.ts. */
const OFFERS: { [Key in ActionKey]: (now: Situation) => Counterfactual<Key> | null } = {
  'irrigate-to-requirement': irrigateToRequirement,
  'less-mineral-nitrogen': lessMineralNitrogen,
  'return-nutrients': returnNutrients,
  'organic-matter': organicMatter,
  'cover-soil': coverSoil,
  diversify,
  'yield-gap': yieldGap,
  'safer-spraying': saferSprays,
};

export function bestActions(facts: Facts, measures: Measures, scores: EffectiveScores): Action[] {
  const now: Situation = { facts, measures, scores };
  const rawNow = rawScore(scores);
  const candidates: { gain: number; action: Action }[] = [];
  for (const key of ACTION_KEYS) {
    const counterfactual = OFFERS[key](now);
    if (!counterfactual) continue;
    const gain = rawScore(counterfactual.scores) - rawNow;
    if (gain < MIN_GAIN) continue;
    const components = COMPONENT_KEYS.filter(
      (component) => counterfactual.scores[component] > scores[component] + TOLERANCE,
    );
    // Key and values come from the same entry of OFFERS; TypeScript cannot infer that in a loop.
    const action = {
      key,
      gainPoints: Math.round(gain * 10) / 10,
      components,
      values: counterfactual.values,
    } as Action;
    candidates.push({ gain, action });
  }
  candidates.sort((a, b) => b.gain - a.gain || (a.action.key < b.action.key ? -1 : 1));
  return candidates.slice(0, MAX_SHOWN).map(({ action }) => action);
}

function scoresOf(facts: Facts): EffectiveScores {
  return effectiveScores(measureAll(facts));
}

/** The crops and dates that an advice means, newest crop first. */
function meant(seasons: readonly Season[], from: Day, to: Day): Meant {
  const newestFirst = [...seasons].sort((a, b) => b.to - a.to);
  const crops = [...new Set(newestFirst.map(({ species }) => species))];
  return { crops: crops.join(','), from: formatDay(from), to: formatDay(to) };
}

const meantSeason = (season: Season) => meant([season], season.from, season.to);

function firstStepKg(facts: Facts, kg: number): number {
  const mostKg = MAX_STEP_T_HA * KILOGRAMS_PER_TON * facts.hectares;
  return Math.min(kg, mostKg, MAX_STEP_LORRIES * KILOGRAMS_PER_LORRY);
}

function irrigateToRequirement({
  facts,
  measures: { water },
}: Situation): Counterfactual<'irrigate-to-requirement'> | null {
  if (water.missing || water.ratio <= 1) return null;
  const irrigated = irrigatedSeasons(
    facts,
    (position) => irrigationNeedM3(facts, position) * LITRES_PER_CUBIC_METRE,
  );
  if (hasReducedWater(irrigated)) return null;
  const first = irrigated[0];
  // Without it, all water was recorded between seasons.
  const excess =
    first &&
    irrigated.reduce((a, b) => (b.litres - b.neededLitres > a.litres - a.neededLitres ? b : a), first);
  const uses = facts.water.map((use) => ({ ...use, litres: use.litres / water.ratio }));
  const litresNow = water.appliedM3 * LITRES_PER_CUBIC_METRE;
  return {
    scores: scoresOf({ ...facts, water: uses }),
    values: {
      litresNow,
      litresTarget: litresNow / water.ratio,
      reductionPct: 100 * (1 - 1 / water.ratio),
      seasonLitres: excess?.litres ?? litresNow,
      seasonNeededLitres: excess?.neededLitres ?? litresNow / water.ratio,
      ...meantSeason(excess?.season ?? facts.seasons.at(-1)!),
    },
  };
}

function lessMineralNitrogen({
  facts,
  measures: { nitrogen },
}: Situation): Counterfactual<'less-mineral-nitrogen'> | null {
  if (nitrogen.missing) return null;
  if (nitrogen.efficiencyPct >= 50 && nitrogen.surplusKgHaYear <= 80) return null;
  const { mineralNKgHa, organicNKgHa, fixedNKgHa, nOutKgHa } = nitrogen.nutrients;
  // After a failed harvest the target dose is 0, which would only replace the evidence by the neutral 50.
  if (mineralNKgHa === 0 || nOutKgHa === 0) return null;

  const targetKgHa = nOutKgHa / TARGET_EFFICIENCY - organicNKgHa - fixedNKgHa;
  const factor = Math.min(1, Math.max(0, targetKgHa / mineralNKgHa));
  // Reduces the products that contain nitrogen, and with them their manufacturing emissions (vector V2).
  const fertilizer = facts.fertilizer.map((use) =>
    givesMineralNitrogen(use) ? { ...use, kg: use.kg * factor } : use,
  );
  const nitrogenKgNow = mineralNKgHa * facts.hectares;
  const { period, uses } = nitrogen.nutrients;
  if (hasReducedNitrogen(facts, period, nitrogenKgNow * factor)) return null;
  const productKgNow = uses.reduce((sum, use) => (givesMineralNitrogen(use) ? sum + use.kg : sum), 0);
  return {
    scores: scoresOf({ ...facts, fertilizer }),
    values: {
      nitrogenKgNow,
      nitrogenKgTarget: nitrogenKgNow * factor,
      reductionPct: 100 * (1 - factor),
      productKgNow,
      productKgTarget: productKgNow * factor,
      ...meant(facts.completed, period.from, period.to),
    },
  };
}

const givesMineralNitrogen = ({ fertilizer }: FertilizerUse) =>
  fertilizer?.kind === 'mineral' && fertilizer.nPct > 0;

function minesTheSoil({ nitrogen }: Measures): boolean {
  return !nitrogen.missing && nitrogen.efficiencyPct > 90;
}

function returnNutrients({ facts, measures }: Situation): Counterfactual<'return-nutrients'> | null {
  const { nitrogen } = measures;
  if (nitrogen.missing || !minesTheSoil(measures)) return null;
  const { nOutKgHa, nInKgHa, period } = nitrogen.nutrients;
  const nitrogenKg = (nOutKgHa / TARGET_EFFICIENCY - nInKgHa) * facts.hectares;
  const manureKg = (nitrogenKg * 100) / MANURE.nPct;
  const stepKg = firstStepKg(facts, manureKg);
  if (hasFedSoil(facts, stepKg, period.to)) return null;
  // The last day of the balance period is always inside the window.
  const fertilizer = [...facts.fertilizer, applied(MANURE, manureKg, period.to)];
  const values = { manureKg, nitrogenKg, stepKg, ...meant(facts.completed, period.from, period.to) };
  return { scores: scoresOf({ ...facts, fertilizer }), values };
}

function organicMatter({ facts, measures }: Situation): Counterfactual<'organic-matter'> | null {
  const { soil } = measures;
  if (soil.missing || soil.organicTHaYear === null) return null;
  if (soil.organicTHaYear >= TARGET_ORGANIC_T_HA_YEAR || minesTheSoil(measures)) return null;
  const lackingTHaYear = TARGET_ORGANIC_T_HA_YEAR - soil.organicTHaYear;
  const compostKg = lackingTHaYear * KILOGRAMS_PER_TON * facts.hectares * facts.observedYears;
  const stepKg = firstStepKg(facts, compostKg);
  if (hasFedSoil(facts, stepKg)) return null;
  // Applied on the as-of date: after the last harvest it counts for the soil, not for a past balance (vector V1).
  const fertilizer = [...facts.fertilizer, applied(COMPOST, compostKg, facts.asOf)];
  return {
    scores: scoresOf({ ...facts, fertilizer }),
    values: {
      compostKg,
      tonsPerHaYearNow: soil.organicTHaYear,
      tonsPerHaYearTarget: TARGET_ORGANIC_T_HA_YEAR,
      stepKg,
      ...meant(facts.seasons, facts.asOf - facts.observedDays + 1, facts.asOf),
    },
  };
}

function applied(fertilizer: Fertilizer, kg: number, day: number): FertilizerUse {
  return { recordId: '', day, kg, fertilizer };
}

function coverSoil({ facts, measures: { soil }, scores }: Situation): Counterfactual<'cover-soil'> | null {
  if (soil.missing || soil.coverShare === null || soil.coverShare >= TARGET_COVER) return null;
  if (growing(facts).length > 0) return null;
  const last = facts.seasons.reduce((a, b) => (b.to > a.to ? b : a));
  return {
    scores: { ...scores, soil: soilScore({ ...soil, coverShare: TARGET_COVER }) },
    values: {
      coverPctNow: 100 * soil.coverShare,
      coverPctTarget: 100 * TARGET_COVER,
      // Bare since the last harvest.
      ...meant([last], last.to + 1, facts.asOf),
    },
  };
}

/** Not offered for parcels with perennials only: they have no rotation (vector V3). */
function diversify({
  facts,
  measures: { diversity },
  scores,
}: Situation): Counterfactual<'diversify'> | null {
  if (diversity.missing || diversity.perennialOnly) return null;
  const lacksLegumes = diversity.legumeShare < TARGET_LEGUME_SHARE;
  if (!lacksLegumes && diversity.effectiveSpecies >= 2) return null;
  if (hasDiversified(facts, lacksLegumes)) return null;
  return {
    scores: { ...scores, diversity: diversifiedScore(diversity, TARGET_LEGUME_SHARE) },
    values: {
      effectiveSpeciesNow: diversity.effectiveSpecies,
      legumePctNow: 100 * diversity.legumeShare,
      legumePctTarget: 100 * TARGET_LEGUME_SHARE,
      ...meant(facts.seasons, facts.seasons[0]!.from, facts.asOf),
    },
  };
}

function yieldGap({ facts }: Situation): Counterfactual<'yield-gap'> | null {
  const below = newestHarvests(facts).filter((season) => relativeYield(season) < 1);
  const first = below[0];
  if (facts.hectares === 0 || !first) return null;
  const farthest = below.reduce((a, b) => (relativeYield(b) < relativeYield(a) ? b : a), first);
  const seasons = facts.seasons.map((season) => (isCompleted(season) ? atReference(season) : season));
  return {
    scores: scoresOf({ ...facts, seasons, completed: seasons.filter(isCompleted) }),
    values: {
      crop: farthest.crop.key,
      yieldNow: farthest.yieldTPerHa,
      yieldTarget: farthest.crop.referenceYieldTPerHa,
      cropsBelow: below.length,
      yieldStep:
        farthest.crop.referenceYieldTPerHa *
        (relativeYield(farthest) < FIRST_YIELD_STEP ? FIRST_YIELD_STEP : 1),
      harvestForm: farthest.crop.harvestForm,
      ...meantSeason(farthest),
    },
  };
}

function atReference(season: CompletedSeason): CompletedSeason {
  return { ...season, yieldTPerHa: Math.max(season.yieldTPerHa, season.crop.referenceYieldTPerHa) };
}

function saferSprays({
  facts,
  measures: { pesticide },
  scores,
}: Situation): Counterfactual<'safer-spraying'> | null {
  if (pesticide.missing) return null;
  if (pesticide.hazardous.length === 0 && pesticide.fieldEiq <= TARGET_FIELD_EIQ) return null;
  const hazardous = hazardousStill(facts, pesticide);
  if (hazardous.length === 0 && recentFieldEiq(facts) <= TARGET_FIELD_EIQ) return null;
  const last = (hazardous.length > 0 ? hazardous : facts.pesticides).at(-1)!.day;
  const sprayed = facts.seasons.filter(({ from, to }) => from <= last && last <= to);
  const safer = saferSpraying(facts, TARGET_FIELD_EIQ);
  return {
    scores: { ...scores, pesticide: safer.score },
    values: {
      fieldEiqNow: pesticide.fieldEiq,
      fieldEiqTarget: safer.fieldEiq,
      hazardousRecords: hazardous.length,
      ...meant(sprayed, last, last),
    },
  };
}
