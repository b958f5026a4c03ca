/** The register of applications that have been pending for long. */
import { PENDING_REMINDER_DAYS as DAYS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { isAfter, type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { BY_CREATION } from '../../lib/http/page.ts';
import { fromCents } from '../../lib/text/money.ts';

interface PendingRow {
  id: string;
  name: string;
  amount_cents: number;
  owner_id: string;
  owner_name: string;
  counties: string[];
  created_at: string;
}

/** Oldest first. A county reads no other county of an applicant's land. */
export const listPending = (
  db: Db,
  seen: string | null,
  county: string | undefined,
  today: string,
  { limit, after }: PageRequest,
) =>
  rowsOf<PendingRow>(db)`
    select id, name, amount_cents, owner_id, owner_name,
      ${seen === null ? sql`counties` : sql`array[${seen}::text]`} as counties, created_at
    from subsidies
    where kind = 'application' and status = 'pending'
      and nairobi_date(created_at) < ${today}::date - ${DAYS}::int
      and created_at < ${today}::date - ${DAYS - 1}::int
      and ${county ? sql`county = ${county}` : sql`true`} and ${isAfter(BY_CREATION, 'asc', after)}
    order by created_at, id limit ${limit + 1}`;

export const presentPending = (row: PendingRow) => ({
  _id: row.id,
  name: row.name,
  amount: fromCents(row.amount_cents),
  farmer: row.owner_name,
  farmerId: row.owner_id,
  counties: row.counties,
  createdAt: row.created_at,
});
