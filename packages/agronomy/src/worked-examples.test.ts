/** Executes the worked examples of docs/score/README.md#8-worked-examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { evaluate, type ScoreInput, type ScoreResult } from './index.ts';

const AS_OF = '2025-03-31';
/** The operands of a calculation are rounded to a few digits. */
const CALCULATION_TOLERANCE = 0.005;

const document = readFileSync(join(import.meta.dirname, '../../../docs/score/README.md'), 'utf8');
const EXAMPLE = /### (.+)\n\n```json\n([\s\S]+?)\n```\n\n```text\n([\s\S]+?)\n```/g;

interface Line {
  name: string;
  calculation: string | null;
  value: string;
}

const examples = [...document.matchAll(EXAMPLE)].map(([, title = '', json = '', text = '']) => ({
  title,
  input: withIds(JSON.parse(json)),
  lines: text.split('\n').filter(Boolean).map(parseLine),
}));

/** Records need ids, which the document omits. */
function withIds({ parcel, ...records }: Record<string, object[]> & { parcel: object }): ScoreInput {
  const numbered = Object.entries(records).map(([kind, list]) => [
    kind,
    list.map((record, index) => ({ id: `${kind}-${index}`, ...record })),
  ]);
  return { parcel, ...Object.fromEntries(numbered) };
}

function parseLine(line: string): Line {
  const [, name = '', calculation, value = ''] = /^([^:]+): (?:([^=]+) = )?(\S+)$/.exec(line) ?? [];
  if (!name) throw new Error(`Not a line of an example: ${line}`);
  return { name, calculation: calculation ?? null, value };
}

/** Figures of the result by their name in the document. */
function figuresOf(result: ScoreResult): Map<string, number | string | boolean | null> {
  const figures = new Map<string, number | string | boolean | null>([
    ['raw', result.raw],
    ['score', result.score],
    ['confidence', result.confidencePct],
    ['status', result.status],
  ]);
  for (const { key, score, evidence } of result.components) {
    figures.set(key, score);
    for (const { code, subject, value } of evidence) {
      figures.set([key, code, subject].filter(Boolean).join('.'), value);
    }
  }
  for (const { key, gainPoints } of result.actions) figures.set(`action.${key}`, gainPoints);
  return figures;
}

function calculate(calculation: string): number {
  if (!/^[\d\s.+*/()-]+$/.test(calculation)) throw new Error(`Not a calculation: ${calculation}`);
  return Number(new Function(`return ${calculation}`)());
}

const decimalsOf = (value: string) => value.split('.')[1]?.length ?? 0;
const isFigureName = (name: string) => /^(raw|score|confidence|status|[a-z]+(\.[a-z-]+)*)$/.test(name);

describe.each(examples)('example: $title', ({ input, lines }) => {
  const figures = figuresOf(evaluate(input, AS_OF));

  it('has the figures of the code', () => {
    const named = lines.filter(({ name }) => isFigureName(name) && name !== 'hectares');
    const actual = named.map(({ name, value }) => {
      const figure = figures.get(name);
      return `${name}: ${typeof figure === 'number' ? figure.toFixed(decimalsOf(value)) : figure}`;
    });
    expect(actual).toEqual(named.map(({ name, value }) => `${name}: ${value}`));
    const offered = [...figures.keys()].filter((name) => name.startsWith('action.'));
    expect(named.map(({ name }) => name).filter((name) => name.startsWith('action.'))).toEqual(offered);
  });

  it('has calculations that give their value', () => {
    const wrong = lines.filter(({ calculation, value }) => {
      if (calculation === null) return false;
      const difference = Math.abs(calculate(calculation) - Number(value));
      return !(difference <= Math.max(10 ** -decimalsOf(value), CALCULATION_TOLERANCE * Number(value)));
    });
    expect(wrong).toEqual([]);
  });
});

it('finds every example', () => {
  expect(examples.map(({ title }) => title)).toEqual([
    'New parcel',
    'Maize, then beans',
    'Irrigated tomato',
    'Tea',
  ]);
});
