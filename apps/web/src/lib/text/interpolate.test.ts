import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';
import { interpolate, type Message } from './interpolate.ts';

const FOLDERS = [
  join(import.meta.dirname, '../../locales'),
  join(import.meta.dirname, '../../../../../packages/agronomy/locales'),
];

function textsOf(language: string): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(folder, language)).flatMap((file) =>
      Object.values(JSON.parse(readFileSync(join(folder, language, file), 'utf8')) as Record<string, string>),
    ),
  );
}

/** Sets all arguments to the same value: several numbers, then each select case once. */
function valuesOf(text: string): Record<string, string | number>[] {
  const names = [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name!);
  const choices = ['other', ...[...text.matchAll(/(\w+) \{/g)].map(([, name]) => name!)];
  return [0, 1, 2, 1.5, 1_234, 1_234_567, ...choices].map((value) =>
    Object.fromEntries(names.map((name) => [name, value])),
  );
}

it.each(['en', 'sw'])('interpolates every text like Lingui with Intl: %s', (language) => {
  const texts = textsOf(language);
  expect(texts.length).toBeGreaterThan(1_000);
  for (const text of texts) {
    const message = compileMessageOrThrow(text);
    const platform = setupI18n({ locale: language, messages: { [language]: { text: message } } });
    platform.activate(language, `${language}-KE`);
    for (const values of valuesOf(text).filter((one) => !isWordForPlural(text, one))) {
      expect(interpolate(message as Message, values)).toBe(platform._('text', values));
    }
  }
});

/** Plurals take numbers only. */
function isWordForPlural(text: string, values: Record<string, string | number>): boolean {
  return text.includes('plural') && Object.values(values).some((value) => typeof value === 'string');
}

it('accepts a numeric string as count, keeps # inside a select, and ignores inherited properties', () => {
  const format = (text: string, values: Record<string, string | number>) =>
    interpolate(compileMessageOrThrow(text) as Message, values);
  const rows = '{count, plural, one {# row} other {# rows}}';
  expect(format(rows, { count: '1' })).toBe('1 row');
  expect(format(rows, { count: '1234.5678' })).toBe('1,234.568 rows');
  const where = '{count, plural, other {{place, select, here {# here} other {# elsewhere}}}}';
  expect(format(where, { count: 3, place: 'here' })).toBe('3 here');
  expect(format(where, { count: 3, place: 'toString' })).toBe('3 elsewhere');
});
