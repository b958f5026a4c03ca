/** The register of applications that have been pending for long. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { countyWithin, type Scope } from '../../lib/http/scope.ts';
import type { Paging } from './register-order.ts';

export interface PendingRow {
  id: string;
  name: string;
  amount_cents: number;
  owner_id: string;
  owner_name: string;
  counties: string[];
  created_at: string;
}

/** Oldest first. */
export async function listPending(
  db: Db,
  scope: Scope,
  { county: requestedCounty, today, days }: { county?: string; today: string; days: number },
  { limit, after }: Paging,
): Promise<PendingRow[]> {
  const county = countyWithin(scope, requestedCounty);
  const { rows } = await sql<PendingRow>`
    select id, name, amount_cents, owner_id, owner_name, counties, created_at from subsidies
    where kind = 'application' and status = 'pending'
      and nairobi_date(created_at) < ${today}::date - ${days}::int
      and created_at < ${today}::date - ${days - 1}::int
      ${county ? sql`and county = ${county}` : sql``}
      ${after ? sql`and (created_at, id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``}
    order by created_at, id limit ${limit + 1}
  `.execute(db);
  return rows;
}
