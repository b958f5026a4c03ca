/**
 * Labels for the engine's codes. Keys are built from the engine's types, so that a code without a text in the
 * catalogue fails the type check.
 */
import type catalogue from '../../locales/en/score.json';
import type {
  Action,
  ComponentKey,
  Evidence,
  EvidenceUnit,
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

function actionValues(action: Action, t: Translate, format: ScoreFormat): Values {
  const whole = (value: number) => format.number(value, 0);
  switch (action.key) {
    case 'irrigate-to-requirement': {
      const { litresNow, litresTarget, reductionPct } = action.values;
      return {
        now: whole(litresNow),
        target: whole(roundToTwoDigits(litresTarget)),
        percent: whole(reductionPct),
      };
    }
    case 'less-mineral-nitrogen': {
      const { nitrogenKgNow, nitrogenKgTarget } = action.values;
      return { now: format.number(nitrogenKgNow, 1), target: format.number(nitrogenKgTarget, 1) };
    }
    case 'return-nutrients':
      return { manure: whole(roundToTwoDigits(action.values.manureKg)) };
    case 'organic-matter': {
      const { compostKg, tonsPerHaYearNow, tonsPerHaYearTarget } = action.values;
      return {
        compost: whole(roundToTwoDigits(compostKg)),
        now: format.number(tonsPerHaYearNow, 1),
        target: format.number(tonsPerHaYearTarget, 1),
      };
    }
    case 'cover-soil':
      return { now: whole(action.values.coverPctNow), target: whole(action.values.coverPctTarget) };
    case 'diversify': {
      const { effectiveSpeciesNow, legumePctNow, legumePctTarget } = action.values;
      return {
        lacking: legumePctNow < legumePctTarget ? 'legumes' : 'kinds',
        now: whole(legumePctNow),
        target: whole(legumePctTarget),
        kinds: format.number(effectiveSpeciesNow, 1),
      };
    }
    case 'yield-gap': {
      const { crop, yieldNow, yieldTarget } = action.values;
      return {
        crop: cropName(crop, t),
        now: format.number(yieldNow, 2),
        target: format.number(yieldTarget, 2),
      };
    }
    case 'safer-spraying': {
      const { fieldEiqNow, fieldEiqTarget, hazardousRecords } = action.values;
      return { hazardous: hazardousRecords, now: whole(fieldEiqNow), target: whole(fieldEiqTarget) };
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
      const values = actionValues(action, t, format);
      return {
        title: t(`score.action.${action.key}`, values),
        text: t(`score.actionText.${action.key}`, values),
        points: t('score.points', { points: format.number(action.gainPoints, 1) }),
        pointsSpoken: t('score.pointsSpoken', { points: format.number(action.gainPoints, 1) }),
      };
    },
  };
}

export type ScoreLabels = ReturnType<typeof scoreLabels>;
