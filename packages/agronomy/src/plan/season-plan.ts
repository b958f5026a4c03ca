/**
 * Season plan: the tasks of a parcel, computed from its records and the reference tables. A task whose numbers have no
 * source is left out. Rules and sources: docs/season-plan.md.
 */
import { LITRES_PER_CUBIC_METRE, LITRES_PER_JERRYCAN } from '@ardhi/contract/units';
import { TARGET_EFFICIENCY } from '../actions.ts';
import { canonicalise } from '../canonical.ts';
import { P_PER_P2O5 } from '../components/nutrients.ts';
import { M3_PER_MM_HA } from '../components/water.ts';
import { type Day, formatDay, parseDay } from '../dates.ts';
import { type Facts, type FertilizerUse, fertilizedFrom, gatherFacts } from '../facts.ts';
import { amountIn, type Season } from '../seasons.ts';
import type { County } from '../tables/counties.ts';
import type { Crop } from '../tables/crops.ts';
import { CAN, DAP, type Fertilizer } from '../tables/fertilizers.ts';
import { findCounty } from '../tables/resolve-county.ts';
import { UNKNOWN_SOIL_EFFICIENCY } from '../tables/soils.ts';
import type { ScoreInput } from '../types.ts';
import type { PlanSource, PlanTask, TaskKind, TaskValues } from './types.ts';

const WEEK_DAYS = 7;
/** The stages apply to a season of about the table's length; a date far off is another variety or a typing error. */
const MIN_SEASON_RATIO = 0.5;
const MAX_SEASON_RATIO = 2;
/** Twice the reference yield has the full score; a higher expectation is not fertilized for. */
const MAX_YIELD_RATIO = 2;
/** The surplus from which the score falls: docs/score/README.md#52-nitrogen. */
const MAX_SURPLUS_KG_HA = 80;
/** Less than this part of the need is not worth a task. */
const MIN_LACKING_SHARE = 0.2;
const MIN_DOSE_KG = 1;
/** Rain-fed crops and weeks with enough rain need no water; less than this is within the error of the climate data. */
const MIN_WEEK_MM = 1;
const GRAIN_FORMS: readonly string[] = ['dry grain', 'grain', 'paddy', 'seed', 'nuts in shell'];

/** A season that has not been harvested yet, or that was planned for later. */
interface Growing {
  season: Season;
  crop: Crop;
  plantedOn: Day;
  harvestOn: Day;
  /** Last day of the initial, development and mid-season stage; null if the stages do not apply. */
  stageEnds: readonly [initial: Day, development: Day, middle: Day] | null;
  expectedTPerHa: number;
}

/** The parcel's facts, with planned crops, and its records as written. */
interface Context extends Facts {
  /** Text of a fertilizer or pesticide record. */
  textOf: (recordId: string) => string;
  /** A per-year crop may have no harvest date. */
  hasHarvestDate: (recordId: string) => boolean;
}

type Add = <Kind extends TaskKind>(
  kind: Kind,
  days: { from: Day; to: Day; part?: string },
  values: TaskValues[Kind],
  sources: readonly PlanSource[],
) => void;

/** The tasks of all growing and planned crops of a parcel, or its planting window, by date. */
export function seasonPlan(input: ScoreInput, asOf: string): PlanTask[] {
  const today = parseDay(asOf);
  const county = findCounty(input.parcel)?.county ?? null;
  const facts = contextOf(input, county, today);
  const tasks: PlanTask[] = [];
  const adder =
    (cropId: string | null, crop: string): Add =>
    (kind, { from, to, part }, values, sources) => {
      const id = [cropId ?? 'parcel', kind, part].filter(Boolean).join(':');
      tasks.push({
        id,
        kind,
        cropId,
        crop,
        from: formatDay(from),
        to: formatDay(to),
        values,
        sources,
      } as PlanTask);
    };
  let isFree = true;
  for (const season of facts.seasons) {
    const { crop, recordId } = season;
    const harvested = season.endsOn <= today && season.yieldTPerHa !== null;
    if (season.endsOn >= today && !harvested) isFree = false;
    if (!crop || facts.hectares === 0) continue;
    const add = adder(recordId, crop.key);
    if (harvested) addDrying(add, crop, season.endsOn, today);
    else addSeason(add, growing(season, crop), facts, today);
  }
  if (isFree && county) addPlanting(adder(null, ''), county, today);
  return tasks.sort((a, b) => (a.from === b.from ? order(a.to, b.to) : order(a.from, b.from)));
}

const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

function contextOf(input: ScoreInput, county: County | null, today: Day): Context {
  const records = canonicalise(input);
  const facts = gatherFacts(input.parcel, records, county, today);
  // The engine ignores crops planted after the as-of date: the last planting date stands in for it.
  const last = records.crops.reduce((day, { plantingDate }) => Math.max(day, parseDay(plantingDate)), today);
  const { seasons } = last === today ? facts : gatherFacts(input.parcel, records, county, last);
  const texts = new Map([
    ...records.fertilizer.map(({ id, type }) => [id, type] as const),
    ...records.pesticides.map(({ id, product }) => [id, product] as const),
  ]);
  const dated = new Set(records.crops.filter(({ harvestDate }) => harvestDate).map(({ id }) => id));
  return {
    ...facts,
    seasons,
    textOf: (recordId) => texts.get(recordId) ?? '',
    hasHarvestDate: (recordId) => dated.has(recordId),
  };
}

function growing(season: Season, crop: Crop): Growing {
  const { plantedOn, endsOn: harvestOn } = season;
  const ratio = (harvestOn - plantedOn + 1) / crop.seasonDays;
  const isUsual = !crop.perYear && ratio >= MIN_SEASON_RATIO && ratio <= MAX_SEASON_RATIO;
  const [initial, development, middle] = crop.stageDays ?? [];
  const dayAfter = (days: number) => plantedOn + Math.round(days * ratio) - 1;
  return {
    season,
    crop,
    plantedOn,
    harvestOn,
    stageEnds:
      isUsual && initial !== undefined && development !== undefined && middle !== undefined
        ? [dayAfter(initial), dayAfter(initial + development), dayAfter(initial + development + middle)]
        : null,
    expectedTPerHa: Math.min(
      season.yieldTPerHa ?? crop.referenceYieldTPerHa,
      MAX_YIELD_RATIO * crop.referenceYieldTPerHa,
    ),
  };
}

function addSeason(add: Add, one: Growing, facts: Context, today: Day): void {
  const { crop, season, harvestOn, plantedOn, stageEnds } = one;
  const planted = addPlantingFertilizer(add, one, facts, today);
  if (stageEnds) {
    const [initial, development, middle] = stageEnds;
    const halfway = Math.floor((initial + development) / 2);
    const weekTo = (day: Day, first: Day) => ({ from: Math.max(first, day - WEEK_DAYS + 1), to: day });
    const weekFrom = (day: Day) => ({ from: day, to: Math.min(day + WEEK_DAYS - 1, harvestOn) });
    add('weed', { ...weekTo(initial, plantedOn), part: '1' }, { round: 1 }, ['stages', 'own-dates']);
    add('scout', { ...weekFrom(initial + 1), part: '1' }, { round: 1 }, ['stages', 'own-dates']);
    addTopDressing(add, one, facts, { from: initial + 1, to: halfway, promisedKg: planted });
    add('weed', { ...weekTo(halfway, initial + 1), part: '2' }, { round: 2 }, ['stages', 'own-dates']);
    add('scout', { ...weekFrom(development + 1), part: '2' }, { round: 2 }, ['stages', 'own-dates']);
    addLastSpraying(add, one, facts, middle + 1);
  }
  addWater(add, one, facts, today);
  if (crop.perYear && !facts.hasHarvestDate(season.recordId)) return;
  add(
    'harvest',
    { from: Math.max(plantedOn, harvestOn - WEEK_DAYS + 1), to: harvestOn },
    { yieldTPerHa: season.yieldTPerHa ?? crop.referenceYieldTPerHa, days: season.fullDays },
    ['own-dates'],
  );
}

/** FAO (1978): the growing period begins when rain reaches half of the evapotranspiration. */
function addPlanting(add: Add, county: County, today: Day): void {
  const isWet = (month: number) => county.rainMm[month % 12]! >= county.et0Mm[month % 12]! / 2;
  const now = new Date(formatDay(today));
  for (let month = now.getUTCMonth(); month < now.getUTCMonth() + 12; month += 1) {
    // Months count on from January of this year.
    if (!isWet(month) || isWet(month + 11)) continue;
    const first = Date.UTC(now.getUTCFullYear(), month, 1);
    const last = Date.UTC(now.getUTCFullYear(), month + 1, 0);
    const from = new Date(first).toISOString().slice(0, 10);
    const to = new Date(last).toISOString().slice(0, 10);
    const values = {
      county: county.name,
      rainMm: county.rainMm[month % 12]!,
      halfEvaporationMm: county.et0Mm[month % 12]! / 2,
    };
    add('plant', { from: parseDay(from), to: parseDay(to), part: from }, values, [
      'growing-period',
      'climate',
    ]);
    return;
  }
}

const p2o5KgOf = ({ kg, fertilizer }: FertilizerUse) => (kg * (fertilizer?.p2o5Pct ?? 0)) / 100;
const nitrogenKgOf = ({ kg, fertilizer }: FertilizerUse) => (kg * (fertilizer?.nPct ?? 0)) / 100;

/** Recorded for this crop, from a month before planting; intercrops split it. */
function recordedFor(season: Season, facts: Context, kgOf: (use: FertilizerUse) => number): number {
  const uses = facts.fertilizer.map((use) => ({ day: use.day, amount: kgOf(use) }));
  return amountIn(season, facts.seasons, uses, fertilizedFrom);
}

/** The farmer's last product of this kind, as written, else the usual one. Typed grades may be of any strength. */
function productLike(
  facts: Context,
  usual: Fertilizer,
  isLike: (one: Fertilizer) => boolean,
): Fertilizer & { text: string } {
  const last = facts.fertilizer.findLast(
    ({ fertilizer }) =>
      fertilizer?.kind === 'mineral' && fertilizer.key !== 'npk_grade' && isLike(fertilizer),
  );
  return last?.fertilizer
    ? { ...last.fertilizer, text: facts.textOf(last.recordId) }
    : { ...usual, text: usual.name };
}

/** Kilograms of a product that supply the lacking nutrient, or null if hardly anything is lacking. */
function doseKg(neededKg: number, lackingKg: number, pct: number): number | null {
  if (lackingKg < MIN_LACKING_SHARE * neededKg) return null;
  const kg = Math.round((100 * lackingKg) / pct);
  return kg >= MIN_DOSE_KG ? kg : null;
}

/** Replaces the phosphorus of the expected harvest. Returns the nitrogen that comes with it, in kg. */
function addPlantingFertilizer(add: Add, one: Growing, facts: Context, today: Day): number {
  const { crop, season, plantedOn, harvestOn, expectedTPerHa } = one;
  if (crop.perYear) return 0;
  const area = facts.hectares * season.areaShare;
  const neededKg = (expectedTPerHa * crop.phosphorusKgPerT * area) / P_PER_P2O5;
  const recordedKg = recordedFor(season, facts, p2o5KgOf);
  const product = productLike(facts, DAP, ({ p2o5Pct, nPct }) => p2o5Pct > 0 && p2o5Pct >= nPct);
  const kg = doseKg(neededKg, neededKg - recordedKg, product.p2o5Pct);
  if (kg === null) return 0;
  const to = Math.min(plantedOn + WEEK_DAYS - 1, harvestOn);
  add(
    'planting-fertilizer',
    { from: plantedOn, to },
    { product: product.text, kg, neededKg, recordedKg, yieldTPerHa: expectedTPerHa },
    ['removal', 'grades', 'own-records'],
  );
  return today <= to ? (kg * product.nPct) / 100 : 0;
}

/** The nitrogen of the expected harvest at the target efficiency of the score, without what is recorded or planned. */
function addTopDressing(
  add: Add,
  one: Growing,
  facts: Context,
  { from, to, promisedKg }: { from: Day; to: Day; promisedKg: number },
): void {
  const { crop, season, expectedTPerHa } = one;
  // Legumes fix theirs.
  if (crop.legume || to < from) return;
  const harvestedKg = expectedTPerHa * crop.nitrogenKgPerT * facts.hectares * season.areaShare;
  const neededKg = Math.min(
    harvestedKg / TARGET_EFFICIENCY,
    harvestedKg + MAX_SURPLUS_KG_HA * facts.hectares * season.areaShare,
  );
  const recordedKg = recordedFor(season, facts, nitrogenKgOf);
  const product = productLike(facts, CAN, ({ p2o5Pct, k2oPct, nPct }) => nPct > 0 && p2o5Pct + k2oPct === 0);
  const kg = doseKg(neededKg, neededKg - recordedKg - promisedKg, product.nPct);
  if (kg === null) return;
  add(
    'top-dress',
    { from, to },
    { product: product.text, kg, neededKg, recordedKg, yieldTPerHa: expectedTPerHa },
    ['stages', 'removal', 'grades', 'own-records'],
  );
}

/**
 * The label of a product states how many days must pass before the harvest. The tables have no such days, so the task
 * names the harvest and the product, not a number of days.
 */
function addLastSpraying(add: Add, one: Growing, facts: Context, from: Day): void {
  const last = facts.pesticides.findLast(({ day }) => day >= one.plantedOn && day <= one.harvestOn);
  if (!last || from > one.harvestOn) return;
  const values = {
    product: facts.textOf(last.recordId),
    sprayedOn: formatDay(last.day),
    whoClass: last.pesticide?.whoClass ?? null,
  };
  add('stop-spraying', { from, to: one.harvestOn }, values, ['stages', 'own-dates', 'hazard', 'own-records']);
}

/** FAO-56: the crop coefficient of one day. */
function cropCoefficient({ crop, plantedOn, harvestOn, stageEnds }: Growing, day: Day): number {
  if (!stageEnds) return crop.kcSeason;
  const [initial, development, middle] = stageEnds;
  const between = (from: number, to: number, start: Day, end: Day) =>
    from + ((to - from) * (day - start)) / Math.max(1, end - start);
  if (day < plantedOn || day <= initial) return crop.kcIni;
  if (day <= development) return between(crop.kcIni, crop.kcMid, initial, development);
  if (day <= middle) return crop.kcMid;
  return between(crop.kcMid, crop.kcEnd, middle, harvestOn);
}

/** Irrigation of the calendar week, Monday to Sunday, on parcels that are irrigated. */
function addWater(add: Add, one: Growing, facts: Context, today: Day): void {
  const { season, crop, plantedOn, harvestOn } = one;
  const { county, declarations } = facts;
  const isIrrigated = facts.water.length > 0 || declarations.irrigation === 'recorded';
  if (!county || !isIrrigated || today < plantedOn || today > harvestOn) return;
  // 1970-01-01 was a Thursday.
  const monday = today - ((today + 3) % WEEK_DAYS);
  const [from, to] = [Math.max(monday, plantedOn), Math.min(monday + WEEK_DAYS - 1, harvestOn)];
  const paddyMmPerDay = crop.extraNetWaterMm / season.fullDays;
  let [needMm, rainMm, netMm] = [0, 0, 0];
  for (let day = from; day <= to; day += 1) {
    const month = Number(formatDay(day).slice(5, 7)) - 1;
    const need = cropCoefficient(one, day) * county.evapotranspirationMmPerDay[month]!;
    const rain = county.effectiveRainMmPerDay[month]!;
    needMm += need + paddyMmPerDay;
    rainMm += Math.min(need, rain);
    netMm += Math.max(0, need - rain) + paddyMmPerDay;
  }
  if (netMm < MIN_WEEK_MM) return;
  const efficiency = facts.soil?.applicationEfficiency ?? UNKNOWN_SOIL_EFFICIENCY;
  const litresPerMm = facts.hectares * season.areaShare * M3_PER_MM_HA * LITRES_PER_CUBIC_METRE;
  const week = facts.water
    .filter(({ day }) => day >= from && day <= to)
    .map(({ day, litres }) => ({ day, amount: litres }));
  const recorded = amountIn(season, facts.seasons, week, ({ from: first }) => first);
  const required = (netMm / efficiency) * litresPerMm;
  const litres = Math.round((required - recorded) / LITRES_PER_JERRYCAN) * LITRES_PER_JERRYCAN;
  if (litres < LITRES_PER_JERRYCAN || litres < MIN_LACKING_SHARE * required) return;
  add(
    'water',
    { from, to, part: formatDay(monday) },
    { county: county.name, litres, litresPerDay: litres / (to - Math.max(from, today) + 1), needMm, rainMm },
    ['climate', 'water-need', 'stages', 'own-records'],
  );
}

function addDrying(add: Add, crop: Crop, harvestedOn: Day, today: Day): void {
  const to = harvestedOn + WEEK_DAYS - 1;
  if (!GRAIN_FORMS.includes(crop.harvestForm) || to < today) return;
  add('dry', { from: harvestedOn, to }, { harvestForm: crop.harvestForm }, ['harvest-form', 'own-dates']);
}
