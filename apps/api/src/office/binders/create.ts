/**
 * Creates audit binders. A job reads the applications from one snapshot of the database and stores both files; the audit
 * log entry with the head of the log and the SHA-256 of each file is written in the same transaction.
 */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { BinderInput, Language } from '@ardhi/contract';
import { MAX_BINDER_APPLICATIONS } from '@ardhi/contract/limits';
import { sql } from 'kysely';
import type * as z from 'zod';
import type { Db } from '../../lib/database/db.ts';
import { newId } from '../../lib/database/id.ts';
import { updateRow } from '../../lib/database/rows.ts';
import { type Area, countyOf } from '../../lib/http/scope.ts';
import type { WriteContext } from '../../lib/http/write-context.ts';
import { addJob, type Job, type JobContext } from '../../lib/jobs/jobs.ts';
import { translator } from '../../lib/text/i18n.ts';
import { problem } from '../../lib/text/problem.ts';
import { auditLogHead, sealAuditLog } from '../../records/audit/seal-queries.ts';
import { type BinderSummary, csvFoot, csvHead, csvRows } from './csv.ts';
import { binderPdf } from './pdf.ts';
import {
  type BinderEntry,
  countApproved,
  findRunning,
  insertBinder,
  isAnyDeletedSince,
  isAnyUnsealed,
  listAbandoned,
  listEntries,
  lockRunning,
  type RunningBinder,
  saveProgress,
} from './queries.ts';

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'create-binder': { binderId: string };
    'create-binder-resume': Record<string, never>;
  }
}

const queueBinder = (db: Db, binderId: string) =>
  addJob(db, 'create-binder', { binderId }, { key: `create-binder:${binderId}` });

/** Returns its id. */
export async function startBinder(
  { db, user, scope }: WriteContext & { scope: Area },
  programmeId: string | null,
  { _id: id = newId(), from, until }: z.output<typeof BinderInput>,
  language: Language,
): Promise<string> {
  const range = { programme_id: programmeId, county: countyOf(scope), from_day: from, until_day: until };
  const expected = await countApproved(db, range);
  if (expected > MAX_BINDER_APPLICATIONS)
    throw problem('binder-too-large', { values: { most: MAX_BINDER_APPLICATIONS } });
  const isStarted = await insertBinder(db, { id, ...range, made_by: user.id, language, expected });
  if (!isStarted) throw problem('binder-running');
  await queueBinder(db, id);
  return id;
}

/** An open transaction holds seals back; the head must cover all decisions of the binder. Afterwards the job is retried. */
const MAX_ATTEMPTS = 120;
const SEAL_WAIT_MS = 250;

export const createBinder: Job<{ binderId: string }> = async ({ binderId }, context) => {
  const { db: pool, transaction } = context;
  const binder = await findRunning(pool, binderId);
  if (!binder) return;
  for (let attempt = 1; ; attempt += 1) {
    await sealAuditLog(pool);
    const made = await pool
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (snapshot) =>
        (await isAnyUnsealed(snapshot, binder)) ? undefined : writeFiles(snapshot, binder, context),
      );
    if (made) return transaction((write) => storeFiles(write, binder, made));
    if (attempt === MAX_ATTEMPTS) throw new Error('The decisions of the binder could not be sealed yet.');
    await setTimeout(SEAL_WAIT_MS);
  }
};

export const resumeBinders: Job<Record<string, never>> = async (_payload, { db }) => {
  for (const { id } of await listAbandoned(db)) await queueBinder(db, id);
};

interface MadeBinder extends BinderSummary {
  /** Null: too large. */
  files: { csv: Buffer; csvSha256: string; pdf: Buffer; pdfSha256: string } | null;
  farmers: string[];
}

const PAGE_SIZE = 250;
/** Applications that name no parcel list all land of their farmer, so that the number of applications is not enough. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** Twice over the same snapshot: the PDF contains the hash of the CSV. */
async function writeFiles(
  snapshot: Db,
  binder: RunningBinder,
  { db: pool }: Pick<JobContext, 'db'>,
): Promise<MadeBinder> {
  const t = translator(binder.language);
  const { hash, seal } = await auditLogHead(snapshot);
  const summary: BinderSummary = {
    programme: binder.programme_name ?? t('binder.no-programme'),
    reference: binder.programme_reference,
    county: binder.county,
    from: binder.from_day,
    until: binder.until_day,
    applications: 0,
    totalCents: 0,
    head: { seal, hash },
  };
  const farmers = new Set<string>();
  const parts = [Buffer.from(csvHead(binder.county, t))];
  let bytes = 0;
  for await (const page of pagesOf(snapshot, binder)) {
    summary.applications += page.length;
    for (const row of page) {
      summary.totalCents += row.amount_cents;
      farmers.add(row.owner_id);
    }
    const part = Buffer.from(csvRows(page, binder.county, t));
    bytes += part.length;
    if (bytes > MAX_FILE_BYTES) return { ...summary, files: null, farmers: [] };
    parts.push(part);
    await saveProgress(pool, binder.id, Math.floor(summary.applications / 2));
  }
  parts.push(Buffer.from(csvFoot(summary, t)));
  const csv = Buffer.concat(parts);
  const csvSha256 = sha256(csv);
  const onPage = (done: number) =>
    saveProgress(pool, binder.id, Math.floor((summary.applications + done) / 2));
  const pdf = await binderPdf(binder.language, { ...summary, csvSha256 }, pagesOf(snapshot, binder, onPage));
  return { ...summary, files: { csv, csvSha256, pdf, pdfSha256: sha256(pdf) }, farmers: [...farmers] };
}

const sha256 = (file: Buffer) => createHash('sha256').update(file).digest('hex');

async function* pagesOf(
  db: Db,
  binder: RunningBinder,
  onPage?: (done: number) => Promise<void>,
): AsyncGenerator<BinderEntry[]> {
  let after: string[] | null = null;
  for (let done = 0; ; ) {
    const page: BinderEntry[] = await listEntries(db, binder, { limit: PAGE_SIZE, after });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    done += page.length;
    await onPage?.(done);
    after = [last.decided_at, last.id];
  }
}

async function storeFiles(
  { db, audit }: Pick<WriteContext, 'db' | 'audit'>,
  binder: RunningBinder,
  { files, farmers, applications, totalCents, head, from, until, county }: MadeBinder,
): Promise<void> {
  const isErased = await isAnyDeletedSince(db, farmers, binder.created_at);
  if (!(await lockRunning(db, binder.id))) return;
  await updateRow(db, 'audit_binders', binder.id, {
    finished_at: sql<string>`now()`,
    written: applications,
    expected: applications,
    too_large: files === null,
    total_cents: totalCents,
    head_seal: head.seal,
    head_hash: head.hash,
    csv_sha256: files?.csvSha256 ?? null,
    pdf_sha256: files?.pdfSha256 ?? null,
    ...(isErased ? {} : { farmers, csv: files?.csv ?? null, pdf: files?.pdf ?? null }),
  });
  if (!files) return;
  const { csvSha256, pdfSha256 } = files;
  await audit({
    action: 'binder.create',
    entityId: binder.id,
    actorId: binder.made_by,
    after: {
      ...(binder.programme_id === null ? {} : { programmeId: binder.programme_id }),
      ...(county === null ? {} : { county }),
      from,
      until,
      applications,
      totalCents,
      seal: head.seal,
      head: head.hash,
      csvSha256,
      pdfSha256,
    },
  });
}
