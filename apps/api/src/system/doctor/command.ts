/** `npm run doctor`: the checks of the operator's page, also while the server does not run. */
import { parseArgs } from 'node:util';
import type { CheckState, SystemState } from '@ardhi/contract';
import { audit } from '../../lib/audit/audit.ts';
import type { Db } from '../../lib/database/db.ts';
import { SYSTEM } from '../../lib/http/write-context.ts';
import { retryJobs } from '../../lib/jobs/jobs.ts';
import type { CommandSettings } from '../../lib/settings/command-settings.ts';
import { connectAsServer } from './connect.ts';
import { systemState } from './state.ts';

const USAGE = 'use: npm run doctor -- [--retry TASK]';

/** Returns whether no check found a fault. */
export async function runDoctor(
  args: string[],
  { env, variables, file }: CommandSettings,
  print: (line: string) => void,
): Promise<boolean> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { retry: { type: 'string' } },
  });
  if (positionals.length > 0) throw new Error(USAGE);
  const database = await connectAsServer(env);
  try {
    if (values.retry) {
      if (database instanceof Error) throw database;
      print(`${await retryAsOperator(database.db, values.retry)} jobs of ${values.retry} run again`);
    }
    const db = database instanceof Error ? database : database.db;
    const state = await systemState({ env, variables, db }, 'en');
    print(`Ardhi ${state.version}, settings from ${file ?? 'the environment'}`);
    for (const line of report(state)) print(line);
    return !state.checks.some((check) => check.state === 'fault');
  } finally {
    if (!(database instanceof Error)) await database.close();
  }
}

async function retryAsOperator(pool: Db, task: string): Promise<number> {
  return pool.transaction().execute(async (db) => {
    const count = await retryJobs(db, task);
    if (count > 0) await audit(db, SYSTEM, { action: 'job.retry', entityId: null, after: { task } });
    return count;
  });
}

const WORDS: Record<CheckState, string> = {
  ok: 'ok',
  warning: 'WARNING',
  fault: 'FAULT',
  unknown: 'unknown',
  off: 'off',
};

function report({ checks, failedTasks }: SystemState): string[] {
  const width = Math.max(...checks.map(({ title }) => title.length));
  const rows = checks.flatMap(({ state, title, texts }) =>
    texts.map((text, index) =>
      index === 0
        ? `${WORDS[state].padEnd(8)} ${title.padEnd(width)}  ${text}`
        : `${' '.repeat(8 + 1 + width)}  ${text}`,
    ),
  );
  const tasks = failedTasks.map(
    ({ task, failed, retrying, error }) =>
      `Job ${task}: ${failed} failed, ${retrying} retried later. ${error}. To retry now: doctor --retry ${task}`,
  );
  const count = (wanted: CheckState) => checks.filter(({ state }) => state === wanted).length;
  return [...rows, ...tasks, `${count('fault')} faults, ${count('warning')} warnings`];
}
