import type { Facts, FertilizerUse, Period } from '../facts.ts';
import { yieldCount } from '../seasons.ts';
import type { FertilizerKind } from '../tables/fertilizers.ts';
import { type NotMeasured, notMeasured } from './measure.ts';

/** Grades state oxides; these are the elemental shares (docs/score/README.md#52-nitrogen). */
export const P_PER_P2O5 = 0.4364;
const K_PER_K2O = 0.8301;

/** Nutrients per hectare over the balance period, used by the nitrogen and climate scores. */
export interface Nutrients {
  missing: null;
  period: Period;
  uses: FertilizerUse[];
  /** 0.5 if a fertilizer is unrecognised, because its nutrients are not counted. */
  completeness: number;
  mineralNKgHa: number;
  organicNKgHa: number;
  fixedNKgHa: number;
  nInKgHa: number;
  nOutKgHa: number;
  phosphorusBalanceKgHa: number;
  potassiumBalanceKgHa: number;
  fertilizerKgCO2e: number;
}

export function nitrogenKgOf(uses: readonly FertilizerUse[], kind: FertilizerKind): number {
  return uses.reduce(
    (sum, { kg, fertilizer }) => (fertilizer?.kind === kind ? sum + (kg * fertilizer.nPct) / 100 : sum),
    0,
  );
}

export function measureNutrients(facts: Facts): Nutrients | NotMeasured {
  const period = facts.balance;
  if (!period) return notMeasured('no-harvest');
  const uses = facts.fertilizer.filter(({ day }) => day >= period.from && day <= period.to);
  if (uses.length === 0 && facts.declarations.fertilizer !== 'none') {
    return notMeasured('no-fertilizer-records');
  }

  let mineralNKg = 0;
  let organicNKg = 0;
  let p2o5Kg = 0;
  let k2oKg = 0;
  let fertilizerKgCO2e = 0;
  let completeness = 1;
  for (const { kg, fertilizer } of uses) {
    if (!fertilizer) {
      completeness = 0.5;
      continue;
    }
    const nitrogenKg = (kg * fertilizer.nPct) / 100;
    if (fertilizer.kind === 'organic') organicNKg += nitrogenKg;
    else mineralNKg += nitrogenKg;
    p2o5Kg += (kg * fertilizer.p2o5Pct) / 100;
    k2oKg += (kg * fertilizer.k2oPct) / 100;
    fertilizerKgCO2e += kg * fertilizer.kgCO2ePerKg;
  }

  let nOutKgHa = 0;
  let fixedNKgHa = 0;
  let phosphorusOutKgHa = 0;
  let potassiumOutKgHa = 0;
  for (const season of facts.completed) {
    const { crop } = season;
    const tonsPerHa = season.yieldTPerHa * season.areaShare * yieldCount(season);
    nOutKgHa += tonsPerHa * crop.nitrogenKgPerT;
    fixedNKgHa += tonsPerHa * crop.nitrogenKgPerT * crop.fixedShare;
    phosphorusOutKgHa += tonsPerHa * crop.phosphorusKgPerT;
    potassiumOutKgHa += tonsPerHa * crop.potassiumKgPerT;
  }

  const mineralNKgHa = mineralNKg / facts.hectares;
  const organicNKgHa = organicNKg / facts.hectares;
  return {
    missing: null,
    period,
    uses,
    completeness,
    mineralNKgHa,
    organicNKgHa,
    fixedNKgHa,
    nInKgHa: mineralNKgHa + organicNKgHa + fixedNKgHa,
    nOutKgHa,
    phosphorusBalanceKgHa: (p2o5Kg * P_PER_P2O5) / facts.hectares - phosphorusOutKgHa,
    potassiumBalanceKgHa: (k2oKg * K_PER_K2O) / facts.hectares - potassiumOutKgHa,
    fertilizerKgCO2e,
  };
}
