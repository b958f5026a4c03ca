/** How long rows live: one line a table. `clean-up` ends them every night; docs/operations.md says why so long. */
import type { DB } from '../../lib/database/database.generated.ts';
import { MAX_SESSION_DAYS } from '../../lib/settings/env.ts';

/** A table in months, `name_2026_11`, of which whole ones are dropped that ended so many months ago. */
interface MonthsLife {
  table: keyof DB;
  months: number;
}

/** A table of which rows are deleted in batches, so many days after the time in the column `since`. */
interface DaysLife {
  table: keyof DB;
  since: string;
  days: number;
  /** In SQL: rows that stay nevertheless. */
  except?: string;
}

/** Of a job that was given up, with its payload. */
export const LOST_JOB_DAYS = 30;

const TWO_YEARS = 730;
const TEN_YEARS = 3650;

export const LIVES: (MonthsLife | DaysLife)[] = [
  // As long as decisions about public money are audited.
  { table: 'audit_log', months: 84 },
  // As who opened a parcel.
  { table: 'access_lines', months: 24 },
  // A phone may send work that waited this long; its keys must still be known.
  { table: 'idempotency_keys', since: 'created_at', days: 90 },
  { table: 'tombstones', since: 'deleted_at', days: TWO_YEARS },
  {
    table: 'notices',
    since: 'created_at',
    days: TWO_YEARS,
    // How far a policy reached stays part of the record.
    except: 'id in (select notice_id from policy_sendings)',
  },
  { table: 'parcel_views', since: 'viewed_at', days: TWO_YEARS },
  {
    table: 'score_history',
    since: 'as_of',
    days: TEN_YEARS,
    // What a parcel's score was on a later day is the last change before it.
    except: `not exists (select from score_history as later where later.parcel_id = score_history.parcel_id
      and later.id > score_history.id and later.as_of < now() - make_interval(days => ${TEN_YEARS}))`,
  },
  // As decisions: whether people were heard is audited, too.
  { table: 'complaints', since: 'created_at', days: TEN_YEARS },
  { table: 'reports', since: 'created_at', days: TWO_YEARS },
  { table: 'reminders', since: 'created_at', days: TWO_YEARS },
  { table: 'sessions', since: 'created_at', days: MAX_SESSION_DAYS },
  { table: 'devices', since: 'last_used_at', days: MAX_SESSION_DAYS },
  { table: 'one_time_codes', since: 'expires_at', days: 1 },
  { table: 'passkey_challenges', since: 'expires_at', days: 1 },
  { table: 'throttles', since: 'window_start', days: 1 },
];
