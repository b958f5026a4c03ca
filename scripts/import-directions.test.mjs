/**
 * Import directions, type imports included: a folder imports only folders of lower or equal floors, there are no cycles
 * between folders or files, and routes are private to their folder.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/project.mjs';

const DOMAINS = ['records', 'accounts', 'farm', 'office', 'insight'];
/** From bottom to top. Files next to these folders are above all of them. */
const FLOORS = {
  'packages/contract/src': ['base', ...DOMAINS],
  'apps/api/src': ['locales', 'lib', ...DOMAINS, 'system', 'demo'],
  'apps/web/src': [
    ...['locales', 'lib', 'ui', 'map', 'outbox', 'offline'],
    ...DOMAINS,
    ...['system', 'public', 'sync', 'dashboard', 'app', 'sw'],
  ],
};
/** Folders whose subfolders are compared too. */
const WITH_FOLDERS = ['lib', 'ui', 'system', ...DOMAINS];

/** Additional rules: files that match the first pattern must not import anything that matches the second. */
const FORBIDDEN = [
  [/^packages\//, /^(apps\/|@ardhi\/(api|web))/],
  // Only constants are allowed, because they do not load zod.
  [/^packages\/(agronomy|geo)\//, /^(@ardhi\/contract(?!\/(units|dates|limits)$)|packages\/contract\/)/],
  // The service worker is a separate program and must stay small.
  [/^apps\/web\/src\/sw\//, /^apps\/web\/src\/(?!(sw|lib|outbox)\/|app\/offline-calls\.ts$)/],
  [/^apps\/web\/src\/dashboard\//, /^apps\/web\/src\/sync\//],
];

const IMPORT = /\b(?:from|import)\s*\(?\s*'([^']+)'/g;
const isSource = (file) => /^(apps|packages)\/[^/]+\/src\/.*\.tsx?$/.test(file);
const isTest = (file) => /\.test\.tsx?$|\.arbitrary\.ts$/.test(file);

/** @param {[file: string, text: string][]} files @returns {[file: string, imported: string][]} */
const importsOf = (files) =>
  files.flatMap(([file, text]) =>
    [...text.matchAll(IMPORT)].map(([, name]) => [
      file,
      name.startsWith('.') ? normalize(join(dirname(file), name.replace(/\?.*/, ''))) : name,
    ]),
  );

/** The folder and floor of a file; undefined outside the floors. */
function placeOf(file) {
  const source = Object.keys(FLOORS).find((folder) => file.startsWith(`${folder}/`));
  if (!source) return undefined;
  const [floor, ...rest] = file.slice(source.length + 1).split('/');
  if (rest.length === 0) return { source, folder: source, level: Number.POSITIVE_INFINITY };
  const isDeep = WITH_FOLDERS.includes(floor) && rest.length > 1;
  return {
    source,
    folder: `${source}/${floor}${isDeep ? `/${rest[0]}` : ''}`,
    level: FLOORS[source].indexOf(floor),
  };
}

function faultsOf(imports) {
  const faults = [];
  for (const [file, imported] of imports) {
    const [from, to] = [placeOf(file), placeOf(imported)];
    const isUpward = from && to && from.source === to.source && from.level < to.level;
    const isForbidden = FORBIDDEN.some(([files, others]) => files.test(file) && others.test(imported));
    const isRoutes =
      from?.folder !== to?.folder && from?.level !== Number.POSITIVE_INFINITY && /routes\.ts$/.test(imported);
    if (isUpward || isForbidden || (isRoutes && file.startsWith('apps/api/')))
      faults.push(`${file} imports ${imported}`);
  }
  const folders = imports.map((pair) => pair.map((file) => placeOf(file)?.folder));
  return [
    ...faults,
    ...cyclesIn(imports),
    ...cyclesIn(folders.filter(([from, to]) => from && to && from !== to)),
  ];
}

/** Lists each cycle once, in import order. */
function cyclesIn(pairs) {
  const targets = new Map();
  for (const [from, to] of pairs) targets.set(from, [...(targets.get(from) ?? []), to]);
  const done = new Set();
  const cycles = [];
  const visit = (node, path) => {
    const start = path.indexOf(node);
    if (start >= 0) cycles.push([...path.slice(start), node].join(' → '));
    if (start >= 0 || done.has(node)) return;
    for (const target of targets.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of targets.keys()) visit(node, []);
  return cycles;
}

test('no import goes upwards, in a cycle or into private files', () => {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => isSource(file) && !isTest(file));
  const unknown = files.filter((file) => placeOf(file)?.level === -1);
  expect(unknown).toEqual([]);
  const imports = importsOf(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  expect(imports.length).toBeGreaterThan(2000);
  expect(faultsOf(imports)).toEqual([]);
});

test.each([
  ['apps/web/src/lib/http/api.ts', "import { Form } from '../../ui/forms/form.tsx';"],
  ['apps/web/src/outbox/engine.ts', "import type { Row } from '../farm/land/offline.ts';"],
  ['apps/web/src/farm/land/queries.ts', "export { x } from '../../office/subsidies/queries.ts';"],
  ['apps/web/src/app/app.tsx', "const load = () => import('../sw/files.ts');"],
  ['apps/web/src/sw/worker.ts', "import { Button } from '../ui/controls/button.tsx';"],
  ['apps/api/src/lib/database/db.ts', "import { x } from '../../farm/land/queries.ts';"],
  ['apps/api/src/farm/boundaries/service.ts', "import { x } from '../land/routes.ts';"],
  ['apps/api/src/farm/land/queries.ts', "import { x } from '../../app.ts';"],
  ['packages/geo/src/shape.ts', "import { Parcel } from '@ardhi/contract';"],
  ['packages/contract/src/farm/land.ts', "import { x } from '../../../../apps/api/src/server.ts';"],
])('%s is refused with %s', (file, text) => {
  expect(faultsOf(importsOf([[file, text]]))).toHaveLength(1);
});

test('two files and two folders that import each other are refused', () => {
  const files = importsOf([
    ['apps/api/src/farm/land/a.ts', "import type { B } from './b.ts';"],
    ['apps/api/src/farm/land/b.ts', "import type { A } from './a.ts';"],
  ]);
  expect(faultsOf(files)).toHaveLength(1);
  const folders = importsOf([
    ['apps/api/src/farm/land/a.ts', "import { b } from '../equipment/b.ts';"],
    ['apps/api/src/farm/equipment/c.ts', "import { d } from '../land/d.ts';"],
  ]);
  expect(faultsOf(folders)).toHaveLength(1);
});

test('allowed imports pass', () => {
  const imports = importsOf([
    ['apps/api/src/app.ts', "import { landRoutes } from './farm/land/routes.ts';"],
    ['apps/api/src/farm/boundaries/service.ts', "import { x } from '../land/service.ts';"],
    ['apps/web/src/sw/send.ts', "import { x } from '../outbox/engine.ts';"],
    ['packages/geo/src/units.ts', "import { x } from '@ardhi/contract/units';"],
  ]);
  expect(faultsOf(imports)).toEqual([]);
});
