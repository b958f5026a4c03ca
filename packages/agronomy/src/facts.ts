import { HECTARES_PER_ACRE } from '@ardhi/contract/units';
import type { CanonicalInput } from './canonical.ts';
import { type Day, daysPerMonth, parseDay } from './dates.ts';
import { quantity } from './quantity.ts';
import { type CompletedSeason, isCompleted, type Season, seasonsInWindow } from './seasons.ts';
import type { County } from './tables/counties.ts';
import { type Fertilizer, recogniseFertilizer } from './tables/fertilizers.ts';
import { type Pesticide, recognisePesticide } from './tables/pesticides.ts';
import { recogniseSoil, type Soil } from './tables/soils.ts';
import type { Declarations, ParcelInput } from './types.ts';

const WINDOW_DAYS = 730;
/** About 40 square centimetres: smaller sizes count as 0. */
const MIN_ACRES = 1e-6;

export interface WaterUse {
  recordId: string;
  day: Day;
  litres: number;
}

export interface FertilizerUse {
  recordId: string;
  day: Day;
  kg: number;
  fertilizer: Fertilizer | null;
}

export interface PesticideUse {
  recordId: string;
  day: Day;
  amount: number;
  pesticide: Pesticide | null;
}

export interface Period {
  from: Day;
  to: Day;
  years: number;
}

/** docs/score/README.md#51-water, over the clipped season. */
export interface WaterNeed {
  evapotranspirationMm: number;
  rainUsedMm: number;
  netIrrigationMm: number;
}

/** Input of all components: recognised, clipped to the window, in a fixed order. */
export interface Facts {
  hectares: number;
  soil: Soil | null;
  county: County | null;
  declarations: Declarations;
  asOf: Day;
  windowFrom: Day;
  /** 0 without records in the window. */
  observedDays: number;
  observedYears: number;
  seasons: readonly Season[];
  completed: readonly CompletedSeason[];
  /** Water need of each season, in the order of `seasons`; null without a county. */
  waterNeeds: readonly WaterNeed[] | null;
  /** The nutrient balance period B of docs/score/README.md#52-nitrogen; null without a completed season. */
  balance: Period | null;
  water: readonly WaterUse[];
  /** Up to the as-of date, including dates before the window, because the balance period may start there. */
  fertilizer: readonly FertilizerUse[];
  pesticides: readonly PesticideUse[];
}

export function gatherFacts(
  parcel: ParcelInput,
  records: CanonicalInput,
  county: County | null,
  asOf: Day,
): Facts {
  const windowFrom = asOf - WINDOW_DAYS + 1;
  const seasons = seasonsInWindow(records.crops, windowFrom, asOf);
  const completed = seasons.filter(isCompleted);

  const water: WaterUse[] = [];
  for (const { id, date, litres } of records.water) {
    const day = parseDay(date);
    if (day >= windowFrom && day <= asOf) water.push({ recordId: id, day, litres: quantity(litres) });
  }
  const fertilizer: FertilizerUse[] = [];
  for (const { id, date, type, kg } of records.fertilizer) {
    const day = parseDay(date);
    if (day > asOf) continue;
    fertilizer.push({ recordId: id, day, kg: quantity(kg), fertilizer: recogniseFertilizer(type) });
  }
  const pesticides: PesticideUse[] = [];
  for (const { id, date, product, amount } of records.pesticides) {
    const day = parseDay(date);
    if (day < windowFrom || day > asOf) continue;
    pesticides.push({ recordId: id, day, amount: quantity(amount), pesticide: recognisePesticide(product) });
  }

  // All lists are sorted by date.
  const firstDay = Math.min(
    seasons[0]?.from ?? Number.POSITIVE_INFINITY,
    water[0]?.day ?? Number.POSITIVE_INFINITY,
    fertilizer.find((use) => use.day >= windowFrom)?.day ?? Number.POSITIVE_INFINITY,
    pesticides[0]?.day ?? Number.POSITIVE_INFINITY,
  );
  const observedDays = Number.isFinite(firstDay) ? asOf - firstDay + 1 : 0;

  return {
    hectares: parcel.sizeAcres >= MIN_ACRES ? quantity(parcel.sizeAcres) * HECTARES_PER_ACRE : 0,
    soil: parcel.soilType ? recogniseSoil(parcel.soilType) : null,
    county,
    declarations: records.declarations,
    asOf,
    windowFrom,
    observedDays,
    observedYears: yearsOf(observedDays),
    seasons,
    completed,
    waterNeeds: county && seasons.map((season) => waterNeed(season, county)),
    balance: balancePeriod(completed),
    water,
    fertilizer,
    pesticides,
  };
}

/** The climate data is the same every year, so days are grouped by calendar month. */
function waterNeed(season: Season, county: County): WaterNeed {
  const days = daysPerMonth(season.from, season.to);
  let evapotranspirationMm = 0;
  let rainUsedMm = 0;
  let netIrrigationMm = 0;
  for (let month = 0; month < 12; month += 1) {
    const monthDays = days[month]!;
    const cropMmPerDay = season.kc * county.evapotranspirationMmPerDay[month]!;
    const rainMmPerDay = county.effectiveRainMmPerDay[month]!;
    evapotranspirationMm += cropMmPerDay * monthDays;
    rainUsedMm += Math.min(cropMmPerDay, rainMmPerDay) * monthDays;
    netIrrigationMm += Math.max(0, cropMmPerDay - rainMmPerDay) * monthDays;
  }
  // Saturation and percolation of paddy rice.
  netIrrigationMm += ((season.crop?.extraNetWaterMm ?? 0) * season.days) / season.fullDays;
  return { evapotranspirationMm, rainUsedMm, netIrrigationMm };
}

/** At least one year, so that few records do not extrapolate to a high yearly amount. */
function yearsOf(days: number): number {
  return Math.max(1, days / 365);
}

const PREPARATION_DAYS = 30;

/** Fertilizer applied shortly before planting counts for the crop that follows. */
export function fertilizedFrom(season: Season): Day {
  return season.crop?.perYear ? season.from : season.plantedOn - PREPARATION_DAYS;
}

function balancePeriod(completed: readonly CompletedSeason[]): Period | null {
  if (completed.length === 0) return null;
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const season of completed) {
    from = Math.min(from, fertilizedFrom(season));
    to = Math.max(to, season.to);
  }
  return { from, to, years: yearsOf(to - from + 1) };
}
