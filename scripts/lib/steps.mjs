/** Steps of the three test tiers, in stages. The steps of a stage run in parallel. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { programOf, root, typescript } from './project.mjs';

/**
 * @typedef {object} Step
 * @property {string} name for --only
 * @property {string} title
 * @property {'check' | 'test' | 'full'} tier the lowest tier that runs it
 * @property {() => string | undefined} [lacks] what this machine lacks to run it
 * @property {boolean} [needsBrowser]
 * @property {(report: string) => string[]} command
 * @property {(report: string) => Record<string, string>} [environment]
 * @property {(report: string) => Counts} [count] counts the tests in the report that the command wrote
 *
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Counts
 * @typedef {{ place?: string, name?: string, message: string }} Failure place: file and line
 */

/** Enables the tests of `npm run test:full`: see `vitest.shared.ts` and `playwright.config.ts`. */
const FULL = { TEST_FULL: '1' };

const reportTo = (report) => [
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${report}`,
  '--includeTaskLocation',
];

const vitest = (args, { environment = {}, ...step }) => ({
  ...step,
  command: (report) => [...programOf('vitest'), 'run', ...reportTo(report), ...args],
  environment: () => environment,
  count: countVitest,
});

const playwright = (args, { environment = {}, ...step }) => ({
  ...step,
  needsBrowser: true,
  command: () => [
    ...programOf('@playwright/test', 'playwright'),
    'test',
    '--pass-with-no-tests',
    '--reporter=dot,json',
    ...args,
  ],
  environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...environment }),
  count: countPlaywright,
});

const script = (file, ...args) => [process.execPath, `scripts/${file}`, ...args];

const typeCheck = (project) => () => [...programOf('typescript', 'tsc'), '-p', project];

const projects = (...names) => names.flatMap((name) => ['--project', name]);

/** Projects that need no build. */
const UNIT_PROJECTS = ['packages', 'embedded-postgres', 'api', 'scripts', 'web', 'web-logic'];

/**
 * The longest step of a stage comes first, so that no core is idle at its end.
 * @returns {Step[][]}
 */
export function stages({ full }) {
  const environment = full ? FULL : {};
  return [
    [
      { name: 'build', title: 'build', tier: 'test', command: () => script('build.mjs') },
      { name: 'unused', title: 'unused code', tier: 'check', command: () => programOf('knip') },
      {
        name: 'generated',
        title: 'generated files',
        tier: 'check',
        command: () => script('generate.mjs', '--check'),
      },
      {
        name: 'lint',
        title: 'format and lint',
        tier: 'check',
        command: () => [...programOf('@biomejs/biome'), 'check', '.'],
      },
      { name: 'types', title: 'types', tier: 'check', command: typeCheck('tsconfig.json') },
      {
        name: 'web-types',
        title: 'types of the web',
        tier: 'check',
        command: typeCheck('apps/web/tsconfig.json'),
      },
      {
        name: 'e2e-types',
        title: 'types of the end-to-end tests',
        tier: 'check',
        command: typeCheck('e2e/tsconfig.json'),
      },
    ],
    [
      vitest(projects(...UNIT_PROJECTS), {
        name: 'unit',
        title: 'unit and API tests',
        tier: 'test',
        environment,
      }),
      vitest([...projects('process', 'attacks'), 'test/process/', 'second-factor'], {
        name: 'process',
        title: 'server processes',
        tier: 'test',
        environment,
      }),
    ],
    [playwright([], { name: 'e2e', title: 'end-to-end tests', tier: 'test', environment })],
    [
      vitest(projects('attacks'), {
        name: 'attacks',
        title: 'attacks on the server',
        tier: 'full',
        environment,
      }),
    ],
    [
      vitest(projects('api', 'embedded-postgres'), {
        name: 'system-postgres',
        title: "API tests on the system's PostgreSQL",
        tier: 'full',
        lacks: () => (hasSystemPostgres() ? undefined : 'no PostgreSQL is installed on this machine'),
        environment: { TEST_POSTGRES: 'system' },
      }),
      {
        name: 'lts',
        title: 'API tests on the LTS line of Node',
        tier: 'full',
        command: (report) => script('full/lts.mjs', ...reportTo(report)),
        count: countVitest,
      },
    ],
    [
      {
        name: 'other-browsers',
        title: 'main paths in Firefox and WebKit',
        tier: 'full',
        command: () => typescript('scripts/full/other-browsers.ts'),
      },
    ],
    [
      {
        name: 'clone',
        title: 'start from a clean clone',
        tier: 'full',
        command: () => script('full/clone.mjs'),
      },
    ],
  ];
}

/** Steps that run these test files, with a build first if they test the built server. */
export function stepsOfFiles(files, { full }) {
  const environment = full ? FULL : {};
  const inBrowser = files.filter((file) => file.startsWith('e2e/'));
  const others = files.filter((file) => !file.startsWith('e2e/'));
  const needBuild = inBrowser.length > 0 || others.some((file) => /\/test\/(process|attacks)\//.test(file));
  return [
    needBuild && { name: 'build', title: 'build', command: () => script('build.mjs', '--stale') },
    others.length > 0 && vitest(others, { name: 'vitest', title: 'unit and API tests', environment }),
    inBrowser.length > 0 && playwright(inBrowser, { name: 'e2e', title: 'end-to-end tests', environment }),
  ]
    .filter(Boolean)
    .map((step) => [step]);
}

export const skipReason = ({ lacks }) => lacks?.();

/** Debian and Ubuntu do not put the server programs in PATH. */
function hasSystemPostgres() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return existsSync('/usr/lib/postgresql') || folders.some((folder) => existsSync(join(folder, 'postgres')));
}

function countVitest(report) {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = readJson(report);
  const failures = testResults.flatMap(({ name, message, assertionResults }) => [
    // A file that fails to load has a message and no tests.
    ...(message ? [{ place: inProject(name), message }] : []),
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages, location }) => ({
        place: `${inProject(name)}${location ? `:${location.line}` : ''}`,
        name: fullName,
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

/** A test that passed only on retry counts as failed. */
function countPlaywright(report) {
  const { suites, errors, stats } = readJson(report);
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
  const failures = suites.flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        place: `e2e/${file}:${line}`,
        name: title,
        message: results.flatMap((result) => result.errors.map((error) => error.message)).join('\n'),
      })),
  );
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: [...errors.map(({ message }) => ({ message })), ...failures],
  };
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const inProject = (file) => relative(root, file);
