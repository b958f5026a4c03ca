/** Audit log search: a few index scans, newest first, merged and limited to one page. */
import type { AuditEntry, Role } from '@ardhi/contract';
import type { AuditAction, AuditEntity, HistorySubject } from '@ardhi/contract/audit-actions';
import { TIME_ZONE } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import type { Db, Sql } from '../../lib/database/db.ts';
import { type PageRequest, rowsOf } from '../../lib/database/rows.ts';
import {
  type Area,
  complaintIsOpenTo,
  countyOf,
  hasLandWithin,
  type Scope,
  type Viewer,
  within,
} from '../../lib/http/scope.ts';
import { fromCents } from '../../lib/text/money.ts';
import { prefixQuery } from '../../lib/text/search-terms.ts';

/** As built by the statement below: the amount in cents. */
type StoredObject = Omit<NonNullable<AuditEntry['object']>, 'amount'> & { amountCents: number | null };

export interface AuditRow {
  id: number;
  at: string;
  action: string;
  entity: string;
  entity_id: string | null;
  subject_id: string | null;
  object: StoredObject | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  request_id: string | null;
  actor_id: string | null;
  actor_name: string | null;
  actor_role: Role | null;
}

export interface AuditSearch {
  /** Entries about complaints that are hidden from this official are left out. */
  viewer: Viewer;
  personIds?: readonly string[];
  entities?: readonly AuditEntity[];
  entityId?: string;
  actions?: readonly AuditAction[];
  from?: string;
  to?: string;
}

/** Whether the entity is in the official's area. Policies are national, so every official may read them. */
export async function isEntityInArea(
  db: Db,
  scope: Area,
  subject: HistorySubject,
  id: string,
): Promise<boolean> {
  const county = countyOf(scope);
  if (county === null || subject === 'policy') return true;
  const found =
    subject === 'parcel'
      ? sql`select from parcels where id = ${id} and county = ${county}`
      : sql`select from subsidies where id = ${id} and (county = ${county} or (county is null and kind = 'programme'))`;
  const { rows } = await sql<{ found: boolean }>`select exists (${found}) as found`.execute(db);
  return rows[0]!.found;
}

/** A farmer with land or an application in the area. */
export function findFarmer(db: Db, scope: Scope, id: string) {
  const hasApplied = sql<boolean>`exists (
    select from subsidies where owner_id = users.id and kind = 'application' and ${within(scope, sql`subsidies.county`)})`;
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone_number'])
    .where('id', '=', id)
    .where('role', '=', 'farmer')
    .where((is) => is.or([hasLandWithin(scope, sql`users.id`), hasApplied]))
    .executeTakeFirst();
}

type FoundUser = { id: string; role: Role };

export const listUsersByEmail = (db: Db, email: string) =>
  rowsOf<FoundUser>(db)`
    select id, role from users where lower(email) = ${email.toLowerCase()} and deleted_at is null`;

/** At most one more than `MAX_NAMESAKES`, of farmers and officials. Closed accounts of officials keep their name. */
export async function listUsersByName(
  db: Db,
  name: string,
  { wholeWords }: { wholeWords: boolean },
): Promise<FoundUser[]> {
  const prefixes = prefixQuery(name);
  if (!prefixes) return [];
  const query = wholeWords ? sql`plainto_tsquery('simple', ${name})` : sql`to_tsquery('simple', ${prefixes})`;
  const isNamed = sql`to_tsvector('simple', name) @@ ${query}`;
  // Two index scans: of users_name_words, and of users_mailbox, which has officials only.
  return rowsOf<FoundUser>(db)`
    select id, role from users where deleted_at is null and ${isNamed}
    union all
    select id, role from users
    where role = 'government' and deleted_at is not null and name <> '' and ${isNamed}
    order by id limit ${MAX_NAMESAKES + 1}`;
}

/** Each is two index scans. */
export const MAX_NAMESAKES = 20;

export async function findIdByReference(db: Db, reference: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('subsidies')
    .select('id')
    .where('reference', '=', reference)
    .executeTakeFirst();
  return found?.id;
}

/** Conditions that each match an index; their union covers the whole search. */
function slicesOf({ personIds, entities, entityId, actions }: AuditSearch): Sql[] {
  if (entityId && entities)
    return entities.map((entity) => sql`entity = ${entity} and entity_id = ${entityId}`);
  if (personIds)
    return personIds.flatMap((personId) => [
      sql`actor_id = ${personId}`,
      sql`entity = 'user' and entity_id = ${personId}
        and (actor_id is null or actor_id <> all(${personIds}::uuid[]))`,
    ]);
  if (actions) return actions.map((action) => sql`action = ${action}`);
  return [sql`true`];
}

/** Days in Nairobi time, both inclusive. */
function withinDays({ from, to }: AuditSearch): Sql[] {
  const startOf = (day: Sql) => sql`(${day})::timestamp at time zone ${TIME_ZONE}`;
  return [
    ...(from ? [sql`at >= ${startOf(sql`${from}::date`)}`] : []),
    ...(to ? [sql`at < ${startOf(sql`${to}::date + 1`)}`] : []),
  ];
}

/** Entries that would name a complainant. Their name is shown at the complaint, on request and with an access log entry. */
const HIDES_ACTOR: AuditAction = 'complaint.create';
/** An official who files a complaint for a visitor is not hidden. */
const isComplainant = sql`(action = ${sql.lit(HIDES_ACTOR)} and exists (
  select from users where users.id = actor_id and role = 'farmer'))`;

export const hidesActor = ({ action, actor_id }: AuditRow): boolean =>
  action === HIDES_ACTOR && actor_id === null;

export async function listAudit(
  db: Db,
  search: AuditSearch,
  { limit, after }: PageRequest,
): Promise<AuditRow[]> {
  const { viewer, personIds, entities, entityId, actions } = search;
  if (personIds?.length === 0) return [];
  const conditions = [
    sql`(entity <> 'complaint' or exists (
      select from complaints as complaint where complaint.id = audit_log.entity_id and ${complaintIsOpenTo(viewer)}))`,
    ...withinDays(search),
    ...(personIds
      ? [
          sql`(actor_id = any(${personIds}::uuid[]) or (entity = 'user' and entity_id = any(${personIds}::uuid[])))`,
          sql`not ${isComplainant}`,
        ]
      : []),
    ...(entities ? [sql`entity = any(${entities})`] : []),
    ...(entityId ? [sql`entity_id = ${entityId}`] : []),
    ...(actions ? [sql`action = any(${actions})`] : []),
    ...(after ? [sql`(at, id) < (${after[0]}::timestamptz, ${after[1]}::bigint)`] : []),
  ];
  const newestFirst = sql`order by at desc, id desc limit ${limit + 1}`;
  const scans = slicesOf(search).map(
    (slice) =>
      sql`(select * from audit_log where ${sql.join([slice, ...conditions], sql` and `)} ${newestFirst})`,
  );
  // Leaves out boundary coordinates: thousands of vertices are of no use in a list.
  const { rows } = await sql<AuditRow>`
    with page as materialized (
      select * from (${sql.join(scans, sql` union all `)}) as merged ${newestFirst}
    )
    select page.id, page.at, page.action, page.entity, page.entity_id, page.request_id,
      page.before - 'coordinates' as before, page.after - 'coordinates' as after,
      actor.id as actor_id, actor.name as actor_name, actor.role as actor_role,
      coalesce(
        parcels.owner_id, case subsidies.kind when 'application' then subsidies.owner_id end, equipment.owner_id,
        account.id
      ) as subject_id,
      case when coalesce(parcels.id, subsidies.id, equipment.id, policies.id, account.id, complaints.id) is not null
        then jsonb_build_object(
          'name', coalesce(parcels.name, subsidies.name, equipment.name, policies.title, account.name),
          'farmer', coalesce(owner.name, case subsidies.kind when 'application' then subsidies.owner_name end),
          'amountCents', subsidies.amount_cents,
          'reference', coalesce(subsidies.reference, complaints.number),
          'kind', coalesce(subsidies.kind, account.role))
        end as object
    from page
    left join users as actor on actor.id = page.actor_id and not ${isComplainant}
    left join parcels on page.entity in ('land', 'boundary', 'parcel-view') and parcels.id = page.entity_id
    left join subsidies on page.entity = 'subsidy' and subsidies.id = page.entity_id
    left join equipment on page.entity = 'equipment' and equipment.id = page.entity_id
    left join users as owner on owner.id = coalesce(parcels.owner_id, equipment.owner_id)
    left join policies on page.entity = 'policy' and policies.id = page.entity_id
    left join users as account on page.entity = 'user' and account.id = page.entity_id
    left join complaints on page.entity = 'complaint' and complaints.id = page.entity_id
    order by page.at desc, page.id desc
  `.execute(db);
  return rows;
}

function presentObject(object: StoredObject | null): AuditEntry['object'] {
  if (!object) return null;
  const { amountCents, ...others } = object;
  return { ...others, amount: amountCents === null ? null : fromCents(amountCents) };
}

export function presentEntry(row: AuditRow): AuditEntry {
  return {
    _id: String(row.id),
    at: row.at,
    actor: row.actor_id ? { _id: row.actor_id, name: row.actor_name ?? '', role: row.actor_role! } : null,
    action: row.action,
    entity: row.entity,
    entityId: row.entity_id,
    subjectId: row.subject_id,
    object: presentObject(row.object),
    before: row.before,
    after: row.after,
  };
}
