/** Scores and advice in words. */
import { type ActionKey, knownCrops, type NextEvidence, type ScoreResult } from '@ardhi/agronomy';
import type { Language, ScoreSummary } from '@ardhi/contract';
import type { MessageKey, MessageValues } from '../lib/i18n.ts';
import type { Sheet } from '../lib/pdf.ts';

type Action = ScoreResult['actions'][number];

export function bandLabel({ t }: Sheet, { status, band }: ScoreSummary): string {
  if (status === 'initial') return t('score.status.initial');
  return `${t(`score.band.${band}` as MessageKey)}, ${t(`score.status.${status}` as MessageKey)}`;
}

export function actionTitle({ t }: Sheet, action: Action, language: Language): string {
  const crop = action.key === 'yield-gap' ? cropName(action.values.crop, language) : '';
  return t(`score.action.${action.key}` as MessageKey, { crop });
}

export function actionText(sheet: Sheet, action: Action): string {
  return sheet.t(`score.actionText.${action.key}` as MessageKey, actionValues(sheet, action));
}

export function nextStep({ t, number }: Sheet, next: NextEvidence): string {
  return t('pdf.evidence-step', {
    step: t(`score.next.${next.code}` as MessageKey),
    gain: number(next.confidenceGain, 0),
  });
}

/** The engine's figures under the names that the sentences use, rounded as a reader wants them. */
function actionValues({ number }: Sheet, action: Action): MessageValues {
  const whole = (value: number) => number(value, 0);
  switch (action.key) {
    case 'irrigate-to-requirement': {
      const { litresNow, litresTarget, reductionPct } = action.values;
      return { now: whole(litresNow), target: whole(litresTarget), percent: whole(reductionPct) };
    }
    case 'less-mineral-nitrogen':
      return { now: number(action.values.nitrogenKgNow), target: number(action.values.nitrogenKgTarget) };
    case 'return-nutrients':
      return { manure: whole(action.values.manureKg) };
    case 'organic-matter': {
      const { tonsPerHaYearNow, tonsPerHaYearTarget, compostKg } = action.values;
      return {
        now: number(tonsPerHaYearNow),
        target: number(tonsPerHaYearTarget),
        compost: whole(compostKg),
      };
    }
    case 'cover-soil':
      return { now: whole(action.values.coverPctNow), target: whole(action.values.coverPctTarget) };
    case 'diversify':
      return { now: whole(action.values.legumePctNow), target: whole(action.values.legumePctTarget) };
    case 'yield-gap':
      return { now: number(action.values.yieldNow), target: number(action.values.yieldTarget) };
    case 'safer-spraying': {
      const { fieldEiqNow, fieldEiqTarget, hazardousRecords } = action.values;
      return { now: whole(fieldEiqNow), target: whole(fieldEiqTarget), hazardous: hazardousRecords };
    }
    default:
      return unknown(action);
  }
}

/** Every action of the engine has its sentence; a new one does not compile without. */
function unknown(action: never): MessageValues {
  throw new Error(`No words for the action ${(action as { key: ActionKey }).key}`);
}

let cropsByKey: Map<string, { name: string; swahili: string }> | null = null;

/** The known name of a crop, or what the farmer wrote. */
function cropName(key: string, language: Language): string {
  cropsByKey ??= new Map(knownCrops().map((crop) => [crop.key, crop]));
  const known = cropsByKey.get(key);
  return known ? (language === 'sw' ? known.swahili : known.name) : key;
}
