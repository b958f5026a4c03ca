/** The register of overdue applications. */
import { sql } from 'kysely';
import type { Db } from '../../lib/database/db.ts';
import { isAfter, type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import { fromCents } from '../../lib/text/money.ts';
import { isOverdue } from '../../office/queue/queries.ts';

interface PendingRow {
  id: string;
  name: string;
  amount_cents: number;
  owner_id: string;
  owner_name: string;
  counties: string[];
  created_at: string;
  due_on: string;
  age: number;
}

/** Keys of the indexes of the queue. */
export const BY_DUE_DATE = ['due_on', 'id'] as const;

/** Oldest first. A county reads no other county of an applicant's land. */
export const listPending = (
  db: Db,
  seen: string | null,
  county: string | undefined,
  { limit, after }: PageRequest,
) =>
  rowsOf<PendingRow>(db)`
    select id, name, amount_cents, owner_id, owner_name,
      ${seen === null ? sql`counties` : sql`array[${seen}::text]`} as counties, created_at, due_on,
      working_days_between(nairobi_date(created_at), nairobi_date(now())) - stopped_days as age
    from subsidies
    where kind = 'application' and status = 'pending' and ${isOverdue}
      and ${county ? sql`county = ${county}` : sql`true`} and ${isAfter(BY_DUE_DATE, 'asc', after)}
    order by due_on, id limit ${limit + 1}`;

export const presentPending = (row: PendingRow) => ({
  _id: row.id,
  name: row.name,
  amount: fromCents(row.amount_cents),
  farmer: row.owner_name,
  farmerId: row.owner_id,
  counties: row.counties,
  createdAt: row.created_at,
  age: row.age,
});
