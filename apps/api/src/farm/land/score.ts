/** Keeps the stored score of a parcel in sync with the engine's result for its records. */
import {
  ENGINE_VERSION,
  evaluate,
  resolveCounty,
  type ScoreResult,
  type SeasonFigures,
  seasonStats,
  TABLES_VERSION,
} from '@ardhi/agronomy';
import {
  landScoreOf,
  type ParcelScore,
  type ScoredParcel,
  type ScoredRecords,
  type ScoreHistoryEntry,
  scoreInputOf,
} from '@ardhi/contract';
import { dateInNairobi, today } from '@ardhi/contract/dates';
import type { Db } from '../../lib/database/db.ts';
import type { ParcelRow } from './columns.ts';
import { saveScoresStatement } from './hot-statements.ts';
import { presentParcel } from './present.ts';
import { partsOf } from './score-history.ts';
import { findScoreResult, loadScoredRecords, type TotalsChange } from './score-queries.ts';

export const SCORE_VERSION = `${ENGINE_VERSION}/${TABLES_VERSION}`;

type ParcelCentre = Pick<ParcelRow, 'centre_lat' | 'centre_lon'>;

export const NO_RECORDS: ScoredRecords = {
  crops: [],
  waterUsage: [],
  fertilizerUsage: [],
  pesticideUsage: [],
};

export function scoreOf(parcel: ScoredParcel, records: ScoredRecords, asOf: string): ScoreResult {
  return evaluate(scoreInputOf(parcel, records, asOf), asOf);
}

/** Location of a parcel: the county confirmed by the farmer, otherwise derived from address and boundary. */
export function resolveLocation(
  confirmedCounty: string | null,
  address: string | null,
  centre?: ParcelCentre,
) {
  const { county, region, source } = resolveCounty({
    county: confirmedCounty,
    address,
    lat: centre?.centre_lat,
    lon: centre?.centre_lon,
  });
  return { county, region, county_source: source };
}

/**
 * Recomputes and stores the scores of locked parcels. With `onlyChanged`, an unchanged score keeps its date, which saves
 * millions of nightly writes. Returns the parcels whose score changed.
 */
export async function rescore(
  db: Db,
  parcels: ParcelRow[],
  asOf: string,
  { onlyChanged = false } = {},
): Promise<ParcelRow[]> {
  const records = await loadScoredRecords(
    db,
    parcels.map(({ id }) => id),
    asOf,
  );
  const scores = parcels.flatMap((parcel) => {
    // The county tables may have changed, too.
    const confirmed = parcel.county_source === 'confirmed' ? parcel.county : null;
    const place = resolveLocation(confirmed, parcel.address, parcel);
    const score = scoreToSave({ ...parcel, ...place }, records.get(parcel.id) ?? NO_RECORDS, asOf);
    return onlyChanged && !hasChanged(parcel, score) ? [] : [score];
  });
  if (scores.length > 0) await saveScores(db, scores);
  const moved = new Set(scores.filter((score) => score.moved).map(({ id }) => id));
  return parcels.filter(({ id }) => moved.has(id));
}

const hasChanged = (parcel: ParcelRow, score: SavedScore): boolean =>
  score.moved ||
  score.confidence !== parcel.confidence ||
  score.status !== parcel.score_status ||
  score.band !== parcel.score_band ||
  score.version !== parcel.score_version ||
  score.county !== parcel.county ||
  score.county_source !== parcel.county_source;

/** Rescores one parcel together with its changed totals. Returns the new score. */
export async function rescoreAfter(db: Db, parcel: ParcelRow, change: TotalsChange): Promise<number> {
  const asOf = today();
  const records = await loadScoredRecords(db, [parcel.id], asOf);
  const score = { ...scoreToSave(parcel, records.get(parcel.id) ?? NO_RECORDS, asOf), ...change };
  await saveScores(db, [score]);
  return score.score;
}

/** Saves scores, explanations, history and changed totals. */
const saveScores = (db: Db, scores: (SavedScore & TotalsChange)[]) =>
  saveScoresStatement(db, [JSON.stringify(scores)]);

type SavedScore = ReturnType<typeof scoreToSave>;

function scoreToSave(parcel: ParcelRow, records: ScoredRecords, asOf: string) {
  const result = scoreOf(presentParcel(parcel), records, asOf);
  return {
    id: parcel.id,
    score: result.score,
    confidence: result.confidencePct,
    status: result.status,
    band: result.band,
    as_of: asOf,
    version: SCORE_VERSION,
    inputs_hash: result.inputsHash,
    county: parcel.county,
    region: parcel.region,
    county_source: parcel.county_source,
    /** Whether the score itself changed, not only its components. */
    moved: result.score !== parcel.score,
    result,
    parts: partsOf(result),
  };
}

/**
 * Returns the stored explanation. It is computed on demand for parcels loaded in bulk, which have none, and after an
 * upgrade until the score run reaches the parcel: bands and values of advice of an older engine differ.
 */
export async function loadExplanation(db: Db, parcel: ParcelRow): Promise<ScoreResult> {
  const stored = await findScoreResult(db, parcel.id);
  if (stored?.engineVersion === ENGINE_VERSION) return stored;
  const records = await loadScoredRecords(db, [parcel.id], parcel.score_as_of);
  return scoreOf(presentParcel(parcel), records.get(parcel.id) ?? NO_RECORDS, parcel.score_as_of);
}

/** Seasons of the last two years, from the records that the score uses. */
export async function seasonsOf(db: Db, parcel: ParcelRow): Promise<SeasonFigures[]> {
  const asOf = today();
  const records = await loadScoredRecords(db, [parcel.id], asOf);
  const input = scoreInputOf(presentParcel(parcel), records.get(parcel.id) ?? NO_RECORDS, asOf);
  return seasonStats(input, asOf);
}

export function presentScore(
  parcel: ParcelRow,
  result: ScoreResult,
  changes: ScoreHistoryEntry[],
): ParcelScore {
  const initial: ScoreHistoryEntry = {
    date: dateInNairobi(new Date(parcel.created_at)),
    score: 50,
    confidence: 0,
    status: 'initial',
  };
  return landScoreOf(parcel.id, result, [initial, ...changes]);
}
