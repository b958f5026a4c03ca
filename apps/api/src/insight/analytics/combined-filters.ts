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
  // Parcels without a county may be a handful among millions, so this filter alone is looked up too.
  const isOneKind = kinds.filter(Boolean).length < 2 && !unplaced;
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
 * Bands to search. A score bucket spans one or two bands; `initial` is always included, because an unassessed parcel
 * can have any score.
 */
function bandsOf({ band, bucket }: Kinds): string[] {
  const [lowest = 0, highest = 100] = bucket?.split('-').map(Number) ?? [];
  const possible = new Set<string>(['initial', bandOf(lowest), bandOf(highest)]);
  return BANDS.filter((each) => (band ?? each) === each && (!bucket || possible.has(each)));
}
