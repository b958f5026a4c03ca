/**
 * Two database roles: the owner runs migrations, the server works as a role that can only read and insert into the audit
 * log. Everything else there is done by the functions of sql/trail.sql that run as the owner.
 */
import { ServerClient } from '@ardhi/embedded-postgres';
import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './db.ts';

const insertRights = (columns: string) => columns.split(', ').map((column) => `insert (${column})`);
/** By column, as in `AUDIT_COLUMNS`: id, time and transaction of a row are not for the server to choose. */
const AUDIT_LOG_RIGHTS = [
  'select',
  ...insertRights('actor_id, action, entity, entity_id, before, after, request_id'),
];
const AUDIT_VERIFICATION_RIGHTS = ['select', ...insertRights('result, faults')];

/**
 * Grants the role what it lacks, and takes back what it must not have, so a start without changes writes nothing.
 * The statements stored in `migrations` run as the owner at the next upgrade, so the role must not write them.
 * VACUUM of the deltas needs MAINTAIN, which exists from PostgreSQL 17 on; before, autovacuum does that work.
 */
const GRANTS = `
  with relations as (
    select pg_class.oid, relkind, relrowsecurity, nspname, format('%I.%I', nspname, relname) as name,
      case
        when relkind = 'S' then array['usage', 'select']
        when relispartition then '{}'
        when relkind = 'v' or nspname = 'public' and relname in ('audit_seals', 'migrations') then array['select']
        when nspname = 'public' and relname = 'audit_log' then $2::text[]
        when nspname = 'public' and relname = 'audit_verifications' then $3::text[]
        else array['select', 'insert', 'update', 'delete'] || case
          when relname like '%\\_deltas' and current_setting('server_version_num')::int >= 170000
          then array['maintain'] else '{}' end
      end as rights
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname in ('public', 'graphile_worker') and relkind in ('r', 'p', 'v', 'S')
      and pg_has_role(relowner, 'usage')
  ), rights as (
    select relations.*, held.rights as held
    from relations, lateral (
      select coalesce(array_agg(lower(privilege_type) || coalesce(' (' || quote_ident(attname) || ')', '')), '{}') as rights
      from (
        select relacl as acl, null as attname from pg_class where pg_class.oid = relations.oid
        union all select attacl, attname from pg_attribute where attrelid = relations.oid
      ) as granted, aclexplode(acl)
      where grantee = $1::regrole
    ) as held
  )
  select 1 as step, format('grant usage on schema %I to %s', nspname, $1::regrole) as statement
  from pg_namespace
  where nspname in ('public', 'graphile_worker') and not has_schema_privilege($1::regrole, oid, 'usage')
  union all
  select 1, 'revoke create on schema public from public'
  where has_schema_privilege($1::regrole, 'public', 'create') and pg_has_role((
    select nspowner from pg_namespace where nspname = 'public'), 'usage')
  union all
  select 2, format('revoke all on %s %s from %s', case relkind when 'S' then 'sequence' else 'table' end, name, $1::regrole)
  from rights where not held <@ rights
  union all
  select 3, format('grant %s on %s %s to %s', array_to_string(rights, ', '),
    case relkind when 'S' then 'sequence' else 'table' end, name, $1::regrole)
  from rights where rights <> '{}' and not (held @> rights and held <@ rights)
  union all
  -- The job runner protects its tables by row security, which exempts only their owner.
  select 4, format('create policy ardhi on %s using (true) with check (true)', name)
  from relations where relrowsecurity and not exists (select from pg_policy where polrelid = relations.oid)
  order by step`;

/** Two processes that start at once would change the same catalog rows. */
const LOCK = 'select pg_advisory_xact_lock(1634886760, 12)';

/** Grants in the current transaction of the owner, for example that of an upgrade. */
export async function grantRights(client: pg.ClientBase, role: string): Promise<void> {
  await client.query(LOCK);
  const { rows: current } = await client.query<{ name: string }>('select current_user as name');
  if (current[0]!.name === role) return;
  const { rows } = await client.query<{ statement: string }>(GRANTS, [
    pg.escapeIdentifier(role),
    AUDIT_LOG_RIGHTS,
    AUDIT_VERIFICATION_RIGHTS,
  ]);
  for (const { statement } of rows) await client.query(statement);
}

/** Prepares the role in the database of the owner's pool. */
export async function grantAppRole(owner: pg.Pool, role: string): Promise<void> {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await grantRights(client, role);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** Role of this address: a setting of the server may replace the name in it. */
export async function roleOf(connectionString: string): Promise<string> {
  const client = new ServerClient({ connectionString });
  await client.connect();
  const { rows } = await client
    .query<{ name: string }>('select current_user as name')
    .finally(() => client.end());
  return rows[0]!.name;
}

/** Whether the role of this connection can neither change nor drop the audit log, its seals and their functions. */
export async function isAuditLogSeparated(db: Db): Promise<boolean> {
  const { rows } = await sql<{ separated: boolean }>`
    select not (
      has_schema_privilege('public', 'create')
      or pg_has_role(session_user, datdba, 'member')
      or exists (
        select from pg_class
        where (oid in ('audit_log'::regclass, 'audit_seals'::regclass) or oid in (
            select inhrelid from pg_inherits where inhparent = 'audit_log'::regclass))
          and (pg_has_role(session_user, relowner, 'member')
            or has_any_column_privilege(session_user, oid, 'update')
            or has_table_privilege(session_user, oid, 'delete, truncate, trigger')))
    ) as separated
    from pg_database where datname = current_database()`.execute(db);
  return rows[0]!.separated;
}
