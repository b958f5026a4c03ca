import { formatDay } from '../dates.ts';
import type { Facts } from '../facts.ts';
import { interpolate, NITROGEN_USE_EFFICIENCY, SURPLUS_FACTOR } from './curves.ts';
import { type Explanation, evidence, note, noteOn } from './explain.ts';
import { type Measured, type NotMeasured, notMeasured } from './measure.ts';
import type { Nutrients } from './nutrients.ts';

/** A harvest without any input depletes the soil. */
const MINING_SCORE = 10;

export interface NitrogenMeasure extends Measured {
  nutrients: Nutrients;
  /** Infinite without any input. */
  efficiencyPct: number;
  surplusKgHaYear: number;
  efficiencyScore: number;
  surplusFactor: number;
}

/** docs/score/README.md#52-nitrogen */
export function measureNitrogen(nutrients: Nutrients | NotMeasured): NitrogenMeasure | NotMeasured {
  if (nutrients.missing) return nutrients;
  const { nInKgHa, nOutKgHa, period } = nutrients;
  if (nInKgHa === 0 && nOutKgHa === 0) return notMeasured('no-nitrogen-flow');

  const efficiencyPct = nInKgHa > 0 ? (100 * nOutKgHa) / nInKgHa : Number.POSITIVE_INFINITY;
  const surplusKgHaYear = (nInKgHa - nOutKgHa) / period.years;
  const efficiencyScore = nInKgHa > 0 ? interpolate(efficiencyPct, NITROGEN_USE_EFFICIENCY) : MINING_SCORE;
  const surplusFactor = interpolate(surplusKgHaYear, SURPLUS_FACTOR);
  return {
    score: efficiencyScore * surplusFactor,
    completeness: nutrients.completeness,
    missing: null,
    nutrients,
    efficiencyPct,
    surplusKgHaYear,
    efficiencyScore,
    surplusFactor,
  };
}

export function explainNitrogen(facts: Facts, measure: NitrogenMeasure): Explanation {
  const { nutrients } = measure;
  const { period, uses } = nutrients;
  const mineral = uses.filter(({ fertilizer }) => fertilizer?.kind === 'mineral');
  const organic = uses.filter(({ fertilizer }) => fertilizer?.kind === 'organic');
  const legumes = facts.completed.filter(({ crop }) => crop.fixedShare > 0);
  const inputSource = uses.length > 0 ? 'records' : 'declaration';
  return {
    evidence: [
      evidence('nitrogen-use-efficiency', measure.efficiencyPct, 'percent', 'derived'),
      evidence('nitrogen-surplus', measure.surplusKgHaYear, 'kg/ha/year', 'derived'),
      evidence('nitrogen-efficiency-score', measure.efficiencyScore, 'points', 'derived'),
      evidence('nitrogen-surplus-factor', measure.surplusFactor, 'ratio', 'derived'),
      evidence('balance-from', formatDay(period.from), null, 'records'),
      evidence('balance-to', formatDay(period.to), null, 'records'),
      evidence('balance-years', period.years, 'years', 'derived'),
      evidence('nitrogen-mineral', nutrients.mineralNKgHa, 'kg/ha', inputSource, mineral),
      evidence('nitrogen-organic', nutrients.organicNKgHa, 'kg/ha', inputSource, organic),
      evidence('nitrogen-fixed', nutrients.fixedNKgHa, 'kg/ha', 'reference', legumes),
      evidence('nitrogen-in', nutrients.nInKgHa, 'kg/ha', 'derived'),
      evidence('nitrogen-out', nutrients.nOutKgHa, 'kg/ha', 'records', facts.completed),
      evidence('phosphorus-balance', nutrients.phosphorusBalanceKgHa, 'kg/ha', 'derived'),
      evidence('potassium-balance', nutrients.potassiumBalanceKgHa, 'kg/ha', 'derived'),
    ],
    notes: [
      ...(nutrients.nInKgHa === 0 ? [note('no-nitrogen-input')] : []),
      ...noteOn('fertilizer-unrecognised', uses, ({ fertilizer }) => !fertilizer),
      ...noteOn('crop-unrecognised', facts.seasons, ({ crop, due }) => !crop && due),
      ...(uses.length > 0 && facts.declarations.fertilizer === 'none'
        ? [note('records-overrule-declaration', {}, uses)]
        : []),
    ],
  };
}
