/** Steps of the three test tiers, in stages. The steps of a stage run in parallel. */
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { lacksForMachine } from '../full/machine.mjs';
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
 * @property {boolean} [mustCount] fails if no test ran: the files were named
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

const step = (tier, name, title, command, more = {}) => ({ tier, name, title, command, ...more });

const vitest = (tier, name, title, args, { environment = {}, ...more } = {}) =>
  step(tier, name, title, (report) => [...programOf('vitest'), 'run', ...reportTo(report), ...args], {
    ...more,
    environment: () => environment,
    count: countVitest,
  });

const playwright = (tier, name, title, args, { environment, ...more }) => {
  const options = ['--pass-with-no-tests', '--reporter=dot,json'];
  const command = () => [...programOf('@playwright/test', 'playwright'), 'test', ...options, ...args];
  return step(tier, name, title, command, {
    ...more,
    needsBrowser: true,
    environment: (report) => ({ PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...environment }),
    count: countPlaywright,
  });
};

const script = (file, ...args) => [process.execPath, `scripts/${file}`, ...args];

const typeCheck = (name, title, project) =>
  step('check', name, title, () => [...programOf('typescript', 'tsc'), '-p', project]);

const projects = (...names) => names.flatMap((name) => ['--project', name]);

const UNIT_PROJECTS = ['packages', 'api', 'scripts', 'web', 'web-logic'];
/** Tests that wait for processes most of the time run beside those that need a core. */
const PROCESS_PROJECTS = ['embedded-postgres', 'process'];

/**
 * The longest step of a stage comes first, so that no core is idle at its end.
 * @returns {Step[][]}
 */
export function stages({ full }) {
  const environment = full ? FULL : {};
  return [
    [
      step('test', 'build', 'build', () => script('build.mjs')),
      step('check', 'unused', 'unused code', () => programOf('knip')),
      step('check', 'generated', 'generated files', () => script('generate.mjs', '--check')),
      step('check', 'lint', 'format and lint', () => [...programOf('@biomejs/biome'), 'check', '.']),
      typeCheck('types', 'types', 'tsconfig.json'),
      typeCheck('web-types', 'types of the web', 'apps/web/tsconfig.json'),
      typeCheck('e2e-types', 'types of the end-to-end tests', 'e2e/tsconfig.json'),
    ],
    [
      vitest('test', 'unit', 'unit and API tests', projects(...UNIT_PROJECTS), { environment }),
      vitest('test', 'process', 'PostgreSQL and server processes', projects(...PROCESS_PROJECTS), {
        environment,
      }),
      playwright('test', 'e2e', 'end-to-end tests', [], { environment }),
    ],
    [vitest('full', 'attacks', 'attacks on the server', projects('attacks'), { environment })],
    [
      vitest(
        'full',
        'system-postgres',
        "API tests on the system's PostgreSQL",
        projects('api', 'embedded-postgres'),
        {
          lacks: () => (hasSystemPostgres() ? undefined : 'no PostgreSQL is installed on this machine'),
          environment: { TEST_POSTGRES: 'system' },
        },
      ),
      step(
        'full',
        'lts',
        'API tests on the LTS line of Node',
        (report) => script('full/lts.mjs', ...reportTo(report)),
        { count: countVitest },
      ),
    ],
    [
      step('full', 'other-browsers', 'main paths in Firefox and WebKit', () =>
        typescript('scripts/full/other-browsers.ts'),
      ),
    ],
    [step('full', 'clone', 'start from a clean clone', () => script('full/clone.mjs'))],
    [
      step('full', 'runbook', 'runbook on a booted systemd', () => script('full/runbook.mjs'), {
        lacks: lacksForMachine,
      }),
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
    needBuild && step('test', 'build', 'build', () => script('build.mjs', '--stale')),
    others.length > 0 &&
      vitest('test', 'vitest', 'unit and API tests', others, { environment, mustCount: true }),
    inBrowser.length > 0 &&
      playwright('test', 'e2e', 'end-to-end tests', inBrowser, { environment, mustCount: true }),
  ]
    .filter(Boolean)
    .map((step) => [step]);
}

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
