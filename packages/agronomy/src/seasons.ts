import { type Day, parseDay } from './dates.ts';
import { quantity } from './quantity.ts';
import { type Crop, recogniseCrop } from './tables/crops.ts';
import { normalise } from './tables/names.ts';
import type { CropRecord } from './types.ts';

/** docs/score/README.md#3-common-rules: defaults for an unrecognised crop. */
const UNRECOGNISED_KC = 0.85;
const UNRECOGNISED_SEASON_DAYS = 120;

const OVERLAP_DAYS = 30;
const ESTABLISHED_DAYS = 180;
/** A smaller area share is a typing error; the limit keeps divisions by the area finite. */
const MIN_SHARE = 1e-6;

/** A crop record clipped to the window. */
export interface Season {
  recordId: string;
  crop: Crop | null;
  species: string;
  family: string;
  kc: number;
  plantedOn: Day;
  endsOn: Day;
  fullDays: number;
  /** Clipped to the window, both days inclusive. */
  from: Day;
  to: Day;
  days: number;
  areaShare: number;
  cropDays: number;
  yieldTPerHa: number | null;
  /** Whether a harvest is expected to be recorded by now. */
  due: boolean;
}

/** A season with a known harvest (set K of docs/score/README.md#3-common-rules). */
export interface CompletedSeason extends Season {
  crop: Crop;
  yieldTPerHa: number;
}

export function seasonsInWindow(
  records: readonly CropRecord[],
  windowFrom: Day,
  asOf: Day,
): readonly Season[] {
  const seasons: Season[] = [];
  const statedShares: (number | null)[] = [];
  for (const record of records) {
    const season = clip(record, windowFrom, asOf);
    if (!season) continue;
    seasons.push(season);
    statedShares.push(statedShare(record));
  }
  return seasons.map((season, position) => {
    const areaShare = statedShares[position] ?? 1 / (1 + countOverlapping(season, seasons));
    return { ...season, areaShare, cropDays: season.days * areaShare };
  });
}

function clip(record: CropRecord, windowFrom: Day, asOf: Day): Season | null {
  const plantedOn = parseDay(record.plantingDate);
  const harvestedOn = record.harvestDate ? parseDay(record.harvestDate) : null;
  const crop = recogniseCrop(record.name);
  const seasonDays = crop?.seasonDays ?? UNRECOGNISED_SEASON_DAYS;
  const endsOn = harvestedOn ?? (crop?.perYear ? Math.max(asOf, plantedOn) : plantedOn + seasonDays - 1);
  const from = Math.max(plantedOn, windowFrom);
  const to = Math.min(endsOn, asOf);
  if (to < from) return null;

  const days = to - from + 1;
  const ownText = normalise(record.name) || record.name;
  return {
    recordId: record.id,
    crop,
    species: crop?.key ?? ownText,
    family: crop?.family ?? ownText,
    kc: crop?.kcSeason ?? UNRECOGNISED_KC,
    plantedOn,
    endsOn,
    fullDays: endsOn - plantedOn + 1,
    from,
    to,
    days,
    areaShare: 1,
    cropDays: days,
    yieldTPerHa: recordedYield(record.yieldTonsPerHectare),
    due:
      (harvestedOn !== null && harvestedOn <= asOf) || (crop?.perYear === true && days >= ESTABLISHED_DAYS),
  };
}

function recordedYield(tonsPerHectare: number | null | undefined): number | null {
  if (typeof tonsPerHectare !== 'number' || !(tonsPerHectare >= 0)) return null;
  return quantity(tonsPerHectare);
}

function statedShare({ areaShare }: CropRecord): number | null {
  if (typeof areaShare !== 'number' || !(areaShare > 0 && areaShare <= 1)) return null;
  return Math.max(areaShare, MIN_SHARE);
}

function countOverlapping(season: Season, seasons: readonly Season[]): number {
  let count = 0;
  for (const other of seasons) {
    if (other === season) continue;
    const overlapDays = Math.min(season.to, other.to) - Math.max(season.from, other.from) + 1;
    if (overlapDays >= OVERLAP_DAYS) count += 1;
  }
  return count;
}

export function isCompleted(season: Season): season is CompletedSeason {
  return season.crop !== null && season.yieldTPerHa !== null && season.due;
}

/** Number of yields in the season: fraction of a year for per-year yields, else one. */
export function yieldCount(season: CompletedSeason): number {
  return season.crop.perYear ? season.days / 365 : 1;
}

/**
 * Amount that a season received: a use counts for the season that contains its date; crops on the field at the same time
 * split it by area share.
 */
export function amountIn(
  season: Season,
  seasons: readonly Season[],
  uses: readonly { day: Day; amount: number }[],
  firstDay: (season: Season) => Day,
): number {
  const isGrowing = (one: Season, day: Day) => day >= firstDay(one) && day <= one.to;
  let total = 0;
  for (const { day, amount } of uses) {
    if (!isGrowing(season, day)) continue;
    const shares = seasons.reduce((sum, one) => (isGrowing(one, day) ? sum + one.areaShare : sum), 0);
    total += (amount * season.areaShare) / shares;
  }
  return total;
}
