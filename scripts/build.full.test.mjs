/** Builds the server in a copy of the project with the same packages. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './lib/project.mjs';

let copy;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'ardhi-build-'));
  const sources = ['package.json', 'package-lock.json', 'scripts', 'packages', 'apps/api/package.json'];
  for (const path of [...sources, 'apps/api/src'])
    cpSync(join(root, path), join(copy, path), { recursive: true, preserveTimestamps: true });
  for (const path of ['node_modules', 'apps/api/node_modules'])
    if (existsSync(join(root, path))) symlinkSync(join(root, path), join(copy, path));
});
afterAll(() => rmSync(copy, { recursive: true }));

async function build() {
  const child = spawn(process.execPath, ['scripts/build.mjs', '--stale', 'api'], { cwd: copy });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  return { stderr, code };
}

test('only one of two concurrent builds builds, and a later one has nothing to do', async () => {
  const builds = await Promise.all([build(), build()]);
  expect(builds.map(({ code }) => code)).toEqual([0, 0]);
  expect(builds.filter(({ stderr }) => stderr.includes('Built the api'))).toHaveLength(1);
  const output = join(copy, 'apps/api/dist');
  const [, imported] = /import\("(.+?)"\)/.exec(readFileSync(join(output, 'server.js'), 'utf8'));
  expect(existsSync(join(output, imported))).toBe(true);
  expect(await build()).toEqual({ stderr: '', code: 0 });
});
