/** One parcel with its field book and its score. */
import type { ScoreResult } from '@ardhi/agronomy';
import type { MeasuredBoundary } from '../../farm/boundaries/geometry-tasks.ts';
import type { ParcelRow } from '../../farm/land/columns.ts';
import { NEW_PARCEL } from '../../farm/land/parcel-fields.ts';
import { presentParcel } from '../../farm/land/present.ts';
import { resolveLocation, SCORE_VERSION, scoreOf } from '../../farm/land/score.ts';
import { type Day, dateOf, isoOf } from '../calendar.ts';
import type { Random } from '../random.ts';
import { regionOfCounty, zoneOfCounty } from './counties.ts';
import { droughtYields, type StyleKey, styles, systems } from './farming.ts';
import { type Field, type FieldBook, keepBook, knownOn } from './field-book.ts';

export interface ParcelPlan extends Omit<Field, 'style' | 'acres' | 'irrigationMm' | 'droughtYield'> {
  ownerId: string;
  county: string;
  name: string;
  address: string;
  confirmedCounty: string | null;
  style: StyleKey;
  /** Factor on usual amounts of mineral fertilizer, instead of that of the style. */
  mineral?: number;
  deletedAt?: number;
  /** By chance without it. */
  acres?: number;
  /** Draws the boundary of a field of that size, where there is one. */
  bound?: (parcelId: string, acres: number, at: number) => MeasuredBoundary | null;
}

export interface DemoParcel {
  row: ParcelRow;
  createdOn: Day;
  scoredOn: Day;
  book: FieldBook;
  result: ScoreResult;
  boundary: MeasuredBoundary | null;
}

const IRRIGATED = 0.9;

export function makeParcel(random: Random, plan: ParcelPlan): DemoParcel {
  const { asOf, createdOn, keeping } = plan;
  const zone = zoneOfCounty(plan.county);
  const acres = plan.acres ?? someAcres(random, systems[plan.system].acres * zone.sizeFactor);
  const irrigationMm = (random.chance(IRRIGATED) && systems[plan.system].irrigationMm) || null;
  const droughtYield = droughtYields[regionOfCounty(plan.county)];
  const style = { ...styles[plan.style], mineral: plan.mineral ?? styles[plan.style].mineral };
  const book = keepBook(random, { ...plan, style, acres, irrigationMm, droughtYield });
  const declares = random.chance(keeping.share);
  const id = random.id(plan.createdAt);
  const boundary = plan.bound?.(id, acres, plan.createdAt) ?? null;
  const bounded = {
    boundary_area_m2: boundary?.areaSquareMetres ?? null,
    centre_lat: boundary?.centre[1] ?? null,
    centre_lon: boundary?.centre[0] ?? null,
    boundary_revision: boundary ? 1 : 0,
  };
  const declared = (count: number) => (count > 0 ? 'recorded' : declares ? 'none' : 'unknown');
  const totals = totalsOf(book, asOf);
  const row: ParcelRow = {
    ...NEW_PARCEL,
    id,
    owner_id: plan.ownerId,
    name: plan.name,
    size_acres: acres,
    address: plan.address,
    soil_type: random.weighted(zone.soils),
    declared_irrigation: irrigationMm ? 'recorded' : declares ? 'rain-fed' : 'unknown',
    declared_fertilizer: declared(totals.fertilizer_count),
    declared_pesticide: declared(totals.pesticide_count),
    ...resolveLocation(plan.confirmedCounty, plan.address, bounded),
    ...bounded,
    ...totals,
    score: 50,
    confidence: 0,
    score_status: 'initial',
    score_band: 'initial',
    score_as_of: dateOf(asOf),
    score_version: SCORE_VERSION,
    revision: 1,
    created_at: isoOf(plan.createdAt),
    deleted_at: plan.deletedAt === undefined ? null : isoOf(plan.deletedAt),
  };
  const result = scoreOn({ row, book }, asOf);
  const { score, confidencePct: confidence, status: score_status, band: score_band } = result;
  Object.assign(row, { score, confidence, score_status, score_band });
  return { row, createdOn, scoredOn: asOf, book, result, boundary };
}

/** The score on that day, from the records known then. */
export function scoreOn({ row, book }: Pick<DemoParcel, 'row' | 'book'>, day: Day): ScoreResult {
  return scoreOf(presentParcel(row), knownOn(book, day), dateOf(day));
}

function totalsOf(book: FieldBook, asOf: Day) {
  const { crops, waterUsage, fertilizerUsage, pesticideUsage } = knownOn(book, asOf);
  const sum = (records: readonly { amount: number }[]) =>
    Math.round(records.reduce((total, { amount }) => total + amount, 0) * 1000) / 1000;
  return {
    crop_count: crops.length,
    water_count: waterUsage.length,
    fertilizer_count: fertilizerUsage.length,
    pesticide_count: pesticideUsage.length,
    water_litres: sum(waterUsage),
    fertilizer_kg: sum(fertilizerUsage),
    pesticide_kg: sum(pesticideUsage),
  };
}

const LARGE = 0.012;
const SPREAD = 0.7;

/** Most parcels are small, some medium, a few large. */
function someAcres(random: Random, median: number): number {
  const large = random.chance(LARGE) ? random.between(8, 25) : 1;
  const acres = median * Math.exp(SPREAD * random.normal()) * large;
  const step = acres < 1 ? 0.05 : acres < 5 ? 0.25 : acres < 20 ? 0.5 : 1;
  return Math.round(Math.min(Math.max(Math.round(acres / step) * step, 0.1), 2500) * 100) / 100;
}
