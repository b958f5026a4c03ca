/**
 * Combined filters on parcels. The rollups count each filter but not combinations; if a combination matches nothing, an
 * ordered scan would read every parcel. So small results are looked up by index first.
 */
import { BANDS, bandOf, COUNTIES } from '@ardhi/agronomy';
import { type QueryOf, type registers, SoilType } from '@ardhi/contract';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { onlyRow } from '../../lib/database/rows.ts';
import { all, type Found, rowsByIds } from './register-search.ts';

type Kinds = Omit<QueryOf<(typeof registers)['GET /government/lands.csv']>, 'sort'>;

/** With more matches, an ordered scan fills a page quickly. */
const MAX_LOOKED_UP = 2000;

/** Returns undefined if there are many matches (counted by the rollups or here), or for a single filter. */
export async function findFewMatches(
  db: Db,
  filter: Kinds,
  conditions: Sql[],
  counted = 0,
): Promise<Found | undefined> {
  const { q, region, county, soilType, band, bucket, work, compared, unplaced, farmerId } = filter;
  const kinds = [county ?? (region === 'all' ? undefined : region), soilType, band, bucket, work, compared];
  // Parcels without a county or of one band may be a handful among millions, so these filters alone are looked up too.
  const isOneKind = kinds.filter(Boolean).length < 2 && !unplaced && !band;
  const isMany = counted > MAX_LOOKED_UP;
  if (q || farmerId || work === 'overlaps' || isOneKind || isMany) return undefined;
  const inRegion = COUNTIES.filter((each) => !region || region === 'all' || each.region === region);
  const counties = county ? [county] : inRegion.map(({ name }) => name);
  const byIndex = (place: Sql) => sql`
    select id from parcels
    where ${place} and soil_type = any(${soilType ? [soilType] : SoilType.options}::text[])
      and score_band = any(${bandsOf(filter)}::text[]) and ${all(conditions)}`;
  const { count, ids } = await onlyRow<{ count: number; ids: string | null }>(db)`
    with hits as materialized (
      ${byIndex(sql`county = any(${counties}::text[])`)} union all ${byIndex(sql`county is null`)}
    ), few as materialized (select id from hits limit ${MAX_LOOKED_UP + 1})
    select count(*) as count, array_agg(id)::text as ids from few`;
  return count <= MAX_LOOKED_UP ? rowsByIds('parcels', ids ?? '{}') : undefined;
}

/**
 * Bands to search. A score bucket is one band; `initial` is always included, because unassessed parcels have a score, too.
 */
function bandsOf({ band, bucket }: Kinds): string[] {
  const ofBucket = bucket && bandOf(Number(bucket.split('-')[1]));
  return BANDS.filter(
    (each) => (band ?? each) === each && (!ofBucket || each === ofBucket || each === 'initial'),
  );
}
