/**
 * Labels for the engine's codes. Keys are built from the engine's types, so that a code without a text in the
 * catalogue fails the type check.
 */
import {
  HECTARES_PER_ACRE,
  KILOGRAMS_PER_BAG,
  KILOGRAMS_PER_LARGE_BAG,
  KILOGRAMS_PER_LORRY,
  KILOGRAMS_PER_TON,
  KILOGRAMS_PER_WHEELBARROW,
  LITRES_PER_DRUM,
  LITRES_PER_JERRYCAN,
  LITRES_PER_TANKER,
} from '@ardhi/contract/units';
import type catalogue from '../../locales/en/score.json';
import type {
  Action,
  ComponentKey,
  Evidence,
  EvidenceUnit,
  Meant,
  MissingCode,
  NextEvidence,
  Note,
  Status,
} from '../index.ts';

export type ScoreMessageKey = keyof typeof catalogue;
type Values = Record<string, string | number>;
type Translate = (key: ScoreMessageKey, values?: Values) => string;

/** Localized numbers and dates. */
export interface ScoreFormat {
  number(value: number, maxDecimals?: number): string;
  date(value: string, style: 'medium'): string;
}

/** Translates the key of a known crop; returns any other text unchanged. */
export function cropName(key: string, t: Translate): string {
  const id = `score.crop.${key}`;
  const text = t(id as ScoreMessageKey);
  return text === id ? key : text;
}

const DECIMALS: Record<EvidenceUnit, number> = {
  mm: 0,
  m3: 1,
  'kg/m3': 2,
  percent: 0,
  share: 0,
  ratio: 2,
  points: 0,
  years: 1,
  species: 1,
  'kg/ha': 1,
  'kg/ha/year': 1,
  't/ha/year': 1,
  kgCO2e: 0,
  'kgCO2e/ha/year': 0,
  'kgCO2e/kgN': 1,
  'EIQ/ha/year': 0,
};

function evidenceValue({ code, value, unit }: Evidence, t: Translate, format: ScoreFormat): string {
  if (value === null) return t('score.value.unbounded');
  if (typeof value === 'boolean') return t(value ? 'score.value.yes' : 'score.value.no');
  if (typeof value === 'string') {
    if (code === 'climate-class') return t(value === 'wet' ? 'score.value.wet' : 'score.value.dry');
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? format.date(value, 'medium') : value;
  }
  if (unit === null) return format.number(value);
  const shown = unit === 'share' ? 100 * value : value;
  return t(`score.unit.${unit}`, { value: format.number(shown, DECIMALS[unit]), count: shown });
}

function noteValues({ values }: Note, format: ScoreFormat): Values {
  const number = (name: string) => (typeof values[name] === 'number' ? values[name] : 0);
  return {
    records: number('records'),
    days: format.number(number('days'), 0),
    percent: format.number(100 * number('ratio'), 0),
    depth: format.number(number('depthMm'), 0),
    stores: format.number(number('storesMm'), 0),
  };
}

/** Rounds to two significant digits: farmers do not weigh precisely, so 1,234 kg is about 1,200. */
function roundToTwoDigits(value: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return Math.round(value / size) * size;
}

/** Larger amounts are given in the larger unit. */
const MAX_WHEELBARROWS = 100;
const MAX_JERRYCANS = 100;
const MAX_DRUMS = 100;
const MIN_BAGS = 0.5;
const GRAIN: readonly string[] = ['dry grain', 'grain', 'paddy', 'seed', 'nuts in shell'];

/** Amounts in units that people carry, rounded. */
export function carried(t: Translate, format: ScoreFormat) {
  const amount = (unit: CarriedUnit, count: number, decimals = 0) =>
    t(`score.amount.${unit}`, { count, value: format.number(count, decimals) });
  const whole = (unit: CarriedUnit, count: number) => amount(unit, Math.max(1, roundToTwoDigits(count)));
  const halves = (count: number) => Math.round(2 * count) / 2;
  return {
    manure: (kg: number) =>
      kg <= MAX_WHEELBARROWS * KILOGRAMS_PER_WHEELBARROW
        ? whole('wheelbarrow', kg / KILOGRAMS_PER_WHEELBARROW)
        : whole('lorry', kg / KILOGRAMS_PER_LORRY),
    fertilizer: (kg: number) =>
      kg / KILOGRAMS_PER_BAG < MIN_BAGS
        ? amount('kg', Math.round(kg))
        : amount(
            'bag',
            kg / KILOGRAMS_PER_BAG < 10
              ? halves(kg / KILOGRAMS_PER_BAG)
              : roundToTwoDigits(kg / KILOGRAMS_PER_BAG),
            1,
          ),
    water: (litres: number) => {
      if (litres === 0) return t('score.amount.noWater');
      if (litres <= MAX_JERRYCANS * LITRES_PER_JERRYCAN)
        return whole('jerrycan', litres / LITRES_PER_JERRYCAN);
      if (litres <= MAX_DRUMS * LITRES_PER_DRUM) return whole('drum', litres / LITRES_PER_DRUM);
      return whole('tanker', litres / LITRES_PER_TANKER);
    },
    /** Per acre. */
    harvest: (tonsPerHectare: number, harvestForm: string) => {
      const kg = tonsPerHectare * KILOGRAMS_PER_TON * HECTARES_PER_ACRE;
      if (GRAIN.includes(harvestForm)) return amount('grainBag', halves(kg / KILOGRAMS_PER_LARGE_BAG), 1);
      return kg < KILOGRAMS_PER_TON
        ? amount('kg', roundToTwoDigits(kg))
        : amount('ton', kg / KILOGRAMS_PER_TON, 1);
    },
  };
}

type CarriedUnit =
  | 'wheelbarrow'
  | 'lorry'
  | 'kg'
  | 'bag'
  | 'jerrycan'
  | 'drum'
  | 'tanker'
  | 'grainBag'
  | 'ton';

const MAX_NAMED_CROPS = 3;

/** The crops and dates that an advice means. */
function meantValues({ crops, from, to }: Meant, t: Translate, format: ScoreFormat): Values {
  const names = crops
    .split(',')
    .filter(Boolean)
    .slice(0, MAX_NAMED_CROPS)
    .map((key) => cropName(key, t))
    .join(', ');
  return {
    named: names,
    crops: names.charAt(0).toUpperCase() + names.slice(1),
    from: format.date(from, 'medium'),
    to: format.date(to, 'medium'),
  };
}

function actionValues(action: Action, t: Translate, format: ScoreFormat): Values {
  const whole = (value: number) => format.number(value, 0);
  const units = carried(t, format);
  switch (action.key) {
    case 'irrigate-to-requirement': {
      const { seasonLitres, seasonNeededLitres } = action.values;
      return { now: units.water(seasonLitres), target: units.water(seasonNeededLitres) };
    }
    case 'less-mineral-nitrogen': {
      const { productKgNow, productKgTarget } = action.values;
      return { now: units.fertilizer(productKgNow), target: units.fertilizer(productKgTarget) };
    }
    case 'return-nutrients': {
      const { manureKg, stepKg } = action.values;
      return { step: units.manure(stepKg), reach: stepKg < manureKg ? 'part' : 'whole' };
    }
    case 'organic-matter': {
      const { compostKg, stepKg } = action.values;
      return { step: units.manure(stepKg), reach: stepKg < compostKg ? 'part' : 'whole' };
    }
    case 'cover-soil':
      return { now: whole(action.values.coverPctNow), target: whole(action.values.coverPctTarget) };
    case 'diversify': {
      const { legumePctNow, legumePctTarget } = action.values;
      return { lacking: legumePctNow < legumePctTarget ? 'legumes' : 'kinds' };
    }
    case 'yield-gap': {
      const { crop, yieldNow, yieldTarget, yieldStep, harvestForm } = action.values;
      return {
        crop: cropName(crop, t),
        now: units.harvest(yieldNow, harvestForm),
        target: units.harvest(yieldTarget, harvestForm),
        step: units.harvest(yieldStep, harvestForm),
        reach: yieldStep < yieldTarget ? 'part' : 'whole',
      };
    }
    case 'safer-spraying': {
      const { fieldEiqNow, fieldEiqTarget, hazardousRecords } = action.values;
      const times = fieldEiqTarget > 0 ? fieldEiqNow / fieldEiqTarget : 1;
      return { hazardous: hazardousRecords, times: format.number(times, times < 10 ? 1 : 0) };
    }
  }
}

export function scoreLabels(t: Translate, format: ScoreFormat) {
  return {
    component: (key: ComponentKey) => t(`score.component.${key}`),
    measures: (key: ComponentKey) => t(`score.measures.${key}`),
    status: (status: Status) => t(`score.status.${status}`),
    statusText: (status: Status) => t(`score.statusText.${status}`),
    missing: (code: MissingCode) => t(`score.missing.${code}`),
    /** "Record your harvest (records 15% more complete)" */
    next: ({ code, confidenceGain }: NextEvidence) =>
      t('score.next', { step: t(`score.next.${code}`), gain: format.number(confidenceGain, 0) }),
    note: (note: Note) => t(`score.note.${note.code}`, noteValues(note, format)),
    evidence: (evidence: Evidence) => ({
      label: t(`score.evidence.${evidence.code}`, { crop: cropName(evidence.subject ?? '', t) }),
      value: evidenceValue(evidence, t, format),
    }),
    action: (action: Action) => {
      // A phone may still show advice of an older engine, which named no dates.
      const isOlder = action.values.from === undefined;
      const values = isOlder
        ? { crop: t('score.itsCrop') }
        : { ...actionValues(action, t, format), ...meantValues(action.values, t, format) };
      return {
        title: t(`score.action.${action.key}`, values),
        text: isOlder ? '' : t(`score.actionText.${action.key}`, values).trim(),
        points: t('score.points', { points: format.number(action.gainPoints, 1) }),
        pointsSpoken: t('score.pointsSpoken', { points: format.number(action.gainPoints, 1) }),
      };
    },
  };
}

export type ScoreLabels = ReturnType<typeof scoreLabels>;
