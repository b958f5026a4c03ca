import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
const CHECKS = join(SOURCES, 'lib/forms/checks.ts');
/** Imports that put a text of the `forms` catalogue on the screen; `isEmail`, for example, has no text. */
const CHECKS_WITH_TEXT = /\bcheck(Text|Number|Date|Money)\b/;

const sources = new Map<string, string>();
function sourceOf(file: string): string {
  const known = sources.get(file) ?? readFileSync(file, 'utf8');
  sources.set(file, known);
  return known;
}

function importsOf(file: string): { names: string; path: string }[] {
  const statements = sourceOf(file).matchAll(/^(?:im|ex)port (?!type )([^;]*?)from '(\.[^']+\.tsx?)';/gm);
  return [...statements].map(([, names = '', path = '']) => ({ names, path: join(dirname(file), path) }));
}

const usesFormTexts = (file: string) =>
  /['`]forms\./.test(sourceOf(file)) ||
  importsOf(file).some(({ names, path }) => path === CHECKS && CHECKS_WITH_TEXT.test(names));

/** The file and what it imports statically: a lazy part of a page names its own catalogues. */
function reachableFrom(start: string): Set<string> {
  const found = new Set([start]);
  for (const file of found)
    for (const { path } of importsOf(file)) if (path !== CHECKS && existsSync(path)) found.add(path);
  return found;
}

/** The arguments of every call of `lazyPage` in a source. */
function lazyCalls(source: string): string[] {
  return source
    .split(/\blazyPage\(/)
    .slice(1)
    .map((rest) => {
      let depth = 1;
      let end = 0;
      while (depth > 0 && end < rest.length) depth += { '(': 1, ')': -1 }[rest[end++]!] ?? 0;
      return rest.slice(0, end - 1);
    });
}

/** Files of the pages and lazy parts, and whether their catalogues include `forms`. */
const lazyPages = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .flatMap((path) => {
    const file = join(SOURCES, path);
    return lazyCalls(sourceOf(file)).flatMap((call) => {
      const constant = /,\s*([A-Z_]+),?\s*$/.exec(call)?.[1];
      const domains = constant ? sourceOf(file).split(`const ${constant}`)[1]?.split(';')[0] : call;
      const loadsForms = domains?.includes("'forms'") ?? false;
      return [...call.matchAll(/import\('(\.[^']+)'\)/g)].map(([, page = '']) => ({
        page: join(dirname(file), page),
        loadsForms,
      }));
    });
  });

it('a page with checked fields loads the texts of the checks', () => {
  expect(lazyPages.length).toBeGreaterThan(50);
  expect(lazyPages.filter(({ loadsForms }) => loadsForms).length).toBeGreaterThan(20);
  const lacking = lazyPages
    .filter(({ page, loadsForms }) => !loadsForms && [...reachableFrom(page)].some(usesFormTexts))
    .map(({ page }) => page.slice(SOURCES.length + 1));
  expect(lacking).toEqual([]);
});
