/** The officials' metrics of a week, a month and a year ago, for comparison. */
import { PERIOD_DAYS, Period, Region } from '@ardhi/contract';
import { sql } from 'kysely';
import { saveSnapshot } from '../../insight/analytics/history.ts';
import { readMetrics } from '../../insight/analytics/metrics.ts';
import { metricsOf } from '../../insight/analytics/present.ts';
import type { Db } from '../../lib/database/db.ts';
import { NATIONAL_SCOPE } from '../../lib/http/scope.ts';
import { type Day, dateOf } from '../calendar.ts';

/** Reads the rollups, which must be complete. */
export async function addSnapshots(db: Db, asOf: Day): Promise<void> {
  for (const period of Period.options)
    for (const region of ['all', ...Region.options] as const) {
      const view = { period, region, today: dateOf(asOf - PERIOD_DAYS[period]) };
      await saveSnapshot(db, NATIONAL_SCOPE, view, metricsOf(await readMetrics(db, NATIONAL_SCOPE, view)));
    }
  // The rollups have today's totals: they are reduced to what was registered by then. Scores start at 50.
  await sql`
    update analytics_snapshots as snapshot set farmers = round(snapshot.farmers * past.farmers),
      parcels = round(snapshot.parcels * past.parcels), acres = snapshot.acres * past.acres,
      assessed = round(assessed * past.parcels), score = 50 + (score - 50) * past.parcels,
      weighted_score = 50 + (weighted_score - 50) * past.acres
    from (
      select day,
        (select avg((nairobi_date(created_at) <= day)::int) from users where role = 'farmer') as farmers,
        (select avg((nairobi_date(created_at) <= day)::int) from parcels) as parcels,
        (select coalesce(sum(size_acres) filter (where nairobi_date(created_at) <= day), 0) / sum(size_acres)
          from parcels) as acres
      from (select distinct day from analytics_snapshots) as days) as past
    where past.day = snapshot.day`.execute(db);
}
