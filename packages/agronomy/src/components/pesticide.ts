import type { Facts, PesticideUse } from '../facts.ts';
import { UNRECOGNISED_EIQ_PER_KG } from '../tables/pesticides.ts';
import { interpolate, PESTICIDE } from './curves.ts';
import { type Explanation, evidence, note, noteOn } from './explain.ts';
import { type Measured, type NotMeasured, notMeasured } from './measure.ts';

const HAZARDOUS_CAP = 30;

export interface PesticideMeasure extends Measured {
  /** Environmental impact quotient per hectare and year. */
  fieldEiq: number;
  hazardous: PesticideUse[];
}

/** docs/score/README.md#57-pesticide */
export function measurePesticide(facts: Facts): PesticideMeasure | NotMeasured {
  const { pesticides } = facts;
  if (pesticides.length === 0) {
    if (facts.declarations.pesticide !== 'none') return notMeasured('no-pesticide-records');
    // A declaration alone is not evidence: the parcel needs at least one record.
    if (facts.observedDays === 0) return notMeasured('no-records');
  }
  const hazardous = pesticides.filter(isHazardous);
  const fieldEiq = fieldEiqOf(facts, pesticides);
  return {
    score: pesticideScore(fieldEiq, hazardous.length > 0),
    completeness: pesticides.some(({ pesticide }) => !pesticide) ? 0.5 : 1,
    missing: null,
    fieldEiq,
    hazardous,
  };
}

/** Score without highly hazardous products and with at most the target EIQ (docs/score/README.md#58-actions). */
export function saferSpraying(facts: Facts, targetEiq: number): { fieldEiq: number; score: number } {
  const others = facts.pesticides.filter((use) => !isHazardous(use));
  const fieldEiq = Math.min(targetEiq, fieldEiqOf(facts, others));
  return { fieldEiq, score: pesticideScore(fieldEiq, false) };
}

const YEAR_DAYS = 365;

/** Highly hazardous products that no later spraying has replaced. */
export function hazardousStill({ pesticides }: Facts, { hazardous }: PesticideMeasure): PesticideUse[] {
  const last = Math.max(...hazardous.map(({ day }) => day));
  return pesticides.some(({ day }) => day > last) ? [] : hazardous;
}

/** Field EIQ of the last year alone. */
export function recentFieldEiq(facts: Facts): number {
  const recent = facts.pesticides.filter(({ day }) => day > facts.asOf - YEAR_DAYS);
  return fieldEiqOf({ ...facts, observedYears: 1 }, recent);
}

function fieldEiqOf(facts: Facts, uses: readonly PesticideUse[]): number {
  let eiq = 0;
  for (const { amount, pesticide } of uses) eiq += amount * (pesticide?.eiqPerKg ?? UNRECOGNISED_EIQ_PER_KG);
  return eiq / facts.hectares / facts.observedYears;
}

function pesticideScore(fieldEiq: number, hazardous: boolean): number {
  const score = interpolate(fieldEiq, PESTICIDE);
  return hazardous ? Math.min(score, HAZARDOUS_CAP) : score;
}

function isHazardous({ pesticide }: PesticideUse): boolean {
  return pesticide?.highlyHazardous === true;
}

export function explainPesticide(facts: Facts, measure: PesticideMeasure): Explanation {
  const { pesticides } = facts;
  const source = pesticides.length > 0 ? 'records' : 'declaration';
  return {
    evidence: [
      evidence('field-eiq', measure.fieldEiq, 'EIQ/ha/year', source, pesticides),
      evidence('highly-hazardous', measure.hazardous.length > 0, null, source, measure.hazardous),
    ],
    notes: [
      ...noteOn('highly-hazardous-product', measure.hazardous),
      ...noteOn('pesticide-unrecognised', pesticides, ({ pesticide }) => !pesticide),
      ...(pesticides.length > 0 && facts.declarations.pesticide === 'none'
        ? [note('records-overrule-declaration', {}, pesticides)]
        : []),
    ],
  };
}
