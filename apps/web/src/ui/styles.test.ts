/** Every text and background pair of the UI kit meets WCAG AA contrast in both themes. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(`${import.meta.dirname}/styles.css`, 'utf8');
const [light = '', dark = ''] = css.split('@media screen');

function token(theme: string, name: string): string {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)?.[1];
  if (!value) throw new Error(`No token ${name}`);
  return value;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

const TEXT_ON: Record<string, string[]> = {
  ink: ['paper', 'surface', 'sunken', 'grey-soft', 'primary-soft', 'ochre-soft', 'clay-soft', 'water-soft'],
  muted: ['paper', 'surface', 'sunken', 'grey-soft', 'primary-soft'],
  primary: ['paper', 'surface', 'sunken', 'primary-soft'],
  clay: ['paper', 'surface', 'grey-soft', 'clay-soft'],
  ochre: ['surface', 'ochre-soft'],
  water: ['surface', 'water-soft'],
  'on-primary': ['primary', 'primary-hover'],
  'on-clay': ['clay', 'clay-hover'],
};
// Borders of controls and the focus ring.
const EDGE_ON: Record<string, string[]> = {
  edge: ['paper', 'surface'],
  focus: ['paper', 'surface', 'sunken'],
};

describe.each([
  ['light', light],
  ['dark', dark],
])('%s theme', (_name, theme) => {
  const pairs = (table: Record<string, string[]>) =>
    Object.entries(table).flatMap(([front, backs]) => backs.map((back) => [front, back] as const));

  it.each(pairs(TEXT_ON))('%s is readable on %s', (front, back) => {
    expect(contrast(token(theme, front), token(theme, back))).toBeGreaterThanOrEqual(4.5);
  });
  it.each(pairs(EDGE_ON))('%s is visible on %s', (front, back) => {
    expect(contrast(token(theme, front), token(theme, back))).toBeGreaterThanOrEqual(3);
  });
});
