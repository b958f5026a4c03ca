/**
 * `npm test`: runs the checks of a tier, then prints the failures and one line with the test counts.
 * --check: static checks only; --full: everything; --only NAME: one step.
 * `npm test -- land` runs the tests of one domain, `npm test -- e2e/land.spec.ts:12` those of one file or line.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { capture, Fault, main, run } from './lib/project.mjs';
import { stages, stepsOfFiles } from './lib/steps.mjs';
import { testFilesOf } from './lib/test-files.mjs';

const NO_TESTS = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** Long diffs hide other failures; the full output is above. */
const MAX_LINES_PER_FAILURE = 25;

/** Log files must not contain escape sequences. */
const COLOURS = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };

await main(async () => {
  const { chosen, rerun } = choose(process.argv.slice(2));
  await ensureInstalled();
  const browser = chosen.flat().some((step) => step.needsBrowser) ? ensureBrowser() : {};
  const folder = mkdtempSync(join(tmpdir(), 'ardhi-reports-'));
  try {
    const results = [];
    for (const stage of chosen) {
      const start = stage.length > 1 ? capture : run;
      results.push(
        ...(await runInPool(stage, (step) => check(step, join(folder, `${step.name}.json`), start, browser))),
      );
    }
    summarise(results, rerun);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function choose(args) {
  const options = { check: { type: 'boolean' }, full: { type: 'boolean' }, only: { type: 'string' } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { check, full, only } = values;
  const rerun = full ? 'npm run test:full --' : 'npm test --';
  if (positionals.length > 0) return { chosen: stepsOfFiles(testFilesOf(positionals), { full }), rerun };
  const tiers = check ? ['check'] : full ? ['check', 'test', 'full'] : ['check', 'test'];
  const isChosen = only ? ({ name }) => name === only : ({ tier }) => tiers.includes(tier);
  const chosen = stages({ full }).map((stage) => stage.filter(isChosen));
  if (chosen.flat().length === 0) {
    const names = stages({ full: true }).flat();
    throw new Fault(`--only takes one of ${names.map(({ name }) => name).join(', ')}`);
  }
  return { chosen: chosen.filter((stage) => stage.length > 0), rerun };
}

/** Runs the steps of a stage in order, one per core at a time (at least two). */
async function runInPool(steps, work) {
  const results = [];
  const queue = steps.entries();
  const worker = async () => {
    for (const [index, step] of queue) results[index] = await work(step);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return results;
}

async function check(step, report, start, browser) {
  const reason = step.lacks?.();
  if (reason) return { title: step.title, seconds: 0, note: `skipped (${reason})`, ...NO_TESTS };
  console.log(`── ${step.title}`);
  const started = performance.now();
  let code = 1;
  try {
    const environment = { ...step.environment?.(report), ...(step.needsBrowser && browser), ...COLOURS };
    code = await start(step.command(report), { env: { ...process.env, ...environment } });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(error.message);
  }
  const counts = step.count && existsSync(report) ? step.count(report) : { ...NO_TESTS };
  if (step.mustCount && code === 0 && counts.passed + counts.failed === 0) {
    console.error('No test ran: check file and line, or run it by `npm run test:full --`.');
    code = 1;
  }
  // A step without tests counts as one test. So does a step that failed without a failed test (a file did not load).
  if (!step.count && code === 0) counts.passed = 1;
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  return { title: step.title, seconds: (performance.now() - started) / 1000, ...counts };
}

function summarise(results, rerun) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  for (const { title, failures } of results) {
    for (const { place, name, message } of failures) {
      console.log(`\n✗ ${title}: ${[place, name].filter(Boolean).join(' › ')}`);
      const lines = message.split('\n').filter((line) => !line.includes('node_modules/'));
      for (const line of lines.slice(0, MAX_LINES_PER_FAILURE)) console.log(`    ${line}`);
      if (place) console.log(`  Run again: ${rerun} ${place}`);
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
