/**
 * Audit log check of `npm run verify` and of the daily job: every row matches its seal, every seal the one before it, and
 * nothing is missing before its time. Nothing that the database says about itself excuses a fault: no function of the
 * database is called, and entries of the log are only data.
 */
import { CompiledQuery } from 'kysely';
import { connect, type Database } from '../../lib/database/database.ts';
import type { Db } from '../../lib/database/db.ts';

/** The audit period for decisions about public money. */
export const AUDIT_LOG_MONTHS = 84;

/** Actions whose payload is never erased, as in `is_decision` of sql/trail.sql. */
export const DECISIONS = String.raw`^(subsidy\.(create|delete|close|reopen|approve|reject|mark-.*|return|uphold|dismiss)|overlap\.(settle|reopen)|(case|bulk|policy|post|invitation|ombudsperson|setting|binder|announcement)\..*|complaint\.answer|user\.(reset-code|vouch|suspend|unsuspend))$`;

/** Further actions that only officials do, as in `is_official_action` of sql/trail.sql. */
export const OFFICIAL_ACTIONS = String.raw`^((contact|analytics|farmer|audit|gis|job|template|board)\..*|(subsidy|land)\.(search|export)|parcel\.view|complaint\.(take-up|reveal)|user\.(grant-manage|revoke-manage|close))$`;

/** Exit codes of `npm run verify`, and results of the daily job. */
export const VERIFY_RESULTS = { correct: 0, failed: 1, tampered: 2, restored: 3 } as const;

export interface AuditVerification {
  /** Differences from what was sealed. */
  faults: string[];
  /** Restores after which rows may be missing, and heads that they may explain. Empty once accepted. */
  losses: string[];
  seals: number;
  sealed: number;
  erased: number;
  unsealed: number;
  head: string;
}

export interface VerifyOptions {
  /** Seal hashes that were stored outside the database. */
  heads?: string[];
  retentionMonths?: number;
}

/** $1: months of retention; $2: the verifier's clock. A month that is past its retention period may be missing. */
const SEAL_FAULTS = `
  with seals as materialized (
    select seal.*, lag(hash) over (order by id) as hash_before, lag(id) over (order by id) as id_before,
      sha256(previous || rows_hash || convert_to(jsonb_build_array(
        id, epoch, to_char(month, 'YYYY-MM'), from_xid::text, until_xid::text, ids::text, count,
        (extract(epoch from sealed_at) * 1000)::bigint)::text, 'UTF8')) as computed
    from public.audit_seals as seal
  ), last as (
    select epoch, until_xid, sealed_at from seals order by id desc limit 1
  )
  select 'replaced, or hides rows: ' || oid::regclass as fault, null::bigint as seal_id, null as row_ids
  from pg_class
  where relrowsecurity and oid = any (array['public.audit_log', 'public.audit_seals', 'public.users']::regclass[])
    or relkind <> 'p' and oid = 'public.audit_log'::regclass
    or relkind <> 'r' and (oid in ('public.audit_seals'::regclass, 'public.users'::regclass)
      or oid in (select inhrelid from pg_inherits where inhparent = 'public.audit_log'::regclass))
  union all
  select 'seal changed', id, null from seals where computed <> hash
  union all
  select 'seal removed or swapped before', id, null from seals
  where case when id_before is not null then id <> id_before + 1 or previous <> hash_before
    when id = 1 then previous <> ''
    else date_trunc('month', sealed_at at time zone 'UTC') + make_interval(months => $1::int + 1)
      > $2::timestamptz at time zone 'UTC' end
  union all
  select 'all rows of ' || to_char(month, 'YYYY-MM') || ' removed before their retention period ended', null, null
  from (select distinct month from seals where month is not null) as sealed
  where month + make_interval(months => $1::int + 1) > $2::timestamptz at time zone 'UTC' and not exists (
    select from public.audit_log
    where at >= month::timestamp at time zone 'UTC' and at < (month + interval '1 month') at time zone 'UTC')
  union all
  select 'not sealed for more than an hour', null, range_agg(int8range(id, id + 1))::text
  from public.audit_log, last
  where (audit_log.epoch = last.epoch and xid >= last.until_xid or audit_log.epoch is null)
    and greatest(at, last.sealed_at) < $2::timestamptz - interval '1 hour'
  having count(*) > 0`;

/** The months that have rows, by the index of their time. */
const MONTHS = `
  with recursive months as (
    select date_trunc('month', min(at) at time zone 'UTC') as month from public.audit_log
    union all
    select (
      select date_trunc('month', min(at) at time zone 'UTC') from public.audit_log
      where at >= (month + interval '1 month') at time zone 'UTC')
    from months where month is not null
  )
  select to_char(month, 'YYYY-MM-DD') as month from months where month is not null`;

/** Rows of one month, $1. One month per statement: the job has a statement timeout. */
const ROWS = `
  rows as not materialized (
    select * from public.audit_log
    where at >= $1::timestamp at time zone 'UTC' and at < ($1::timestamp + interval '1 month') at time zone 'UTC')`;

/**
 * $1: the month; $2: DECISIONS; $3: OFFICIAL_ACTIONS. Only sealed columns excuse an empty payload: the person logged the
 * deletion of the own account and no action of an official. Before the mark in the chain (`mark_rules` in sql/trail.sql)
 * the entries of release 0.2.0 count as proof of an erasure, and phone numbers of officials are accepted.
 */
const ROW_FAULTS = `
  with ${ROWS}, last as (
    select epoch, until_xid from public.audit_seals order by id desc limit 1
  ), mark as (
    select epoch, from_xid from public.audit_seals where rows_hash = '\\x0041' order by id limit 1
  ), found as materialized (
    select seal.id, seal.ids as sealed, seal.rows_hash as sealed_hash, seal.count as sealed_count, present.*
    from public.audit_seals as seal, lateral (
      select coalesce(range_agg(int8range(entry.id, entry.id + 1)), '{}') as ids, count(*) as count,
        sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(
          entry.id, (extract(epoch from entry.at) * 1000)::bigint, entry.actor_id, entry.action, entry.entity,
          entry.entity_id, entry.request_id, entry.epoch, entry.xid::text, encode(entry.commitment, 'hex'))::text,
          'UTF8')), '' order by entry.id), '')) as hash
      from rows as entry
      where entry.epoch = seal.epoch and entry.xid >= seal.from_xid and entry.xid < seal.until_xid
    ) as present
    where month = $1::date
  ), below as (
    select id from rows, last where rows.epoch < last.epoch or rows.epoch = last.epoch and xid < last.until_xid
  ), emptied as materialized (
    select id, action ~ $2 as is_decision, coalesce(actor_id, case entity when 'user' then entity_id end) as person,
      exists (select from mark where (rows.epoch, rows.xid) < (mark.epoch, mark.from_xid)) as is_old
    from rows where commitment is not null and num_nonnulls(salt, before, after) = 0
  ), erasable as (
    select person from (select distinct person from emptied) as people
    where exists (
        select from public.audit_log
        where action = 'user.delete' and (entity, entity_id, actor_id) = ('user', person, person))
      and exists (select from public.users where id = person and deleted_at is not null)
      and not exists (select from public.audit_log where actor_id = person and (action ~ $2 or action ~ $3))
  ), erased_before as (
    select coalesce(range_agg(part), '{}') as ids
    from public.audit_log as entry, mark, unnest((after ->> 'ids')::int8multirange) as part
    where action = 'trail.erase' and (entry.epoch, xid) < (mark.epoch, mark.from_xid)
  )
  select 'removed' as fault, id as seal_id, (sealed - ids)::text as row_ids from found where sealed - ids <> '{}'
  union all
  select 'who, what or when changed', id, ids::text from found where sealed = ids and hash <> sealed_hash
  union all
  select 'added', id, (ids - sealed)::text from found where ids - sealed <> '{}'
  union all
  select 'added', null, (
    select range_agg(int8range(id, id + 1)) - coalesce((select range_agg(part) from found, unnest(sealed) as part), '{}')
    from below)::text
  where (select coalesce(sum(count), 0) from found) < (select count(*) from below)
  union all
  select 'added where no seal will cover it', null, range_agg(int8range(id, id + 1))::text
  from rows, last
  where rows.epoch > last.epoch
    or rows.epoch = last.epoch and xid >= pg_snapshot_xmax(pg_current_snapshot())
      and xid is distinct from pg_current_xact_id_if_assigned()
  having count(*) > 0
  union all
  select 'fewer rows than the seals cover', null, null
  where (select count(*) from rows) < (select coalesce(sum(sealed_count), 0) from found)
  union all
  select 'payload changed', null, range_agg(int8range(id, id + 1))::text from rows
  where epoch is not null and case
      when commitment is null then num_nonnulls(salt, before, after) > 0
      when salt is null then num_nonnulls(before, after) > 0
      else commitment <> sha256(salt || convert_to(coalesce(before::text, '') || e'\\n' || coalesce(after::text, ''), 'UTF8'))
    end
  having count(*) > 0
  union all
  select 'decision emptied', null, range_agg(int8range(id, id + 1))::text from emptied where is_decision
  having count(*) > 0
  union all
  select 'emptied, and neither a deleted farmer’s nor of an official who never acted', null,
    range_agg(int8range(id, id + 1))::text
  from emptied
  where not is_decision and not exists (select from erasable where erasable.person = emptied.person)
    and not (is_old and id <@ (select ids from erased_before))
  having count(*) > 0
  union all
  select 'email or phone of an official in a payload', null, range_agg(distinct int8range(id, id + 1))::text
  from (
    select entry.id, epoch, xid from rows as entry join public.users on users.id = entry.entity_id
    where entry.entity = 'user' and role = 'government'
      and (coalesce(before, '{}') || coalesce(after, '{}')) ?| array['email', 'phoneNumber']
  ) as named
  where not exists (select from mark where (named.epoch, named.xid) < (mark.epoch, mark.from_xid))
  having count(*) > 0`;

const ROW_COUNTS = `
  with ${ROWS}
  select count(*) as rows, count(*) filter (where commitment is not null and salt is null) as erased,
    (select coalesce(sum(count), 0) from public.audit_seals where month = $1::date) as sealed
  from rows`;

/**
 * A seal without rows starts an epoch: the first one in a new database, each later one after a restore. An acceptance
 * covers the restores before it: its own epoch is sealed, its payload is not read.
 */
const LOSSES = `
  select restored.epoch, restored.sealed_at, (
      select max(at) from public.audit_log where audit_log.epoch < restored.epoch
    ) as last_row_at
  from public.audit_seals as restored
  where epoch > 1 and month is null and rows_hash = '' and not exists (
    select from public.audit_log
    where action = 'trail.accept-restore' and audit_log.epoch >= restored.epoch)
  order by id`;

export type Run = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

export interface AuditFault {
  fault: string;
  seal_id: number | null;
  row_ids: string | null;
}

const monthsOf = async (run: Run) => (await run<{ month: string }>(MONTHS)).map(({ month }) => month);

/** Every difference from what was sealed; an empty result is correct. */
export async function findAuditFaults(
  run: Run,
  { retentionMonths = AUDIT_LOG_MONTHS, now = new Date() } = {},
): Promise<AuditFault[]> {
  const faults = await run<AuditFault>(SEAL_FAULTS, [retentionMonths, now]);
  for (const month of await monthsOf(run))
    faults.push(...(await run<AuditFault>(ROW_FAULTS, [month, DECISIONS, OFFICIAL_ACTIONS])));
  const seal = ({ seal_id }: AuditFault) => seal_id ?? Number.POSITIVE_INFINITY;
  return faults.sort((one, other) => seal(one) - seal(other) || one.fault.localeCompare(other.fault));
}

async function countRows(run: Run) {
  const [{ seals, head } = { seals: 0, head: '' }] = await run<{ seals: number; head: string }>(`
    select count(*) as seals, (select encode(hash, 'hex') from public.audit_seals order by id desc limit 1) as head
    from public.audit_seals`);
  const totals = { seals, head, sealed: 0, erased: 0, unsealed: 0 };
  for (const month of await monthsOf(run)) {
    const [counts] = await run<{ rows: number; erased: number; sealed: number }>(ROW_COUNTS, [month]);
    totals.sealed += counts!.sealed;
    totals.erased += counts!.erased;
    totals.unsealed += counts!.rows - counts!.sealed;
  }
  return totals;
}

/** The command has no reason to give up before a day. */
const MAX_MS = 24 * 60 * 60_000;

/** Reads one snapshot, so it works while the server is running. */
export async function checkAuditLog(
  pool: Db,
  { heads = [], retentionMonths = AUDIT_LOG_MONTHS }: VerifyOptions = {},
): Promise<AuditVerification> {
  const transaction = pool.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (db) => {
    const rows: Run = async <Row>(text: string, values: unknown[] = []) =>
      (await db.executeQuery(CompiledQuery.raw(text, values))).rows as Row[];
    // The owner could define functions and operators of the same names elsewhere.
    await rows('set local search_path = pg_catalog');
    const faults = await findAuditFaults(rows, { retentionMonths });
    const missing = await rows<{ head: string }>(
      `select head from unnest($1::text[]) as head
       where not exists (select from public.audit_seals where encode(hash, 'hex') = lower(head))`,
      [heads],
    );
    const restores = await rows<{ sealed_at: string; last_row_at: string | null }>(LOSSES);
    // An accepted restore explains no missing head any more.
    const isRestored = restores.length > 0;
    return {
      ...(await countRows(rows)),
      faults: [
        ...faults.map(({ fault, seal_id, row_ids }) =>
          [[seal_id && `seal ${seal_id}`, row_ids && `rows ${row_ids}`].filter(Boolean).join(', '), fault]
            .filter(Boolean)
            .join(': '),
        ),
        ...(isRestored
          ? []
          : missing.map(({ head }) => `head ${head}: no seal has it, so seals were removed or made anew`)),
      ],
      losses: [
        ...restores.map(
          ({ sealed_at, last_row_at }) =>
            `restored from a backup on ${sealed_at}: rows written after ${last_row_at ?? 'its beginning'} and before that are lost`,
        ),
        ...(isRestored
          ? missing.map(
              ({ head }) => `head ${head}: no seal has it, so a restore lost it or seals were removed`,
            )
          : []),
      ],
    };
  });
}

/** Carries the exit code of the command. */
export class VerifyError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

export const resultOf = ({ faults, losses }: Pick<AuditVerification, 'faults' | 'losses'>) =>
  faults.length > 0
    ? VERIFY_RESULTS.tampered
    : losses.length > 0
      ? VERIFY_RESULTS.restored
      : VERIFY_RESULTS.correct;

/**
 * Returns the lines to print; throws on faults, and on losses unless they are accepted now. An acceptance is logged and
 * covers the restores so far. A lost head is accepted in this run alone: later it is a fault like any other.
 */
export async function verifyAuditLog(
  connectionString: string,
  heads: string[] = [],
  options: Omit<VerifyOptions, 'heads'> & { acceptRestore?: boolean } = {},
): Promise<string[]> {
  const database = connect(connectionString, { max: 1, statementMs: MAX_MS });
  try {
    const found = await checkAuditLog(database.db, { ...options, heads });
    const lines = [...found.faults, ...found.losses];
    if (found.faults.length > 0)
      throw new VerifyError(
        `the audit log is not as it was sealed\n${lines.join('\n')}`,
        VERIFY_RESULTS.tampered,
      );
    if (lines.length > 0 && !options.acceptRestore)
      throw new VerifyError(
        `rows of the audit log were lost by a restore; add --accept-restore if that is known\n${lines.join('\n')}`,
        VERIFY_RESULTS.restored,
      );
    if (lines.length > 0) await logAcceptance(database, heads);
    const { sealed, seals, erased, unsealed, head } = found;
    return [
      ...lines.map((line) => `accepted: ${line}`),
      `the audit log is as it was sealed (${sealed} rows in ${seals} seals, ${erased} of them erased, ${unsealed} not sealed yet)`,
      `its head is ${head}${lines.length > 0 ? ': store it instead of the lost one' : ''}`,
    ];
  } finally {
    await database.close();
  }
}

async function logAcceptance({ pool }: Database, heads: string[]): Promise<void> {
  await pool.query(
    `insert into audit_log (action, entity, after)
     values ('trail.accept-restore', 'trail', jsonb_build_object('heads', $1::text[]))`,
    [heads],
  );
}
