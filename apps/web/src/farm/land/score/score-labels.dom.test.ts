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
  const meant = { crops: 'maize,beans', from: '2026-03-10', to: '2026-08-20' };
  const actions: { [Key in Action['key']]: Extract<Action, { key: Key }>['values'] } = {
    'irrigate-to-requirement': {
      ...meant,
      litresNow: 6_328_000,
      litresTarget: 1_810_938,
      reductionPct: 71.4,
      seasonLitres: 3_164_000,
      seasonNeededLitres: 905_469,
    },
    'less-mineral-nitrogen': {
      ...meant,
      nitrogenKgNow: 91,
      nitrogenKgTarget: 22.5,
      reductionPct: 75,
      productKgNow: 450,
      productKgTarget: 112.5,
    },
    'return-nutrients': { ...meant, manureKg: 120_000, nitrogenKg: 720, stepKg: 21_000 },
    'organic-matter': {
      ...meant,
      compostKg: 2100,
      tonsPerHaYearNow: 2.36,
      tonsPerHaYearTarget: 5,
      stepKg: 2100,
    },
    'cover-soil': { ...meant, crops: 'maize', coverPctNow: 44.4, coverPctTarget: 80 },
    diversify: { ...meant, effectiveSpeciesNow: 1.9, legumePctNow: 10, legumePctTarget: 25 },
    'yield-gap': {
      ...meant,
      crops: 'maize',
      crop: 'maize',
      yieldNow: 0.4,
      yieldTarget: 1.7,
      yieldStep: 0.85,
      harvestForm: 'dry grain',
      cropsBelow: 1,
    },
    'safer-spraying': {
      ...meant,
      to: '2026-03-10',
      fieldEiqNow: 209.5,
      fieldEiqTarget: 25,
      hazardousRecords: 0,
    },
  };
  const textOf = (key: Action['key'], values: object = {}) =>
    labelsIn('en').labels.action({
      key,
      gainPoints: 2,
      components: [],
      values: { ...actions[key], ...values },
    } as unknown as Action).text;

  it('name crops, dates and units that people carry', () => {
    const texts = Object.fromEntries(ACTION_KEYS.map((key) => [key, textOf(key)]));
    expect(texts).toMatchInlineSnapshot(`
      {
        "cover-soil": "No crop after maize, since 10 March 2026. Plant soon, or sow a cover crop. A crop grew here on 44% of the days, 80% is the aim.",
        "diversify": "Maize, beans, since 10 March 2026: too few legumes. Plant beans, cowpeas or green grams next season, and another family each season.",
        "irrigate-to-requirement": "Maize, beans, 10 March 2026 to 20 August 2026: about 320 tanker loads of water were given, about 91 tanker loads were needed beside the usual rain.",
        "less-mineral-nitrogen": "Maize, beans, 10 March 2026 to 20 August 2026: about 9 bags (50 kg) of nitrogen fertilizer were used. For that harvest, about 2.5 bags (50 kg) would have been enough.",
        "organic-matter": "Maize, beans, 10 March 2026 to 20 August 2026: the soil got less compost and manure than it needs. With about 42 wheelbarrows before the next planting it would have enough.",
        "return-nutrients": "Maize, beans, 10 March 2026 to 20 August 2026: the harvest took out more than you put in. Start with about 3 lorry loads of manure before the next planting, and repeat it each season. The points are for closing the whole gap.",
        "safer-spraying": "Last spraying 10 March 2026. The sprays of a year harm the environment about 8.4 times as much as the aim allows. Spray less often, or choose a gentler product.",
        "yield-gap": "Maize, 10 March 2026 to 20 August 2026: about 2 bags (90 kg) an acre were harvested, about 7.5 bags (90 kg) are usual in Kenya. First aim at about 4 bags (90 kg).",
      }
    `);
  });

  it('use smaller units for smaller amounts', () => {
    const water = (litres: number) => textOf('irrigate-to-requirement', { seasonLitres: litres });
    expect(water(240)).toContain('about 12 jerrycans of water');
    expect(water(9000)).toContain('about 45 drums of water');
    expect(textOf('less-mineral-nitrogen', { productKgTarget: 12.4 })).toContain('about 12 kg');
    expect(textOf('return-nutrients', { stepKg: 4900, manureKg: 4900 })).toContain('about 98 wheelbarrows');
    expect(textOf('yield-gap', { harvestForm: 'bunches', yieldNow: 12 })).toContain('about 4.9 tons an acre');
  });

  it('of an older engine, kept on a phone, are shown by their title', () => {
    const older = { key: 'yield-gap', gainPoints: 2, components: [], values: { crop: 'maize', yieldNow: 1 } };
    expect(labelsIn('en').labels.action(older as unknown as Action)).toMatchObject({
      title: 'Raise the yield of this crop',
      text: '',
    });
  });

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
