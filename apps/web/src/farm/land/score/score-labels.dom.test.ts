import {
  ACTION_KEYS,
  type Action,
  COMPONENT_KEYS,
  COUNTIES,
  EVIDENCE_CODES,
  EVIDENCE_UNITS,
  type Evidence,
  evaluate,
  knownCrops,
  knownFertilizers,
  knownPesticides,
  MISSING_CODES,
  NOTE_CODES,
  STATUSES,
} from '@ardhi/agronomy';
import { cropName, scoreLabels } from '@ardhi/agronomy/labels';
import { describe, expect, it } from 'vitest';
import * as formats from '../../../lib/text/format.ts';
import type { Language, Translate } from '../../../lib/text/i18n.tsx';
import { translate } from '../../../lib/text/messages.ts';
import { HARVEST_FORMS, harvestFormLabel } from '../records/crop.tsx';
import { toSuggestion } from '../records/suggestions.ts';

const LANGUAGES: readonly Language[] = ['en', 'sw'];

function labelsIn(language: Language) {
  const t: Translate = (key, values) => translate(language, key, values);
  const format = {
    number: (value: number, digits?: number) => formats.formatNumber(value, language, digits),
    date: (value: string) => formats.formatDate(value, language),
  };
  return { t, labels: scoreLabels(t, format) };
}

/** Fails on missing translations and unresolved placeholders. */
function expectText(text: string): void {
  expect(text).not.toMatch(/^score\.|\{|\}|undefined|NaN/);
  expect(text.trim()).not.toBe('');
}

describe.each(LANGUAGES)('labels of engine codes in %s', (language) => {
  const { t, labels } = labelsIn(language);

  it('exist for every component, status, missing code and note', () => {
    for (const key of COMPONENT_KEYS) {
      expectText(labels.component(key));
      expectText(labels.measures(key));
    }
    for (const status of STATUSES) {
      expectText(labels.status(status));
      expectText(labels.statusText(status));
    }
    for (const code of MISSING_CODES) {
      expectText(labels.missing(code));
      expectText(labels.next({ component: 'water', code, confidenceGain: 15 }));
    }
    for (const code of NOTE_CODES) {
      expectText(labels.note({ code, values: { records: 2, ratio: 0.4, days: 90 }, recordIds: [] }));
    }
  });

  it('exist for every piece of evidence in every unit', () => {
    for (const code of EVIDENCE_CODES) {
      const evidence: Evidence = {
        code,
        subject: 'maize',
        value: 1,
        unit: 'ratio',
        recordIds: [],
        source: 'derived',
      };
      expectText(labels.evidence(evidence).label);
      for (const unit of EVIDENCE_UNITS) expectText(labels.evidence({ ...evidence, unit }).value);
      expectText(labels.evidence({ ...evidence, value: null }).value);
    }
  });

  it('exist for every crop, and leave custom names unchanged', () => {
    for (const { key } of knownCrops()) expect(cropName(key, t)).not.toMatch(/_|score\./);
    expect(cropName('Terere', t)).toBe('Terere');
  });

  it('exist for the harvest form of every crop', () => {
    for (const { harvestForm } of knownCrops()) {
      expect(HARVEST_FORMS[harvestForm], harvestForm).toBeDefined();
      expectText(t(harvestFormLabel(harvestForm)));
    }
  });

  it('contain each suggested name once', () => {
    for (const known of [knownCrops(), knownFertilizers(), knownPesticides()]) {
      const names = known.map((one) => toSuggestion(one, language).value);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(COUNTIES).toHaveLength(47);
  });
});

describe('advice texts', () => {
  const actions: { [Key in Action['key']]: Extract<Action, { key: Key }>['values'] } = {
    'irrigate-to-requirement': { litresNow: 6_328_000, litresTarget: 1_810_938, reductionPct: 71.4 },
    'less-mineral-nitrogen': { nitrogenKgNow: 91, nitrogenKgTarget: 22.5, reductionPct: 75 },
    'return-nutrients': { manureKg: 4689, nitrogenKg: 28 },
    'organic-matter': { compostKg: 2100, tonsPerHaYearNow: 2.36, tonsPerHaYearTarget: 5 },
    'cover-soil': { coverPctNow: 44.4, coverPctTarget: 80 },
    diversify: { effectiveSpeciesNow: 1.9, legumePctNow: 10, legumePctTarget: 25 },
    'yield-gap': { crop: 'maize', yieldNow: 1.2, yieldTarget: 1.7, cropsBelow: 1 },
    'safer-spraying': { fieldEiqNow: 209.5, fieldEiqTarget: 25, hazardousRecords: 1 },
  };

  it('exist for every action in both languages', () => {
    for (const language of LANGUAGES) {
      for (const key of ACTION_KEYS) {
        // Cast: the values are typed per key, which the loop over the keys loses.
        const action = { key, gainPoints: 23.3, components: [], values: actions[key] } as unknown as Action;
        const { title, text, points } = labelsIn(language).labels.action(action);
        expectText(title);
        expectText(text);
        expect(['+23.3 points', 'pointi +23.3']).toContain(points);
      }
    }
  });

  it('name the number of crop kinds when there are enough legumes', () => {
    const values = { effectiveSpeciesNow: 1.9, legumePctNow: 34, legumePctTarget: 25 };
    const action = { key: 'diversify', gainPoints: 2, components: [], values } as Action;
    expect(labelsIn('en').labels.action(action).text).toContain('1.9 kinds');
  });

  it('cover a complete evaluation', () => {
    const result = evaluate(
      {
        parcel: { sizeAcres: 1, address: 'Kitengela, Kajiado County', soilType: 'clay' },
        crops: [
          {
            id: 'c',
            name: 'Nyanya',
            plantingDate: '2026-01-10',
            harvestDate: '2026-05-20',
            yieldTonsPerHectare: 30,
          },
        ],
        water: [{ id: 'w', date: '2026-02-01', litres: 6_000_000 }],
        fertilizer: [{ id: 'f', date: '2026-01-10', type: 'DAP', kg: 500 }],
        pesticides: [{ id: 'p', date: '2026-03-01', product: 'Furadan', amount: 2 }],
      },
      '2026-06-30',
    );
    for (const language of LANGUAGES) {
      const { labels } = labelsIn(language);
      for (const { evidence, notes } of result.components) {
        for (const one of evidence) {
          expectText(labels.evidence(one).label);
          expectText(labels.evidence(one).value);
        }
        for (const note of notes) expectText(labels.note(note));
      }
      for (const action of result.actions) expectText(labels.action(action).text);
    }
  });
});
