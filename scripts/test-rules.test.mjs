/** Tests wait for a state, never for a time, and measure no time: bench/ measures speed. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/project.mjs';

const RULES = [
  { name: 'a stopwatch', pattern: /performance\s*\.\s*(now|measure|mark)\b|\bhrtime\b|console\.time\b/ },
  { name: 'a sleep', pattern: /timers\/promises|waitForTimeout|Atomics\.wait\b|scheduler\.wait\b/ },
  { name: 'a sleep', pattern: /new Promise\b[^;]{0,120}?\bsetTimeout\b/s },
  // Time since a moment that the test recorded. Constant offsets such as a day ago are allowed.
  {
    name: 'elapsed time',
    pattern: /Date\.now\(\)\s*-(?!\s*(?:[\w.]+\s*\*\s*)?(?:[\d_.]+|[A-Z][A-Z_]*_MS)\b)/,
  },
  { name: 'elapsed time', pattern: /\bdeadline\b.*Date\.now\(\)|Date\.now\(\)\s*[<>]/ },
  { name: 'a wait in the database', pattern: /pg_sleep/ },
];

/** Statements that must be slow for the test (nothing waits for them to finish), and clocks that the test controls. */
const ALLOWED = {
  'apps/api/test/attacks/timeouts.full.test.ts': ['pg_sleep(90)'],
  'apps/api/test/jobs.test.ts': ['pg_sleep(0.5)'],
  'apps/api/test/worker-pool-tasks.ts': ['Atomics.wait(pause, 0, 0, ms)'],
  'apps/api/test/statement-limits.test.ts': ['pg_sleep(60)'],
  'apps/web/src/outbox/current.dom.test.ts': ['performance.now'],
  'packages/embedded-postgres/src/connector.test.ts': ['pg_sleep(3.5)'],
};

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.test\.(ts|tsx|mjs)$|^e2e\/.*\.ts$|^(apps|packages)\/[^/]+\/test\/.*\.tsx?$/.test(file))
  .filter((file) => file !== 'scripts/test-rules.test.mjs');

/** Text of the file without its allowed exceptions. */
function textOf(file) {
  const text = readFileSync(join(root, file), 'utf8');
  return (ALLOWED[file] ?? []).reduce((rest, allowed) => rest.replaceAll(allowed, 'allowed'), text);
}

function violationsIn(text) {
  return RULES.flatMap(({ name, pattern }) =>
    [...text.matchAll(new RegExp(pattern, `${pattern.flags}g`))].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${line}: ${name} (${found.split('\n')[0]})`;
    }),
  );
}

test('no test sleeps or measures time', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => violationsIn(textOf(file)).map((found) => `${file}:${found}`))).toEqual([]);
});

test('every allowed exception is still used', () => {
  for (const [file, texts] of Object.entries(ALLOWED))
    for (const text of texts) expect(readFileSync(join(root, file), 'utf8'), file).toContain(text);
});

test.each([
  'const begin = performance.now();',
  'process.hrtime.bigint()',
  "import { setTimeout as wait } from 'node:timers/promises';",
  'await page.waitForTimeout(100);',
  'await new Promise((resolve) => setTimeout(resolve, 10));',
  'await new Promise((resolve) => {\n  setTimeout(resolve, 10);\n});',
  'expect(Date.now() - begin).toBeLessThan(1000);',
  'while (Date.now() < end) await look();',
  "await client.query('select pg_sleep(1)');",
])('finds %s', (text) => expect(violationsIn(text)).not.toEqual([]));

test.each([
  'Date.now() - DAY_MS',
  'Date.now() - 31 * DAY_MS',
  'Date.now() - 3_600_000',
  'Date.now() + days * DAY_MS',
])('leaves %s', (text) => expect(violationsIn(text)).toEqual([]));
