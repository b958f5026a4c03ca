/** Retention periods, one per table, applied nightly by `clean-up`. docs/operations.md gives the reasons. */
import type { DB } from '../../lib/database/database.generated.ts';
import { MAX_SESSION_DAYS } from '../../lib/settings/env.ts';
import { AUDIT_LOG_MONTHS } from './verify.ts';

/** A table with monthly partitions (`name_2026_11`). Partitions are dropped once they ended `months` ago. */
interface PartitionRetention {
  table: keyof DB;
  months: number;
}

/** A table whose rows are deleted in batches, `days` after the time in the column `since`. */
interface RowRetention {
  table: keyof DB;
  since: string;
  days: number;
  /** SQL condition for rows that are never deleted. */
  except?: string;
}

/** Retention of permanently failed jobs and their payloads. */
export const FAILED_JOB_RETENTION_DAYS = 30;

const TWO_YEARS = 730;
const TEN_YEARS = 3650;

export const RETENTION_PERIODS: (PartitionRetention | RowRetention)[] = [
  { table: 'audit_log', months: AUDIT_LOG_MONTHS },
  // The same period as `parcel_views`.
  { table: 'access_lines', months: 24 },
  // An offline device may send changes that are up to this old; their keys must still exist.
  { table: 'idempotency_keys', since: 'created_at', days: 90 },
  { table: 'tombstones', since: 'deleted_at', days: TWO_YEARS },
  {
    table: 'notices',
    since: 'created_at',
    days: TWO_YEARS,
    // The reach of a policy and of an announcement stays on record.
    except: 'id in (select notice_id from policy_sendings union all select id from announcements)',
  },
  { table: 'parcel_views', since: 'viewed_at', days: TWO_YEARS },
  {
    table: 'score_history',
    since: 'as_of',
    days: TEN_YEARS,
    // The last change before the cut-off still gives the parcel's score on later days.
    except: `not exists (select from score_history as later where later.parcel_id = score_history.parcel_id
      and later.id > score_history.id and later.as_of < now() - make_interval(days => ${TEN_YEARS}))`,
  },
  // The handling of complaints is audited, as decisions are.
  { table: 'complaints', since: 'created_at', days: TEN_YEARS },
  // The audit log has the decisions; this is only their progress.
  { table: 'bulk_decisions', since: 'created_at', days: 90 },
  // The audit log has what the files state; they can be created again.
  { table: 'audit_binders', since: 'created_at', days: 90 },
  { table: 'reports', since: 'created_at', days: TWO_YEARS },
  { table: 'reminders', since: 'created_at', days: TWO_YEARS },
  { table: 'sessions', since: 'created_at', days: MAX_SESSION_DAYS },
  { table: 'devices', since: 'last_used_at', days: MAX_SESSION_DAYS },
  { table: 'one_time_codes', since: 'expires_at', days: 1 },
  { table: 'passkey_challenges', since: 'expires_at', days: 1 },
  { table: 'throttles', since: 'window_start', days: 1 },
];
