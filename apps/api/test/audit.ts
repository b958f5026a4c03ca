/** Reads the audit log of one entity. */
import type { Queries } from './database.ts';

export interface StoredAuditEntry {
  action: string;
  actor_id: string | null;
  before: object | null;
  after: object | null;
}

/** Oldest first. */
export const auditEntries = (app: Queries, entityId: string) =>
  app.sql<StoredAuditEntry>`
    select action, actor_id, before, after from audit_log where entity_id = ${entityId} order by id`;

export const auditActions = async (app: Queries, entityId: string) =>
  (await auditEntries(app, entityId)).map(({ action }) => action);
