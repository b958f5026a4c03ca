/** The audit trail: who changed what, when, from what to what. */
import type { Route } from '@ardhi/contract';
import type { AuditAction } from '@ardhi/contract/audit-actions';
import type { Db } from '../database/db.ts';
import { prepared } from '../database/prepared.ts';
import { keyedHash } from '../settings/keyed-hash.ts';

export interface AuditEntry {
  action: AuditAction;
  entity: string;
  entityId: string | null;
  before?: Record<string, unknown> | null;
  after?: Record<string, unknown> | null;
  /** Where it is not whoever is signed in: a person who registers, or resets a forgotten password. */
  actorId?: string;
}

/** Who acts, and for which request. Nobody signed in and no request: the system itself, for example a nightly job. */
export interface Author<User = { id: string } | undefined> {
  user: User;
  requestId: string | null;
}

/** For a statement that writes its own entry, to spare a round trip; in the order of `auditValues`. */
export const AUDIT_COLUMNS = 'actor_id, action, entity, entity_id, before, after, request_id';

export function auditValues({ user, requestId }: Author, entry: AuditEntry): (string | null)[] {
  const [before, after] = changedFields(entry.before, entry.after);
  return [
    entry.actorId ?? user?.id ?? null,
    entry.action,
    entry.entity,
    entry.entityId,
    before ? JSON.stringify(before) : null,
    after ? JSON.stringify(after) : null,
    requestId,
  ];
}

const insertEntry = prepared(
  'audit',
  `insert into audit_log (${AUDIT_COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7)`,
);

/** Written in the transaction of the change. Callers hand in the fields that matter, never a secret. */
export async function audit(db: Db, author: Author, entry: AuditEntry): Promise<void> {
  await insertEntry(db, auditValues(author, entry));
}

/** A read that leaves an entry, by the name that its route states. The words are somebody's name: a keyed hash of them stays. */
export async function auditRead(
  db: Db,
  author: Author,
  action: NonNullable<Route['trail']>,
  { params, query }: { params: Record<string, unknown>; query: unknown },
): Promise<void> {
  const { q, cursor, limit: _, ...filters } = (query ?? {}) as Record<string, unknown>;
  const entity = action.split('.')[1]!;
  if (entity === 'search' && (!q || cursor)) return;
  const words = q ? { words: keyedHash('words', String(q).toLowerCase()) } : null;
  const after = words || Object.keys(filters).length > 0 ? { ...filters, ...words } : null;
  await audit(db, author, {
    action,
    entity,
    entityId: typeof params.id === 'string' ? params.id : null,
    after,
  });
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
