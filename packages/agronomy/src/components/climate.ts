import type { Facts } from '../facts.ts';
import { N2O_FACTORS } from '../tables/fertilizers.ts';
import { EMISSIONS, interpolate } from './curves.ts';
import { type Explanation, evidence, note, noteOn } from './explain.ts';
import { type Measured, type NotMeasured, notMeasured } from './measure.ts';
import type { Nutrients } from './nutrients.ts';

export interface ClimateMeasure extends Measured {
  nutrients: Nutrients;
  wet: boolean;
  totalKgCO2e: number;
  nitrousOxideKgCO2e: number;
  perHectareYearKgCO2e: number;
  /** Infinite without a harvest. */
  perKgNitrogenKgCO2e: number;
}

/** docs/score/README.md#53-climate */
export function measureClimate(
  facts: Facts,
  nutrients: Nutrients | NotMeasured,
): ClimateMeasure | NotMeasured {
  if (nutrients.missing) return nutrients;
  const wet = facts.county?.wet ?? true;
  const factors = n2oFactors(wet, isIrrigatedIn(facts, nutrients));
  const nitrousOxideKgCO2e =
    (nutrients.mineralNKgHa * factors.mineral + nutrients.organicNKgHa * factors.organic) * facts.hectares;
  const totalKgCO2e = nutrients.fertilizerKgCO2e + nitrousOxideKgCO2e;
  if (nutrients.nOutKgHa === 0 && totalKgCO2e === 0) return notMeasured('no-nitrogen-flow');

  const perKgNitrogenKgCO2e =
    nutrients.nOutKgHa > 0 ? totalKgCO2e / (nutrients.nOutKgHa * facts.hectares) : Number.POSITIVE_INFINITY;
  return {
    score: interpolate(perKgNitrogenKgCO2e, EMISSIONS),
    completeness: nutrients.completeness,
    missing: null,
    nutrients,
    wet,
    totalKgCO2e,
    nitrousOxideKgCO2e,
    perHectareYearKgCO2e: totalKgCO2e / facts.hectares / nutrients.period.years,
    perKgNitrogenKgCO2e,
  };
}

function isIrrigatedIn(facts: Facts, { period }: Nutrients): boolean {
  return facts.water.some(({ day }) => day >= period.from && day <= period.to);
}

/** kg CO2e per kg of mineral and of organic nitrogen. */
export function n2oFactors(wet: boolean, irrigated: boolean): { mineral: number; organic: number } {
  const { dry } = N2O_FACTORS;
  const row = wet ? N2O_FACTORS.wet : dry;
  const leachedShare = wet ? N2O_FACTORS.wet.fracLEACH : irrigated ? dry.fracLEACHirrigated : dry.fracLEACH;
  const leaching = leachedShare * row.EF5;
  const kgCO2ePerKgN2ON = (44 / 28) * N2O_FACTORS.gwp100N2O;
  return {
    mineral: kgCO2ePerKgN2ON * (row.EF1syn + row.fracGASF * row.EF4 + leaching),
    organic: kgCO2ePerKgN2ON * (row.EF1org + row.fracGASM * row.EF4 + leaching),
  };
}

export function explainClimate(facts: Facts, measure: ClimateMeasure): Explanation {
  const { nutrients } = measure;
  const { uses } = nutrients;
  const inputSource = uses.length > 0 ? 'records' : 'declaration';
  return {
    evidence: [
      evidence('emissions-total', measure.totalKgCO2e, 'kgCO2e', 'derived'),
      evidence('emissions-fertilizer', nutrients.fertilizerKgCO2e, 'kgCO2e', inputSource, uses),
      evidence('emissions-nitrous-oxide', measure.nitrousOxideKgCO2e, 'kgCO2e', 'derived'),
      evidence('emissions-per-hectare-year', measure.perHectareYearKgCO2e, 'kgCO2e/ha/year', 'derived'),
      evidence('emissions-per-kg-nitrogen', measure.perKgNitrogenKgCO2e, 'kgCO2e/kgN', 'derived'),
      evidence('climate-class', measure.wet ? 'wet' : 'dry', null, 'reference'),
    ],
    notes: [
      ...(facts.county ? [] : [note('county-unknown')]),
      ...noteOn('fertilizer-unrecognised', uses, ({ fertilizer }) => !fertilizer),
    ],
  };
}
