import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import semver from 'semver';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isInstalled } from './install.mjs';
import { root } from './project.mjs';
import { fingerprint } from './stale.mjs';
import { testFilesOf } from './test-files.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ardhi-scripts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path, content) {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
}

describe('a build is stale', () => {
  const now = () => fingerprint(['apps', 'package-lock.json', 'not there'], folder);

  test('when a source is changed, added or removed', () => {
    write('apps/web/src/main.ts', 'one');
    const before = now();
    expect(now()).toBe(before);
    write('apps/web/src/main.ts', 'other');
    const changed = now();
    write('apps/web/src/new.ts', '');
    const added = now();
    utimesSync(join(folder, 'apps/web/src/main.ts'), 1, 1);
    const touched = now();
    rmSync(join(folder, 'apps/web/src/main.ts'));
    expect(new Set([before, changed, added, touched, now()]).size).toBe(5);
  });

  test('except for tests, packages and its own output', () => {
    write('apps/web/src/main.ts', 'one');
    const before = now();
    for (const path of ['src/main.test.ts', 'node_modules/x/index.js', 'dist/main.js', 'test/setup.ts'])
      write(`apps/web/${path}`, 'more');
    expect(now()).toBe(before);
  });
});

describe('the packages are installed', () => {
  const lock = (packages) => JSON.stringify({ packages });
  const expected = {
    '': { name: 'ardhi' },
    'apps/api': { version: '0.1.0' },
    'node_modules/@ardhi/api': { link: true },
    'node_modules/one': { version: '1.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  };

  test('if each one has its version or is optional', () => {
    write('package-lock.json', lock(expected));
    expect(isInstalled(folder)).toBe(false);
    write('node_modules/.package-lock.json', lock({ 'node_modules/one': { version: '0.9.0' } }));
    expect(isInstalled(folder)).toBe(false);
    write('node_modules/.package-lock.json', lock({ 'node_modules/one': { version: '1.0.0' } }));
    expect(isInstalled(folder)).toBe(true);
  });
});

test('every package supports the oldest Node that Ardhi supports', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const oldest = semver.minVersion(packages[''].engines.node);
  const tooNew = Object.entries(packages).filter(
    ([, { engines }]) => engines?.node && !semver.satisfies(oldest, engines.node),
  );
  expect(tooNew.map(([path, { engines }]) => `${path} wants ${engines.node}`)).toEqual([]);
});

describe('test files', () => {
  const FILES = [
    'apps/api/src/land/land.test.ts',
    'apps/web/src/land/parcel/form.test.tsx',
    'apps/web/src/landing/page.test.tsx',
    'e2e/land.spec.ts',
    'e2e/land-reports.spec.ts',
    'e2e/islands.spec.ts',
  ];
  beforeEach(() => {
    for (const file of [...FILES, 'e2e/land.ts', 'apps/web/node_modules/land/x.test.ts']) write(file, '');
  });

  test('of a domain are those in its folders and those named after it', () => {
    expect(testFilesOf(['land'], folder).sort()).toEqual([
      'apps/api/src/land/land.test.ts',
      'apps/web/src/land/parcel/form.test.tsx',
      'e2e/land-reports.spec.ts',
      'e2e/land.spec.ts',
    ]);
  });

  test('can be named by folder, by file and by line', () => {
    expect(testFilesOf(['apps/web/src/land'], folder)).toEqual(['apps/web/src/land/parcel/form.test.tsx']);
    expect(testFilesOf(['e2e/land.spec.ts', 'e2e/islands.spec.ts:12'], folder)).toEqual([
      'e2e/land.spec.ts',
      'e2e/islands.spec.ts:12',
    ]);
  });

  test('of an unknown name are refused', () => {
    expect(() => testFilesOf(['lnad'], folder)).toThrow('No test of lnad');
  });
});
