/** One parcel with its records and its score. */
import type { ScoreResult } from '@ardhi/agronomy';
import type { SoilType } from '@ardhi/contract';
import type { MeasuredBoundary } from '../../farm/boundaries/geometry-tasks.ts';
import type { ParcelRow } from '../../farm/land/columns.ts';
import { NEW_PARCEL } from '../../farm/land/parcel-fields.ts';
import { presentParcel } from '../../farm/land/present.ts';
import { resolveLocation, SCORE_VERSION, scoreOf } from '../../farm/land/score.ts';
import { type Day, dateOf, isoOf } from '../calendar.ts';
import type { Random } from '../random.ts';
import { type FieldBook, knownOn } from './field-book.ts';
import { keepRecords } from './record-keeping.ts';
import { type Planting, planPerennial, planSeasons } from './season-plan.ts';
import { type Keeping, type StyleKey, styleOf } from './style.ts';
import { type SystemKey, systems } from './systems.ts';

function boundaryColumns(boundary: MeasuredBoundary | null) {
  return {
    boundary_area_m2: boundary?.areaSquareMetres ?? null,
    centre_lat: boundary?.centre[1] ?? null,
    centre_lon: boundary?.centre[0] ?? null,
    boundary_revision: boundary ? 1 : 0,
  };
}

export interface ParcelPlan {
  ownerId: string;
  name: string;
  address: string;
  confirmedCounty: string | null;
  system: SystemKey;
  style: StyleKey;
  keeping: Keeping;
  language: 'en' | 'sw';
  sizeFactor: number;
  createdAt: number;
  createdOn: Day;
  /** How far back the records go. */
  since: Day;
  /** The last day that is known: today, or the day of its deletion. */
  asOf: Day;
  deletedAt?: number;
  acres?: number;
  /** The boundary of a field of that size; null without one. */
  bound?: (parcelId: string, acres: number) => MeasuredBoundary | null;
  /** Plantings beside those of the way of farming. */
  extra?: Planting[];
}

export interface DemoParcel {
  row: ParcelRow;
  createdOn: Day;
  /** The day of its score. */
  scoredOn: Day;
  book: FieldBook;
  result: ScoreResult;
  boundary: MeasuredBoundary | null;
}

export function makeParcel(random: Random, plan: ParcelPlan): DemoParcel {
  const system = systems[plan.system];
  const style = styleOf(plan.style);
  const acres = plan.acres ?? someAcres(random, plan);
  const irrigated = system.irrigation !== undefined && random.chance(system.irrigation.chance);
  const field = {
    acres,
    style,
    language: plan.language,
    irrigationMm: irrigated ? system.irrigation!.monthlyMm : null,
    asOf: plan.asOf,
  };
  const perennial = planPerennial(random, system, plan.asOf);
  const seasonal = planSeasons(random, { system, style, asOf: plan.asOf, since: plan.since });
  const plantings = [...(perennial ? [perennial] : []), ...seasonal, ...(plan.extra ?? [])];
  const book = keepRecords(random, plantings, {
    field,
    keeping: plan.keeping,
    createdOn: plan.createdOn,
    createdAt: plan.createdAt,
  });

  const declares = random.chance(plan.keeping.declares);
  const none = declares ? ('none' as const) : ('unknown' as const);
  const id = random.id(plan.createdAt);
  const boundary = plan.bound?.(id, acres) ?? null;
  const bounded = boundaryColumns(boundary);
  const unscored: ParcelRow = {
    ...NEW_PARCEL,
    id,
    owner_id: plan.ownerId,
    name: plan.name,
    size_acres: acres,
    address: plan.address,
    soil_type: random.weighted<SoilType>(system.soils),
    declared_irrigation: irrigated ? 'recorded' : declares ? 'rain-fed' : 'unknown',
    declared_fertilizer: book.fertilizer.length > 0 ? 'recorded' : none,
    declared_pesticide: book.pesticides.length > 0 ? 'recorded' : none,
    ...resolveLocation(plan.confirmedCounty, plan.address, bounded),
    ...bounded,
    ...totalsOf(book),
    score: 50,
    confidence: 0,
    score_status: 'initial',
    score_band: 'initial',
    score_as_of: dateOf(plan.asOf),
    score_version: SCORE_VERSION,
    revision: 1,
    created_at: isoOf(plan.createdAt),
    deleted_at: plan.deletedAt === undefined ? null : isoOf(plan.deletedAt),
  };
  const result = scoreOn(unscored, book, plan.asOf);
  const row: ParcelRow = {
    ...unscored,
    score: result.score,
    confidence: result.confidencePct,
    score_status: result.status,
    score_band: result.band,
  };
  return { row, createdOn: plan.createdOn, scoredOn: plan.asOf, book, result, boundary };
}

/** What the engine says on that day of what was known then. */
export function scoreOn(row: ParcelRow, book: FieldBook, day: Day): ScoreResult {
  return scoreOf(presentParcel(row), knownOn(book, day), dateOf(day));
}

function totalsOf(book: FieldBook) {
  const sum = (entries: { record: { amount: number } }[]) =>
    Math.round(entries.reduce((total, { record }) => total + record.amount, 0) * 1000) / 1000;
  return {
    crop_count: book.crops.length,
    water_count: book.water.length,
    fertilizer_count: book.fertilizer.length,
    pesticide_count: book.pesticides.length,
    water_litres: sum(book.water),
    fertilizer_kg: sum(book.fertilizer),
    pesticide_kg: sum(book.pesticides),
  };
}

const LARGE = 0.012;

/** Most are small, some middling, a few large. */
function someAcres(random: Random, { system, sizeFactor }: ParcelPlan): number {
  const { median, spread } = systems[system].acres;
  const large = random.chance(LARGE) ? random.between(8, 25) : 1;
  const acres = median * sizeFactor * Math.exp(spread * random.normal()) * large;
  const step = acres < 1 ? 0.05 : acres < 5 ? 0.25 : acres < 20 ? 0.5 : 1;
  const tidy = Math.round(acres / step) * step;
  return Math.round(Math.min(Math.max(tidy, 0.1), 2500) * 100) / 100;
}
