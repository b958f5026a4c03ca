/** Restore drill: restores a backup into a scratch PostgreSQL and verifies the result. No server and no job runs on it. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emptyDatabase, restore, withScratchPostgres } from '@ardhi/embedded-postgres';
import { runVerify } from '../../insight/analytics/verify.ts';
import { connect } from '../../lib/database/database.ts';
import { checkAuditLog } from '../../records/audit/verify.ts';
import { checkFile, readManifest } from './folder.ts';

/** Found both by `dist/cli.js`, `dist/server.js` and by this file. */
const migrations = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../migrations' : '../migrations', import.meta.url),
);
/** A recount of a large database takes long, and no user waits for it. */
const STATEMENT_MS = 24 * 60 * 60_000;

export interface Drill {
  rows: number;
  /** Results to print. */
  lines: string[];
}

interface DrillOptions {
  /** Folder for the scratch PostgreSQL. */
  dir: string;
  /** A database of its own whose content the drill replaces, instead of a scratch PostgreSQL. */
  drillUrl: string | null;
  identity?: string;
}

/** `head` is the head of the audit log from before the backup. */
export async function drillArchive(
  archive: string,
  { head, identity, ...where }: DrillOptions & { head: string | undefined },
): Promise<Drill> {
  return withDrillDatabase(where, async (url) => {
    // A killed drill may have left tables there.
    const { tables } = await restore(url, archive, { migrations, identity, force: true });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const metrics = await runVerify(url);
    const sealed = await verifyAuditLog(url, head);
    return { rows, lines: [...metrics, `the audit log is as it was sealed (${sealed} rows)`] };
  });
}

async function withDrillDatabase<T>(
  { dir, drillUrl }: DrillOptions,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (!drillUrl) return withScratchPostgres(join(dir, 'drill'), work);
  try {
    return await work(drillUrl);
  } finally {
    await emptyDatabase(drillUrl);
  }
}

/** A backup as it is stored, with its manifest if that is there. */
export async function drillFile(
  path: string,
  options: DrillOptions,
): Promise<Drill & { bytes: number | null }> {
  const manifest = readManifest(path);
  if (manifest) await checkFile(path, manifest);
  const drill = await drillArchive(path, { ...options, head: manifest?.auditHead });
  if (manifest && manifest.rows !== drill.rows)
    throw new Error(`${path} holds ${drill.rows} rows, and its manifest states ${manifest.rows}`);
  return { ...drill, bytes: manifest?.bytes ?? null };
}

/** Every restored database reports a restore; here that is no fault. */
async function verifyAuditLog(url: string, head: string | undefined): Promise<number> {
  const { db, close } = connect(url, { max: 1, statementMs: STATEMENT_MS });
  try {
    const { faults, sealed } = await checkAuditLog(db);
    if (faults.length > 0) throw new Error(`the audit log is not as it was sealed\n${faults.join('\n')}`);
    if (head) {
      const seals = db.selectFrom('audit_seals').where('hash', '=', Buffer.from(head, 'hex'));
      if (!(await seals.select('id').executeTakeFirst()))
        throw new Error(`the audit log ends before its head ${head}`);
    }
    return sealed;
  } finally {
    await close();
  }
}
