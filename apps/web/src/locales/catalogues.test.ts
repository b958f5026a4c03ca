import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';

/** The screens' own, and those of the server: errors, notices, mails, documents, tables. */
const CATALOGUES = {
  web: import.meta.dirname,
  server: join(import.meta.dirname, '../../../api/src/locales'),
  score: join(import.meta.dirname, '../../../../packages/agronomy/locales'),
};
type Place = keyof typeof CATALOGUES;

const files = (place: Place, language: string) => readdirSync(join(CATALOGUES[place], language)).sort();
const read = (place: Place, language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(CATALOGUES[place], language, file), 'utf8'));

/** Texts that are the same in both languages: names, figures, signs, abbreviations. One line each, with a reason. */
const SAME_IN_BOTH: ReadonlySet<string> = new Set([
  'land.millions',
  'map.metresShort',
  'map.kilometresShort',
  'app.name', // the product's name
  'app.documentTitle', // name and sign
  'app.notFound.eyebrow', // 404
  'ui.unitEquals', // a sign
  'land.thousands', // a figure and its abbreviation
  'office.search.keys', // names of keys
  'office.search.keysApple',
  'templates.language.sw', // the language's own name
  'templates.example.farmer', // a name
  'templates.example.reference', // a reference number
]);

/** Nothing in it but placeholders, figures, signs and names that are not translated: KES 1,200 or CSV. */
const UNTRANSLATABLE =
  /^(?:\{[^{}]*\}|<\/?\w+>|[\d\s\p{P}\p{S}]|Ardhi|KES|CSV|PDF|GPS|KML|GPX|GeoJSON|pH|kg|ml|t\/ha|mm|L)*$/u;

type Token = string | [name: string, type?: string, cases?: unknown];

/** `name:type` of every argument, and the choices of every select. */
function placeholders(message: string): string[] {
  const found = new Set<string>();
  const walk = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, type = 'text', cases] = token;
      const choices =
        type === 'select'
          ? Object.keys(cases ?? {})
              .sort()
              .join('|')
          : '';
      found.add(`${name}:${type}${choices}`);
      if (typeof cases !== 'object' || cases === null) continue;
      for (const inner of Object.values(cases)) if (Array.isArray(inner)) walk(inner);
    }
  };
  walk(compileMessageOrThrow(message) as Token[]);
  for (const [, tag] of message.matchAll(/<(\w+)>/g)) found.add(`<${tag}>`);
  return [...found].sort();
}

/** Plurals that lack a form: a language with two would show the wrong one. */
function lackingForms(message: string): string[] {
  const found: string[] = [];
  const walk = (tokens: readonly Token[]) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue;
      const [name, type, cases] = token;
      if (typeof cases !== 'object' || cases === null) continue;
      if (type === 'plural' && !('one' in cases && 'other' in cases)) found.push(name);
      for (const inner of Object.values(cases)) if (Array.isArray(inner)) walk(inner);
    }
  };
  walk(compileMessageOrThrow(message) as Token[]);
  return found;
}

/** Words that no farmer uses, and words that were settled against (docs/kiswahili.md), each with the one to use. */
const AVOIDED_IN_ENGLISH: [avoid: RegExp, use: string][] = [
  [/\bstands?\b/i, 'is, are'],
  [/\bevidence\b/i, 'records'],
  [/\bsurer\b/i, 'you can rely on it more'],
  [/\bdeclar/i, 'say'],
  [/\bcomput/i, 'work out'],
  [/\bnobody\b|\bwhoever\b|\bstrangers?\b|\bdut(y|ies)\b/i, 'no one, the user, permission'],
  [/\bin the meantime\b|\ball the same\b/i, 'a plain sentence'],
  [/\bsign(ed|ing)? (in|out)\b/i, 'log in, log out'],
  [/\be-mail/i, 'email'],
];
const AVOIDED_IN_KISWAHILI: [avoid: RegExp, use: string][] = [
  [/\b[Ii]meshindwa\b/, 'imeshindikana'],
  [/\b[Nn]amba\b/, 'nambari'],
  [/\b[Mm]i?koa\b/, 'kanda'],
  [/\b[Mm]itungi\b/, 'madebe'],
  [/\b[Tt]engua\b/, 'tendua'],
  [/\bkwa hiyo\b/i, 'kwa hivyo'],
  [/pimwa\b.*\balama\b|tathminiwa\b/, 'kupewa alama'],
  [/\b[kv]ituo\b|\b(ma)?jukumu\b/i, 'eneo la kazi, ruhusa'],
  [/\b[mM]i?ingiliano\b|\b[mM]wingiliano\b/, 'mipaka inayoingiliana'],
  [/\b(i|zi|li|ya)meidhinishwa\b/i, 'imekubaliwa'],
  [/\b(ma)?ingizo\b|\bfoleni\b|\bdata (yako|zako)\b/i, 'badiliko, maombi, taarifa zako'],
  [/tatuliwa\b/, 'suluhishwa'],
  [/\btangaza (mara|kwamba)\b/i, 'sema'],
  [/\b(yenye|za|ya) rekodi\b|\brekodi (bado|za|zako|zake|hii|ikibadilisha)\b/i, 'kumbukumbu'],
  [/\bdawa ya wadudu\b/i, 'dawa'],
  [/\bseva\b/i, 'mtandao, jibu'],
];

/** Names that were set with the request for the page. */
const NAMED: ReadonlySet<string> = new Set(['app.title.scoreMethod']);

const avoided = (terms: typeof AVOIDED_IN_ENGLISH, texts: Record<string, string>) =>
  Object.entries(texts)
    .filter(([key]) => !NAMED.has(key))
    .flatMap(([key, text]) => terms.filter(([avoid]) => avoid.test(text)).map(([, use]) => `${key}: ${use}`));

/** Confidence is a share of what is recorded, in percent. Points are the score's: no text gives one in the other. */
const mixesConfidenceWithPoints = (text: string) =>
  /confidence|uhakika/i.test(text) && /\bpoints?\b|\bpointi\b/i.test(text);

/** Longest placeholder that fits a field on a 320 px screen, as measured by e2e/screens.spec.ts. */
const MAX_PLACEHOLDER = 24;
const SOURCES = join(import.meta.dirname, '..');
const placeholderKeys = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.tsx'))
  .flatMap((path) => [
    ...readFileSync(join(SOURCES, path), 'utf8').matchAll(/placeholder=\{t\(\s*'([\w.]+)'\)/g),
  ])
  .map(([, key = '']) => key);

const isSame = (key: string, en = '', sw = '') =>
  en === sw && !SAME_IN_BOTH.has(key) && !UNTRANSLATABLE.test(en);

it('finds what it looks for', () => {
  expect(lackingForms('{count, plural, =0 {none} other {# days}}')).toEqual(['count']);
  expect(lackingForms('{count, plural, one {# day} other {# days}}')).toEqual([]);
  expect(placeholders('Hello {name}')).not.toEqual(placeholders('Habari'));
  expect(isSame('x.title', 'Save', 'Save')).toBe(true);
  expect(isSame('x.amount', 'KES {amount}', 'KES {amount}')).toBe(false);
  expect(avoided(AVOIDED_IN_ENGLISH, { x: 'The name as it stands on the bag' })).toEqual(['x: is, are']);
  expect(mixesConfidenceWithPoints('Confidence: 20 points')).toBe(true);
  expect(placeholderKeys).toContain('subsidies.manage.searchHint');
});

describe.each(Object.keys(CATALOGUES) as Place[])('catalogues of the %s', (place) => {
  it('has the same files in both languages', () => {
    expect(files(place, 'sw')).toEqual(files(place, 'en'));
  });

  describe.each(files(place, 'en'))('%s', (file) => {
    const domain = file.replace('.json', '');
    const en = read(place, 'en', file);
    const sw = read(place, 'sw', file);

    it('has the same keys, none empty', () => {
      expect(Object.keys(sw).sort()).toEqual(Object.keys(en).sort());
      if (place === 'web') expect(Object.keys(en).filter((key) => !key.startsWith(`${domain}.`))).toEqual([]);
      const empty = [...Object.entries(en), ...Object.entries(sw)].filter(([, text]) => text.trim() === '');
      expect(empty).toEqual([]);
    });

    it('has the same placeholders, and every form of a plural', () => {
      const differing = Object.keys(en).filter(
        (key) => sw[key] !== undefined && placeholders(en[key] ?? '').join() !== placeholders(sw[key]).join(),
      );
      expect(differing).toEqual([]);
      expect(Object.keys(sw).filter((key) => lackingForms(sw[key] ?? '').length > 0)).toEqual([]);
    });

    it('is really translated, in the words that were settled on', () => {
      expect(Object.keys(en).filter((key) => isSame(key, en[key], sw[key]))).toEqual([]);
      expect(avoided(AVOIDED_IN_KISWAHILI, sw)).toEqual([]);
      expect(avoided(AVOIDED_IN_ENGLISH, en)).toEqual([]);
    });

    it('does not confuse points with confidence, and has placeholders that fit', () => {
      const mixed = [en, sw].flatMap((texts) =>
        Object.keys(texts).filter((key) => mixesConfidenceWithPoints(texts[key] ?? '')),
      );
      expect(mixed).toEqual([]);
      const long = placeholderKeys.filter((key) =>
        [en[key], sw[key]].some((text) => text !== undefined && text.length > MAX_PLACEHOLDER),
      );
      expect(long).toEqual([]);
    });
  });
});
