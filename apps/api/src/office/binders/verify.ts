/** `npm run verify -- --binder FILE`: compares files of an audit binder with the audit log. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { connect } from '../../lib/database/database.ts';
import { rowsOf } from '../../lib/database/rows.ts';
import { VERIFY_RESULTS, VerifyError } from '../../records/audit/verify.ts';

export async function fileSha256(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

interface LoggedBinder {
  id: number;
  at: string;
  applications: number;
  total_cents: number;
  seal: number;
  head: string;
  /** Hash of the seal of this number; null if there is none. */
  sealed_head: string | null;
  csv: string;
}

/**
 * Returns the lines to print. Throws if no entry of the log has the SHA-256 of a file, if two files are of different
 * binders, or if the head is not that of its seal. Whether entry and seals are authentic is up to `verifyAuditLog`.
 */
export async function verifyBinder(connectionString: string, files: string[]): Promise<string[]> {
  const hashes = await Promise.all(files.map(fileSha256));
  const database = connect(connectionString, { max: 1 });
  try {
    const found = await database.db.transaction().execute(async (db) => {
      // The owner could define functions and operators of the same names elsewhere.
      await sql`set local search_path = pg_catalog`.execute(db);
      const logged: LoggedBinder[][] = [];
      for (const hash of hashes)
        logged.push(
          await rowsOf<LoggedBinder>(db)`
            select entry.id, at, (after ->> 'applications')::bigint as applications,
              (after ->> 'totalCents')::bigint as total_cents, (after ->> 'seal')::bigint as seal, after ->> 'head' as head,
              after ->> 'csvSha256' as csv, (
                select encode(hash, 'hex') from public.audit_seals where id = (after ->> 'seal')::bigint
              ) as sealed_head
            from public.audit_log as entry
            where action = 'binder.create' and ${hash} in (after ->> 'csvSha256', after ->> 'pdfSha256')
            order by entry.id`,
        );
      // Binders made under the same seal have equal CSV files: the entry that has all files counts.
      const ofAll = logged[0]?.find(({ id }) => logged.every((same) => same.some((one) => one.id === id)));
      return logged.map((same) => same.find(({ id }) => id === ofAll?.id) ?? same[0]);
    });
    const faults = files.flatMap((file, index) => faultsOf(file, hashes[index]!, found[index]));
    if (new Set(found.map((binder) => binder?.id)).size > 1)
      faults.push('the files are not those of one binder');
    if (faults.length > 0)
      throw new VerifyError(
        `the binder is not as it was created\n${faults.join('\n')}`,
        VERIFY_RESULTS.tampered,
      );
    return files.map((file, index) => {
      const { id, at, applications, total_cents: cents, seal } = found[index]!;
      return `${file} is as it was created on ${at} (entry ${id} of the audit log: ${applications} applications, KES ${(cents / 100).toFixed(2)}; seal ${seal} is on the chain)`;
    });
  } finally {
    await database.close();
  }
}

function faultsOf(file: string, hash: string, binder: LoggedBinder | undefined): string[] {
  if (!binder)
    return [
      `${file}: no binder in the audit log has its SHA-256 ${hash}, so it was changed, made elsewhere, or created after the backup that was restored`,
    ];
  return binder.sealed_head === binder.head
    ? []
    : [
        `${file}: the head that it states, ${binder.head}, is not the hash of seal ${binder.seal}, so seals were removed or made anew`,
      ];
}
