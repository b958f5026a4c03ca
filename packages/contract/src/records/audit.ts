/** The audit log for officials. */
import * as z from 'zod';
import { AUDIT_ACTIONS, type AuditEntity, HISTORY_ENTITIES } from '../base/audit-actions.ts';
import { AUDIT_DUTIES, date, email, id, line, optional, paging, Role, timestamp } from '../base/fields.ts';
import { MAX_KIND_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';

const keysOf = <Key extends string>(record: Record<Key, unknown>) => Object.keys(record) as [Key, ...Key[]];

/** Only the changed fields. */
const fields = z.record(z.string(), z.unknown()).nullable();

export const AuditEntry = z.object({
  _id: z.string(),
  at: timestamp,
  /** null: not signed in, for example the operator, or hidden: the complainant. The name of a deleted account is empty. */
  actor: z.object({ _id: id, name: z.string(), role: Role }).nullable(),
  /** `land.update`, `subsidy.approve`, … */
  action: z.string(),
  entity: z.string(),
  entityId: id.nullable(),
  /** The person concerned: owner of the parcel, application or account. */
  subjectId: id.nullable(),
  /** The parcel, programme, application, machine, policy, account or complaint as it is now; null if there is none. */
  object: z
    .object({
      /** Empty for a deleted account. */
      name: z.string().nullable(),
      /** The farmer concerned; null for others, and if the object is the account itself. */
      farmer: z.string().nullable(),
      amount: z.number().nullable(),
      /** Reference number of an application or programme, or complaint number. */
      reference: z.string().nullable(),
      kind: z.enum(['programme', 'application', 'farmer', 'government']).nullable(),
    })
    .nullable()
    .optional(),
  before: fields,
  after: fields,
  /** For auditors: farmers are named by initials, and texts and contact data are left out. */
  masked: z.literal(true).optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** `person` (id, email or name) matches as actor and as account concerned; `from` and `to` are inclusive. */
export const auditFilters = {
  person: optional(z.union([id, email, line(MAX_NAME_LENGTH)])),
  /** Of an application or programme, with or without separators. */
  reference: optional(line(MAX_KIND_LENGTH)),
  entity: optional(z.enum(keysOf<AuditEntity>(AUDIT_ACTIONS))),
  entityId: optional(id),
  action: optional(z.enum(Object.values(AUDIT_ACTIONS).flat())),
  from: optional(date),
  to: optional(date),
};

export const AuditedPerson = z.object({
  _id: id,
  /** All are empty for a deleted account. */
  name: z.string(),
  email: z.string(),
  phoneNumber: z.string(),
});
export type AuditedPerson = z.infer<typeof AuditedPerson>;

export const audit = contract({
  'GET /government/trail/{entity}/{id}': {
    summary: 'What was done to a parcel, a programme, an application or a policy, newest first',
    access: 'government',
    params: z.object({ entity: z.enum(keysOf(HISTORY_ENTITIES)) }),
    query: z.object(paging),
    response: z.array(AuditEntry),
    paged: true,
  },
  'GET /government/audit': {
    summary: 'The audit trail, newest first',
    access: 'government',
    area: 'country',
    reads: 'replica',
    duty: AUDIT_DUTIES,
    limit: 'search',
    query: z.object({ ...auditFilters, ...paging }),
    response: z.array(AuditEntry),
    paged: true,
  },
  'GET /government/audit.csv': {
    summary: 'The audit trail as a table, with its filters: at most the newest 100,000 entries',
    access: 'government',
    area: 'country',
    reads: 'replica',
    duty: AUDIT_DUTIES,
    auditAction: 'audit.export',
    limit: 'export',
    confirmed: true,
    query: z.object(auditFilters),
    produces: 'text/csv',
  },
  'POST /government/audit/people/{id}': {
    summary:
      'Name and contact data of a farmer, whom auditors see by initials; the farmer can read who asked',
    access: 'government',
    duty: AUDIT_DUTIES,
    response: AuditedPerson,
  },
});
