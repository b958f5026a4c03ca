/** Checks that files, folders, links, npm scripts and benches named in the docs exist. */
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
