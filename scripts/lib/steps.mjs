/** The checks of `npm test`, in order, each a command of its own. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { programOf, root } from './project.mjs';

/**
 * @typedef {object} Step
 * @property {string} name for --only
 * @property {string} title
 * @property {'quick' | 'usual' | 'full'} when quick ones are `npm run check`, full ones only `npm run test:full`
 * @property {string} [needs] the file without which there is nothing to check yet
 * @property {() => string | undefined} [lacks] what this machine has not, without which it cannot be checked
 * @property {string} [beside] the step before it that leaves it a core
 * @property {(report: string) => string[]} command
 * @property {(report: string) => Record<string, string>} [environment]
 * @property {(report: string) => Counts} [count] of the tests in the report that it wrote
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Counts
 * @typedef {{ name: string, message: string }} Failure
 */

const vitest =
  (...args) =>
  (report) => [
    ...programOf('vitest'),
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...args,
  ];

const playwright =
  (...args) =>
  () => [...programOf('@playwright/test', 'playwright'), 'test', '--reporter=list,json', ...args];

const inBrowser = (variables) => (report) => ({
  ...ensureBrowser(),
  PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  ...variables,
});

const script =
  (file, ...args) =>
  () => [process.execPath, `scripts/${file}`, ...args];

/** All that run without a build. */
const UNIT_PROJECTS = ['packages', 'embedded-postgres', 'api', 'scripts', 'web', 'web-logic'];

/** @type {Step[]} */
export const steps = [
  {
    name: 'lint',
    title: 'format and lint',
    when: 'quick',
    command: () => [...programOf('@biomejs/biome'), 'check', '.'],
  },
  {
    name: 'types',
    title: 'types',
    when: 'quick',
    command: () => [...programOf('typescript', 'tsc'), '-p', 'tsconfig.json'],
  },
  {
    name: 'web-types',
    title: 'types of the web',
    when: 'quick',
    command: () => [...programOf('typescript', 'tsc'), '-p', 'apps/web/tsconfig.json'],
  },
  {
    name: 'e2e-types',
    title: 'types of the end-to-end tests',
    when: 'quick',
    command: () => [...programOf('typescript', 'tsc'), '-p', 'e2e/tsconfig.json'],
  },
  {
    name: 'unused',
    title: 'unused code',
    when: 'quick',
    needs: 'knip.json',
    command: () => programOf('knip'),
  },
  {
    name: 'generated',
    title: 'generated files',
    when: 'quick',
    needs: 'scripts/generate.ts',
    beside: 'unused',
    command: script('generate.mjs', '--check'),
  },
  { name: 'build', title: 'build', when: 'usual', beside: 'unused', command: script('build.mjs') },
  {
    name: 'unit',
    title: 'unit and API tests',
    when: 'usual',
    command: vitest(...UNIT_PROJECTS.flatMap((name) => ['--project', name])),
    count: countVitest,
  },
  {
    name: 'process',
    title: 'the server as a process',
    when: 'usual',
    // They wait for a seventh of their time: for what hangs, and for databases that start.
    beside: 'unit',
    command: vitest('--project', 'process'),
    count: countVitest,
  },
  {
    name: 'attacks',
    title: 'attacks on the server',
    when: 'usual',
    // One of them waits for half a minute.
    command: vitest('--project', 'attacks', '--maxWorkers=3'),
    count: countVitest,
  },
  {
    name: 'e2e',
    title: 'end-to-end tests',
    when: 'usual',
    needs: 'playwright.config.ts',
    command: playwright(),
    environment: inBrowser(),
    count: countPlaywright,
  },
  {
    name: 'system-postgres',
    title: "API tests on the system's PostgreSQL",
    when: 'full',
    lacks: () => (hasSystemPostgres() ? undefined : 'no PostgreSQL is installed on this machine'),
    command: vitest('--project', 'api', '--project', 'embedded-postgres'),
    environment: () => ({ TEST_POSTGRES: 'system' }),
    count: countVitest,
  },
  {
    name: 'kills',
    title: 'kills during writes',
    when: 'full',
    command: vitest('--project', 'process', 'kill'),
    environment: () => ({ KILLS: '200' }),
    count: countVitest,
  },
  {
    name: 'both-ways',
    title: 'attacks on the server, both ways',
    when: 'full',
    command: vitest('--project', 'attacks'),
    environment: () => ({ BOTH_WAYS: '1' }),
    count: countVitest,
  },
  {
    name: 'exactness',
    title: 'figures while many people write',
    when: 'full',
    command: vitest('--project', 'api', 'apps/api/src/analytics/exactness.test.ts'),
    environment: () => ({ EXACTNESS_RUNS: '20' }),
    count: countVitest,
  },
  {
    name: 'trail',
    title: 'upgrade of a trail of 100,000 rows',
    when: 'full',
    command: vitest('--project', 'api', 'apps/api/test/upgrade/upgrade.test.ts'),
    environment: () => ({ TRAIL_ROWS: '100000' }),
    count: countVitest,
  },
  {
    name: 'cuts',
    title: 'unsent work over a line that is cut a thousand times',
    when: 'full',
    command: playwright('outbox-cuts'),
    environment: inBrowser({ CUTS: '1000' }),
    count: countPlaywright,
  },
  {
    name: 'e2e-full',
    title: 'end-to-end tests in other widths, themes and orders',
    when: 'full',
    command: playwright('--grep', '@full'),
    environment: inBrowser({ E2E_FULL: '1' }),
    count: countPlaywright,
  },
  { name: 'clone', title: 'start from a clean clone', when: 'full', command: script('full/clone.mjs') },
];

/** Why a step cannot be run, if it cannot. */
export function skipReason({ needs, lacks }) {
  return needs && !existsSync(join(root, needs)) ? 'not there yet' : lacks?.();
}

/** Debian and Ubuntu keep the server's programs out of PATH. */
function hasSystemPostgres() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return existsSync('/usr/lib/postgresql') || folders.some((folder) => existsSync(join(folder, 'postgres')));
}

function countVitest(report) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readJson(report);
  const failures = testResults.flatMap(({ name, message, assertionResults }) => [
    // A file that broke has words of its own and no test.
    ...(message ? [{ name: inProject(name), message }] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => ({
        name: `${inProject(name)} › ${fullName}`,
        message: failureMessages.join('\n'),
      })),
  ]);
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    failures,
  };
}

/** A test that passed only when repeated has failed. */
function countPlaywright(report) {
  const { suites, errors, stats } = readJson(report);
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const failures = suites.flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        name: `e2e/${file}:${line} › ${title}`,
        message: results.flatMap((result) => result.errors.map((error) => error.message)).join('\n'),
      })),
  );
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [...errors.map(({ message }) => ({ name: 'outside any test', message })), ...failures],
  };
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const inProject = (file) => relative(root, file);
