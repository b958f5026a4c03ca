/** Files in BACKUP_DIR: each backup has a manifest with its checksum beside it. */
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

export interface BackupManifest {
  file: string;
  bytes: number;
  sha256: string;
  createdAt: string;
  /** Number of the last applied migration. */
  migration: number;
  rows: number;
  /** Rows of each table. */
  tables: Record<string, number>;
  /** Head of the audit log before the backup: a restored copy must contain it. */
  auditHead: string;
  /** Public keys; empty: not encrypted. */
  encryptedTo: string[];
}

const NAME = /^ardhi-\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z\.backup(\.age)?$/;
const UNFINISHED = /^ardhi-.*\.(unfinished|partial)$/;

/** For example `ardhi-2026-11-18T22-30-00Z.backup`. */
export const backupName = (at: Date) => `ardhi-${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

const manifestOf = (path: string) => `${path}.json`;

/** Journal of erased and suspended accounts up to the backup. */
export const journalCopyOf = (path: string) => `${path}.journal`;

/** All journals in the folder: a later one knows erasures after an earlier backup. */
export const listJournals = (dir: string): string[] =>
  readdirSync(dir)
    .filter((name) => name.endsWith('.journal'))
    .map((name) => join(dir, name));

/** Complete backups, oldest first. */
export function listBackups(dir: string): BackupManifest[] {
  return readdirSync(dir)
    .filter((name) => NAME.test(name) && existsSync(manifestOf(join(dir, name))))
    .sort()
    .map((name) => readManifest(join(dir, name))!);
}

export function readManifest(path: string): BackupManifest | undefined {
  const file = manifestOf(path);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Gives a finished file its name. The manifest comes first, so that no backup lacks it. */
export function publishBackup(unfinished: string, path: string, manifest: BackupManifest): void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  writeFileSync(`${manifestOf(path)}.partial`, text, { mode: 0o600, flush: true });
  renameSync(`${manifestOf(path)}.partial`, manifestOf(path));
  renameSync(unfinished, path);
}

export function deleteBackup(path: string): void {
  rmSync(path);
  rmSync(manifestOf(path));
  rmSync(journalCopyOf(path), { force: true });
}

/** A killed run leaves them. */
export function deleteUnfinished(dir: string): void {
  for (const name of readdirSync(dir)) if (UNFINISHED.test(name)) rmSync(join(dir, name), { force: true });
}

/** Size and checksum of a file. */
export async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  await pipeline(createReadStream(path), async (source: AsyncIterable<Buffer>) => {
    for await (const piece of source) {
      hash.update(piece);
      bytes += piece.length;
    }
  });
  return { bytes, sha256: hash.digest('hex') };
}

/** Throws if the file is not as its manifest states. */
export async function checkFile(path: string, manifest: BackupManifest): Promise<void> {
  const { bytes, sha256 } = await measure(path);
  const where = join(dirname(path), basename(path));
  if (bytes !== manifest.bytes)
    throw new Error(`${where} is damaged: it has ${bytes} of ${manifest.bytes} bytes`);
  if (sha256 !== manifest.sha256)
    throw new Error(`${where} is damaged: its checksum differs from the one in its manifest`);
}
