/** The audit trail: who changed what, when, from what to what. */
import type { Db } from './db.ts';
import { prepared } from './prepared.ts';

export interface AuditEntry {
  /** null: the system itself, for example a nightly job. */
  actorId: string | null;
  /** `land.update`, `subsidy.approve`, … */
  action: string;
  entity: string;
  entityId: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  requestId?: string;
}

/** For a statement that writes its own entry, to spare a round trip; in the order of `auditValues`. */
export const AUDIT_COLUMNS = 'actor_id, action, entity, entity_id, before, after, request_id';

export function auditValues(entry: AuditEntry): (string | null)[] {
  const [before, after] = changedFields(entry.before, entry.after);
  return [
    entry.actorId,
    entry.action,
    entry.entity,
    entry.entityId,
    before ? JSON.stringify(before) : null,
    after ? JSON.stringify(after) : null,
    entry.requestId ?? null,
  ];
}

const insertEntry = prepared(
  'audit',
  `insert into audit_log (${AUDIT_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Written in the transaction of the change. Callers hand in the fields that matter, never a secret. */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  await insertEntry(db, auditValues(entry));
}

type Fields = Record<string, unknown> | null | undefined;

/** For an edit only the fields that differ are worth keeping. */
export function changedFields(before: Fields, after: Fields): [Fields, Fields] {
  if (!before || !after) return [before ?? null, after ?? null];
  const keys = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return [pick(before), pick(after)];
}
