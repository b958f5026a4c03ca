import { COUNTIES, knownCrops, PLAN_SOURCES, recogniseCrop, seasonPlan, TASK_KINDS } from '@ardhi/agronomy';
import { expect, it } from 'vitest';
import * as formats from '../../../lib/text/format.ts';
import type { Language, Translate, useFormat } from '../../../lib/text/i18n.tsx';
import { translate } from '../../../lib/text/messages.ts';
import { planLabels } from './plan-labels.ts';

const DAY_MS = 86_400_000;
const PLANTED = '2026-06-01';
const after = (days: number) => new Date(Date.parse(PLANTED) + days * DAY_MS).toISOString().slice(0, 10);

function labelsIn(language: Language) {
  const t: Translate = (key, values) => translate(language, key, values);
  const format = {
    number: (value: number, digits?: number) => formats.formatNumber(value, language, digits),
    date: (value: string, style?: 'long') => formats.formatDate(value, language, style),
  } as ReturnType<typeof useFormat>;
  return planLabels({ t, format });
}

/** An irrigated and sprayed season: every kind of task occurs in it. */
function tasksOf(name: string, county: string) {
  const { seasonDays } = recogniseCrop(name)!;
  const input = (harvested: boolean) => ({
    parcel: { sizeAcres: 2, county, declarations: { irrigation: 'recorded' as const } },
    crops: [
      {
        id: 'crop',
        name,
        plantingDate: PLANTED,
        harvestDate: after(seasonDays - 1),
        yieldTonsPerHectare: harvested ? 1 : null,
      },
    ],
    pesticides: [
      { id: 'known', date: after(20), product: 'Karate', amount: 1 },
      ...(seasonDays % 2 ? [{ id: 'unknown', date: after(22), product: 'Dawa', amount: 1 }] : []),
    ],
  });
  return [
    ...seasonPlan(input(false), PLANTED),
    ...seasonPlan(input(false), after(Math.round(seasonDays * 0.8))),
    ...seasonPlan(input(true), after(seasonDays)),
  ];
}

it.each(['en', 'sw'] as const)('every task of every crop and county has its texts in %s', (language) => {
  const labels = labelsIn(language);
  const kinds = new Set<string>();
  const faults = new Set<string>();
  for (const { name } of knownCrops()) {
    for (const county of COUNTIES) {
      for (const task of tasksOf(name, county.name)) {
        kinds.add(task.kind);
        const why = labels.why(task);
        const texts = [labels.title(task), labels.next(task), labels.when(task), labels.amount(task), why];
        for (const text of texts)
          if (text !== null && /plan\.|score\.|\{|\}|undefined|NaN|^\s*$/.test(text)) faults.add(text);
        // One sentence.
        if (!/^[^.!?]*([.,]\d[^.!?]*)*\.$/.test(why)) faults.add(why);
      }
    }
  }
  expect([...faults]).toEqual([]);
  expect([...kinds].sort()).toEqual([...TASK_KINDS].sort());
  for (const source of PLAN_SOURCES) expect(labels.source(source)).not.toMatch(/^plan\./);
});

it('names amounts in bags and jerrycans', () => {
  const labels = labelsIn('en');
  const [dose] = tasksOf('maize', 'Embu').filter(({ kind }) => kind === 'top-dress');
  expect(labels.amount(dose!)).toBe('CAN, 79 kg: about 1.5 bags (50 kg)');
  expect(labelsIn('sw').title(dose!)).toBe('Mbolea ya kukuzia: mahindi');
});
