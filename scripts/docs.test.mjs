/** Checks that files, folders, links, npm scripts and benches named in the docs exist, and links from code to the docs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './lib/project.mjs';

const list = (...what) =>
  execFileSync('git', ['ls-files', ...what], { cwd: root, encoding: 'utf8' }).split('\n');
const files = new Set(list('--cached', '--others', '--exclude-standard'));
const folders = new Set([...files].flatMap((file) => parents(file)));
const names = new Set([...files].map((file) => basename(file)));
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** Base folders of paths that are not relative to the root. */
const BASE_FOLDERS = ['', 'apps/web/', 'apps/web/src/', 'apps/api/', 'apps/api/src/', 'packages/'];
/** Created by a build. */
const BUILT = ['pages.json', 'boot.js', 'sw.js', 'sbom.cdx.json'];

const DOCUMENTS = [...files].filter((file) => /^(docs\/.+|[^/]+|packages\/[^/]+\/README)\.md$/.test(file));

function parents(file) {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...parents(folder)];
}

const exists = (path) => files.has(path) || folders.has(path.replace(/\/$/, ''));

/** Supports globs such as `apps/api/sql/upgrade-*.sql`. */
function isExistingPath(path, document) {
  if (!path.includes('*'))
    return [...BASE_FOLDERS, `${dirname(document)}/`].some((base) => exists(normalize(base + path)));
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
  return [...files].some((file) => pattern.test(file));
}

/** Inline code that can only be a file or a folder of the project. */
function pathsIn(text) {
  const codeSpans = [...text.matchAll(/`([\w@.*-]+(?:\/[\w@.*-]+)*\/?)`/g)].map(([, word]) => word);
  const paths = codeSpans.filter(
    (word) =>
      /^(apps|packages|scripts|docs|bench|e2e)\//.test(word) ||
      /\w\.(ts|tsx|mjs|sql|md|json|css|js|html|txt)$/.test(word),
  );
  return paths.filter(
    (path) => !path.startsWith('apps/web/dist') && !BUILT.includes(path) && !path.startsWith('./'),
  );
}

const linksIn = (text) =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, link]) => link)
    .filter((link) => !/^\w+:/.test(link));

test.each(DOCUMENTS)('%s names only existing files, scripts and benches', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const missing = pathsIn(text).filter(
    (path) => !isExistingPath(path, document) && !(!path.includes('/') && names.has(path)),
  );
  const broken = linksIn(text).filter((link) => !exists(normalize(join(dirname(document), link))));
  const unknown = [...text.matchAll(/npm (?:run )?([a-z][\w:]*)/g)]
    .map(([, script]) => script)
    .filter((script) => !(script in scripts) && !['install', 'ci', 'binaries'].includes(script));
  const benches = [...text.matchAll(/npm run bench -- ([a-z -]+)/g)]
    .flatMap(([, args]) => args.trim().split(' '))
    .filter((name) => !files.has(`bench/${name}.ts`));
  expect({ missing, broken, unknown, benches }).toEqual({
    missing: [],
    broken: [],
    unknown: [],
    benches: [],
  });
});

/** Anchors of a document as GitHub makes them from its headings. */
const anchorsOf = (document) =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .trim()
      .replace(/\s/g, '-'),
  );

const hasAnchor = (document, anchor) => files.has(document) && anchorsOf(document).includes(anchor);

test.each(DOCUMENTS)('%s links to existing headings', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const missing = [...text.matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)]
    .filter(
      ([, file, anchor]) => !hasAnchor(file ? normalize(join(dirname(document), file)) : document, anchor),
    )
    .map(([link]) => link);
  expect(missing).toEqual([]);
});

test('comments link to existing headings, and the score cites its sections by link', () => {
  const sources = [...files].filter((file) => /^(apps|packages|scripts)\/.*\.tsx?$/.test(file));
  const faults = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const broken = [...text.matchAll(/\b(docs\/[\w/-]+\.md)#([\w-]+)/g)].filter(
      ([, document, anchor]) => !hasAnchor(document, anchor),
    );
    const bare = file.startsWith('packages/agronomy/') ? [...text.matchAll(/\bsection \d[\d.]*/gi)] : [];
    return [...broken, ...bare].map(([found]) => `${file}: ${found}`);
  });
  expect(faults).toEqual([]);
});

test('every table of the score and every map file has a source and a licence', () => {
  const text = readFileSync(join(root, 'docs/data-sources.md'), 'utf8');
  const data = [...files].filter((file) =>
    /^(packages\/agronomy\/src\/reference|apps\/web\/src\/map\/basemap)\/.+\.json$|county-outlines\.ts$/.test(
      file,
    ),
  );
  expect(data.length).toBeGreaterThan(8);
  expect(data.filter((file) => !text.includes(`\`${file}\``))).toEqual([]);
});

/** `file` › title, or walk › step, as docs/specification.md writes them. */
function missingTests(text) {
  const rows = text.split('\n').filter((line) => line.startsWith('|') && line.includes('›'));
  const named = rows.flatMap((row) => row.split('|')[2].split('<br>'));
  return named.filter((entry) => {
    const [, file, title] = /^\s*(?:`([^`]+)`|walk) › (.+?)\s*$/.exec(entry) ?? [];
    const path = file ?? 'e2e/specification.spec.ts';
    if (!title?.match(/\w/) || !files.has(path)) return true;
    const source = readFileSync(join(root, path), 'utf8');
    const pattern = title.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return !new RegExp(`['"\`]${pattern.join('.*')}`).test(source);
  });
}

test('docs/specification.md names existing tests in every row', () => {
  const text = readFileSync(join(root, 'docs/specification.md'), 'utf8');
  const untested = text
    .split('\n')
    .filter((line) => /^\|(?! statement|---)/.test(line) && !line.includes('›'));
  expect({ untested, missing: missingTests(text) }).toEqual({ untested: [], missing: [] });
});

test.each([
  '| a | walk › no such step | |',
  '| a | `e2e/no-such.spec.ts` › public pages | |',
  '| a | public pages › | |',
])('finds the missing test in %s', (row) => expect(missingTests(row)).toHaveLength(1));
