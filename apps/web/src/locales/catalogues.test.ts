import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { describe, expect, it } from 'vitest';

const folder = import.meta.dirname;
const files = (language: string) => readdirSync(join(folder, language)).sort();
const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(join(folder, language, file), 'utf8'));

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

describe('catalogues', () => {
  it('has the same files in both languages', () => {
    expect(files('sw')).toEqual(files('en'));
  });

  describe.each(files('en'))('%s', (file) => {
    const domain = file.replace('.json', '');
    const en = read('en', file);
    const sw = read('sw', file);

    it('has the same keys, all of its domain, none empty', () => {
      expect(Object.keys(sw).sort()).toEqual(Object.keys(en).sort());
      expect(Object.keys(en).filter((key) => !key.startsWith(`${domain}.`))).toEqual([]);
      const empty = [...Object.entries(en), ...Object.entries(sw)].filter(([, text]) => text.trim() === '');
      expect(empty).toEqual([]);
    });

    it('has the same placeholders', () => {
      const differing = Object.keys(en).filter(
        (key) => sw[key] !== undefined && placeholders(en[key] ?? '').join() !== placeholders(sw[key]).join(),
      );
      expect(differing).toEqual([]);
    });

    it('is really translated', () => {
      const same = Object.keys(en).filter(
        (key) => en[key] === sw[key] && !SAME_IN_BOTH.has(key) && !UNTRANSLATABLE.test(en[key] ?? ''),
      );
      expect(same).toEqual([]);
    });
  });
});
