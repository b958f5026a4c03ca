/** Audit log: actor, time, and the values before and after each change. */
import type { Route } from '@ardhi/contract';
import { AUDIT_ACTIONS, type AuditAction } from '@ardhi/contract/audit-actions';
import type { Labelled } from '@ardhi/contract/audit-fields';
import type { Db } from '../database/db.ts';
import { prepared } from '../database/prepared.ts';
import { keyedHash } from '../settings/keyed-hash.ts';

export interface AuditEntry {
  action: AuditAction;
  /** Default: the entity type of the action. */
  entity?: string;
  entityId: string | null;
  before?: Fields;
  after?: Fields;
  /** Set if the actor is not signed in: at registration or when resetting a forgotten password. */
  actorId?: string;
}

/** Checks that each field has a label on the page of the audit log. */
export interface LabelledEntry<Before extends Fields, After extends Fields>
  extends Omit<AuditEntry, 'before' | 'after'> {
  before?: (Before & NoInfer<Labelled<Before>>) | null;
  after?: (After & NoInfer<Labelled<After>>) | null;
}

/** Actor and request. Both are empty for the system itself, for example a nightly job. */
export interface Author<User = { id: string } | undefined> {
  user: User;
  requestId: string | null;
}

/** For statements that insert their own entry to save a round trip; same order as `auditValues`. */
export const AUDIT_COLUMNS = 'actor_id, action, entity, entity_id, before, after, request_id';

const entityByAction = new Map<string, string>(
  Object.entries(AUDIT_ACTIONS).flatMap(([entity, actions]) => actions.map((action) => [action, entity])),
);

export function auditValues({ user, requestId }: Author, entry: AuditEntry): (string | null)[] {
  const [before, after] = changedFields(entry.before, entry.after);
  return [
    entry.actorId ?? user?.id ?? null,
    entry.action,
    entry.entity ?? entityByAction.get(entry.action)!,
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

/** Runs in the transaction of the change. Callers pass only relevant fields and never a secret. */
export async function audit(db: Db, author: Author, entry: AuditEntry): Promise<void> {
  await insertEntry(db, auditValues(author, entry));
}

/** Logs a read under its route's action. Names and addresses that were searched for are stored as a keyed hash. */
export async function auditRead(
  db: Db,
  author: Author,
  action: NonNullable<Route['auditAction']>,
  { params, query }: { params: Record<string, unknown>; query: unknown },
): Promise<void> {
  const { q, cursor, limit: _, ...filters } = (query ?? {}) as Record<string, unknown>;
  if (action.endsWith('.search') && (!q || cursor)) return;
  const hashedTerms = q ? { words: keyedHash('words', String(q).toLowerCase()) } : null;
  const { person } = filters;
  if (typeof person === 'string' && !isUuid(person))
    filters.person = keyedHash('account', person.toLowerCase());
  const after = hashedTerms || Object.keys(filters).length > 0 ? { ...filters, ...hashedTerms } : null;
  const entityId = typeof params.id === 'string' ? params.id : null;
  await audit(db, author, { action, entityId, after });
}

const isUuid = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);

export type Fields = Record<string, unknown> | null | undefined;

/** An edit stores only the fields that differ. */
export function changedFields(before: Fields, after: Fields): [Fields, Fields] {
  if (!before || !after) return [before ?? null, after ?? null];
  const keys = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (from: Record<string, unknown>) => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return [pick(before), pick(after)];
}
