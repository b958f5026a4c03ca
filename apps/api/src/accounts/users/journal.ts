/**
 * Journal of erased and suspended accounts: a file outside the database, so that a restore of a backup does not undo
 * them. It contains ids and times only.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Db } from '../../lib/database/db.ts';
import { addJob, type Job } from '../../lib/jobs/jobs.ts';
import type { Env } from '../../lib/settings/env.ts';

const Entry = z.object({
  at: z.string(),
  userId: z.uuid(),
  state: z.enum(['erased', 'suspended', 'active']),
});
type JournalEntry = Omit<z.infer<typeof Entry>, 'at'>;
type AccountState = JournalEntry['state'];

declare module '../../lib/jobs/jobs.ts' {
  interface JobPayloads {
    'journal-account': JournalEntry;
  }
}

export const journalOf = ({ dataDir }: Pick<Env, 'dataDir'>) => join(dataDir, 'accounts.journal');

/** Queues the entry in the transaction `db`: it is written if and only if the change commits. */
export async function journalAccount(db: Db, userId: string, state: AccountState): Promise<void> {
  await addJob(db, 'journal-account', { userId, state });
}

/** All processes append to one file; an entry is one write, so entries do not mix. */
export const appendToJournal: Job<JournalEntry> = async ({ userId, state }, { env }) => {
  mkdirSync(env.dataDir, { recursive: true });
  const file = await open(journalOf(env), 'a', 0o600);
  try {
    await file.write(`${JSON.stringify({ at: new Date().toISOString(), userId, state })}\n`);
    await file.datasync();
  } finally {
    await file.close();
  }
};

/** The last state of each account in the files; those that do not exist are skipped. */
export function readJournals(paths: readonly string[]): Map<string, AccountState> {
  const entries = paths
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').split('\n'))
    .flatMap((line) => {
      try {
        const entry = Entry.safeParse(JSON.parse(line));
        return entry.success ? [entry.data] : [];
      } catch {
        // An empty line, or one that a power failure cut off.
        return [];
      }
    })
    .sort((one, other) => one.at.localeCompare(other.at));
  const states = new Map<string, AccountState>();
  // An erased account cannot become active again.
  for (const { userId, state } of entries) if (states.get(userId) !== 'erased') states.set(userId, state);
  return states;
}
