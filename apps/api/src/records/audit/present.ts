import type { AuditEntry } from '@ardhi/contract';
import type { AuditRow } from './queries.ts';

export function presentEntry(row: AuditRow): AuditEntry {
  return {
    _id: String(row.id),
    at: row.at,
    actor: row.actor_id ? { _id: row.actor_id, name: row.actor_name ?? '', role: row.actor_role! } : null,
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    subjectId: row.subject_id,
    before: row.before,
    after: row.after,
  };
}
