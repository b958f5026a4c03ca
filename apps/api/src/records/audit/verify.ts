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
export const DECISIONS = String.raw`^(subsidy\.(create|delete|close|reopen|approve|reject|mark-.*|return|uphold|dismiss)|(case|overlap|policy|post|invitation|ombudsperson|setting)\..*|complaint\.answer|user\.(reset-code|vouch|suspend|unsuspend))$`;

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

/**
 * $1: months of retention; $2: the verifier's clock. A seal of a month that is past its retention is skipped only if no
 * row of that month is left. Before the mark in the chain (`mark_rules` in sql/trail.sql) the entries of release 0.2.0
 * count as proof of an erasure, and phone numbers of officials are accepted.
 */
const FAULTS = `
  with seals as materialized (
    select seal.*, lag(hash) over (order by id) as hash_before, lag(id) over (order by id) as id_before,
      sha256(previous || rows_hash || convert_to(jsonb_build_array(
        id, epoch, to_char(month, 'YYYY-MM'), from_xid::text, until_xid::text, ids::text, count,
        (extract(epoch from sealed_at) * 1000)::bigint)::text, 'UTF8')) as computed
    from public.audit_seals as seal
  ), last as (
    select epoch, until_xid from seals order by id desc limit 1
  ), mark as (
    select epoch, from_xid from seals where rows_hash = '\\x0041' order by id limit 1
  ), months as materialized (
    select month, month + make_interval(months => $1::int + 1) <= $2::timestamptz at time zone 'UTC' as is_expired,
      exists (
        select from public.audit_log
        where at >= month::timestamp at time zone 'UTC' and at < (month + interval '1 month') at time zone 'UTC'
      ) as is_present
    from (select distinct month from seals where month is not null) as sealed
  ), found as materialized (
    select seal.id, seal.ids as sealed, seal.rows_hash as sealed_hash, seal.count as sealed_count, present.*
    from seals as seal join months using (month), lateral (
      select coalesce(range_agg(int8range(entry.id, entry.id + 1)), '{}') as ids, count(*) as count,
        sha256(coalesce(string_agg(sha256(convert_to(jsonb_build_array(
          entry.id, (extract(epoch from entry.at) * 1000)::bigint, entry.actor_id, entry.action, entry.entity,
          entry.entity_id, entry.request_id, entry.epoch, entry.xid::text, encode(entry.commitment, 'hex'))::text,
          'UTF8')), '' order by entry.id), '')) as hash
      from public.audit_log as entry
      where entry.epoch = seal.epoch and entry.xid >= seal.from_xid and entry.xid < seal.until_xid
        and entry.at >= seal.month::timestamp at time zone 'UTC'
        and entry.at < (seal.month + interval '1 month') at time zone 'UTC'
    ) as present
    where is_present
  ), erased_before as (
    select coalesce(range_agg(part), '{}') as ids
    from public.audit_log as entry, mark, unnest((after ->> 'ids')::int8multirange) as part
    where action = 'trail.erase' and (entry.epoch, xid) < (mark.epoch, mark.from_xid)
  ), erasable as (
    select id from public.users
    where deleted_at is not null and (role = 'farmer' or not exists (
      select from public.audit_log
      where actor_id = users.id and entity <> 'trail' and action <> 'account.download'
        and (entity, entity_id) is distinct from ('user', users.id)))
  )
  select 'seal changed' as fault, id as seal_id, null as row_ids from seals where computed <> hash
  union all
  select 'seal removed or swapped before', id, null from seals
  where case when id_before is not null then id <> id_before + 1 or previous <> hash_before
    when id = 1 then previous <> ''
    else date_trunc('month', sealed_at at time zone 'UTC') + make_interval(months => $1::int + 1)
      > $2::timestamptz at time zone 'UTC' end
  union all
  select 'all rows of ' || to_char(month, 'YYYY-MM') || ' removed before their retention period ended', null, null
  from months where not is_present and not is_expired
  union all
  select 'removed', id, (sealed - ids)::text from found where sealed - ids <> '{}'
  union all
  select 'who, what or when changed', id, ids::text from found where sealed = ids and hash <> sealed_hash
  union all
  select 'added', id, (ids - sealed)::text from found where ids - sealed <> '{}'
  union all
  select 'added', null, (
    select range_agg(int8range(id, id + 1)) - coalesce((select range_agg(part) from seals, unnest(ids) as part), '{}')
    from public.audit_log, last
    where audit_log.epoch < last.epoch or audit_log.epoch = last.epoch and xid < last.until_xid)::text
  where (select coalesce(sum(count), 0) from found) < (
    select count(*) from public.audit_log, last
    where audit_log.epoch < last.epoch or audit_log.epoch = last.epoch and xid < last.until_xid)
  union all
  select 'added where no seal will cover it', null, range_agg(int8range(id, id + 1))::text
  from public.audit_log, last
  where audit_log.epoch > last.epoch
    or audit_log.epoch = last.epoch and xid >= pg_snapshot_xmax(pg_current_snapshot())
      and xid is distinct from pg_current_xact_id_if_assigned()
  having count(*) > 0
  union all
  select 'fewer rows than the seals cover', null, null
  where (select count(*) from public.audit_log) < (select coalesce(sum(sealed_count), 0) from found)
  union all
  select 'payload changed', null, range_agg(int8range(id, id + 1))::text from public.audit_log
  where epoch is not null and case
      when commitment is null then num_nonnulls(salt, before, after) > 0
      when salt is null then num_nonnulls(before, after) > 0
      else commitment <> sha256(salt || convert_to(coalesce(before::text, '') || e'\\n' || coalesce(after::text, ''), 'UTF8'))
    end
  having count(*) > 0
  union all
  select 'decision emptied', null, range_agg(int8range(id, id + 1))::text from public.audit_log
  where commitment is not null and num_nonnulls(salt, before, after) = 0 and action ~ $3
  having count(*) > 0
  union all
  select 'emptied, and neither a deleted farmer’s nor of an official who never acted', null,
    range_agg(int8range(id, id + 1))::text
  from public.audit_log
  where commitment is not null and num_nonnulls(salt, before, after) = 0 and action !~ $3
    and not exists (
      select from erasable
      where erasable.id = actor_id or (erasable.id = entity_id and entity = 'user'))
    and not id <@ (select ids from erased_before)
  having count(*) > 0
  union all
  select 'email or phone of an official in a payload', null, range_agg(distinct int8range(id, id + 1))::text
  from (
    select entry.id, epoch, xid from public.audit_log as entry join public.users on users.id = entry.entity_id
    where entry.entity = 'user' and role = 'government'
      and (coalesce(before, '{}') || coalesce(after, '{}')) ?| array['email', 'phoneNumber']
  ) as named
  where not exists (select from mark where (named.epoch, named.xid) < (mark.epoch, mark.from_xid))
  having count(*) > 0`;

/** A seal without rows starts an epoch: the first one in a new database, each later one after a restore. */
const LOSSES = `
  select restored.epoch, restored.sealed_at, (
      select max(at) from public.audit_log where audit_log.epoch < restored.epoch
    ) as last_row_at
  from public.audit_seals as restored
  where epoch > 1 and month is null and rows_hash = '' and not exists (
    select from public.audit_log
    where action = 'trail.accept-restore' and (after ->> 'epoch')::integer >= restored.epoch)
  order by id`;

const TOTALS = `
  select count(*) as seals, coalesce(sum(count) filter (where is_present), 0) as sealed,
    (select count(*) from public.audit_log where commitment is not null and salt is null) as erased,
    (select count(*) from public.audit_log) - coalesce(sum(count) filter (where is_present), 0) as unsealed,
    max(epoch) as epoch,
    (select encode(hash, 'hex') from public.audit_seals order by id desc limit 1) as head
  from public.audit_seals, lateral (select exists (
    select from public.audit_log
    where at >= month::timestamp at time zone 'UTC' and at < (month + interval '1 month') at time zone 'UTC'
  ) as is_present) as present`;

interface Totals {
  seals: number;
  sealed: number;
  erased: number;
  unsealed: number;
  epoch: number;
  head: string;
}

export type Run = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;

export interface AuditFault {
  fault: string;
  seal_id: number | null;
  row_ids: string | null;
}

/** Every difference from what was sealed, in one statement; an empty result is correct. */
export const findAuditFaults = (run: Run, retentionMonths = AUDIT_LOG_MONTHS): Promise<AuditFault[]> =>
  run(`select * from (${FAULTS}) as faults order by seal_id, fault`, [
    retentionMonths,
    new Date(),
    DECISIONS,
  ]);

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
    const faults = await findAuditFaults(rows, retentionMonths);
    const missing = await rows<{ head: string }>(
      `select head from unnest($1::text[]) as head
       where not exists (select from public.audit_seals where encode(hash, 'hex') = lower(head))`,
      [heads],
    );
    const restores = await rows<{ sealed_at: string; last_row_at: string | null }>(LOSSES);
    const [{ epoch, ...totals } = {} as Totals] = await rows<Totals>(TOTALS);
    const isRestored = epoch > 1;
    return {
      ...totals,
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
 * covers the restores so far. A lost head is accepted for this run alone: the log must not excuse a missing head.
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
        `the trail is not as it was sealed\n${lines.join('\n')}`,
        VERIFY_RESULTS.tampered,
      );
    if (lines.length > 0 && !options.acceptRestore)
      throw new VerifyError(
        `rows of the trail were lost by a restore; add --accept-restore if that is known\n${lines.join('\n')}`,
        VERIFY_RESULTS.restored,
      );
    if (lines.length > 0) await logAcceptance(database, heads);
    const { sealed, seals, erased, unsealed, head } = found;
    return [
      ...lines.map((line) => `accepted: ${line}`),
      `the trail is as it was sealed (${sealed} rows in ${seals} seals, ${erased} of them erased, ${unsealed} not sealed yet)`,
      `its head is ${head}${lines.length > 0 ? ': store it instead of the lost one' : ''}`,
    ];
  } finally {
    await database.close();
  }
}

async function logAcceptance({ pool }: Database, heads: string[]): Promise<void> {
  await pool.query(
    `insert into audit_log (action, entity, after)
     select 'trail.accept-restore', 'trail', jsonb_build_object('epoch', max(epoch), 'heads', $1::text[]) from audit_seals`,
    [heads],
  );
}
