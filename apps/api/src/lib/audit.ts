/** The audit trail: who changed what, when, from what to what. */
import type { Db } from './db.ts';

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

/** Written in the transaction of the change. Callers hand in the fields that matter, never a secret. */
export async function audit(db: Db, entry: AuditEntry): Promise<void> {
  const [before, after] = changedFields(entry.before, entry.after);
  await db
    .insertInto('audit_log')
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
      request_id: entry.requestId ?? null,
    })
    .execute();
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
