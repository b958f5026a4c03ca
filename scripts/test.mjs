/**
 * `npm test`: runs every check, and ends with what failed and one line that counts them.
 * --check: only the quick ones; --full: the long ones too; --only NAME: one of them.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './lib/install.mjs';
import { Fault, main, run, runBeside } from './lib/project.mjs';
import { skipReason, steps } from './lib/steps.mjs';

const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** Enough to see why; the whole of it stands where the test ran, thousands of lines above. */
const LINES_PER_FAILURE = 25;

await main(async () => {
  const chosen = choose(process.argv.slice(2));
  await ensureInstalled();
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-reports-'));
  try {
    const results = [];
    for (const group of groupsOf(chosen)) {
      const start = group.length > 1 ? runBeside : run;
      results.push(
        ...(await Promise.all(group.map((step) => check(step, join(folder, `${step.name}.json`), start)))),
      );
    }
    summarise(results);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function choose(args) {
  const options = { check: { type: 'boolean' }, full: { type: 'boolean' }, only: { type: 'string' } };
  const { check, full, only } = parseArgs({ args, options }).values;
  if (!only) return steps.filter(({ when }) => full || when === 'quick' || (when === 'usual' && !check));
  const found = steps.filter(({ name }) => name === only);
  if (found.length === 0) throw new Fault(`--only takes one of ${steps.map(({ name }) => name).join(', ')}`);
  return found;
}

/** One after the other, but for those that leave a core free and run with the one before. */
function groupsOf(chosen) {
  const groups = [];
  for (const step of chosen) {
    if (step.beside && groups.at(-1)?.some(({ name }) => name === step.beside)) groups.at(-1).push(step);
    else groups.push([step]);
  }
  return groups;
}

async function check(step, report, start) {
  const reason = skipReason(step);
  if (reason) return { title: step.title, seconds: 0, note: `skipped (${reason})`, ...NOTHING };
  console.log(`\n── ${step.title}`);
  const started = performance.now();
  let code = 1;
  try {
    code = await start(step.command(report), { env: { ...process.env, ...step.environment?.(report) } });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(error.message);
  }
  const counts = step.count && existsSync(report) ? step.count(report) : { ...NOTHING };
  // A step without tests counts as one, and so does one that failed beside its tests, such as a file that broke.
  if (!step.count && code === 0) counts.passed = 1;
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return { title: step.title, seconds: (performance.now() - started) / 1000, ...counts };
}

function summarise(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  for (const { title, failures } of results) {
    for (const { name, message } of failures) {
      console.log(`\n✗ ${title}: ${name}`);
      for (const line of message.split('\n').slice(0, LINES_PER_FAILURE)) console.log(`    ${line}`);
    }
  }
  console.log('');
  for (const { title, seconds, note, passed, failed, skipped } of results) {
    const counted = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
    console.log(
      `${failed > 0 ? '✗' : note ? '·' : '✓'} ${title}: ${note ?? `${counted} (${seconds.toFixed(1)} s)`}`,
    );
  }
  const skipped = sum('skipped');
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped ? `, ${skipped} skipped` : ''}`);
  process.exitCode = sum('failed') > 0 ? 1 : 0;
}
