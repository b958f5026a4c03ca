import { readFileSync } from 'node:fs';
import { FEATURES } from '@ardhi/contract/paths';
import { expect, it } from 'vitest';

const svg = readFileSync(new URL('./drawings.svg', import.meta.url), 'utf8');
const source = readFileSync(new URL('./drawing.tsx', import.meta.url), 'utf8');

it('has a symbol for every name, of at most 40 KB in all', () => {
  const names = [...source.matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, name]) => name);
  const symbols = [...svg.matchAll(/<symbol id="([\w-]+)"/g)].map(([, id]) => id);
  expect([...names, ...FEATURES].sort()).toEqual(symbols.sort());
  expect(svg.length).toBeLessThanOrEqual(40 * 1024);
});

it('uses colours of the theme only', () => {
  expect(svg).not.toMatch(/(?:fill|stroke)="(?!none|var\(--draw-)/);
});
