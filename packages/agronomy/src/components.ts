import { COMPONENT_KEYS, type ComponentKey } from './codes.ts';
import { type ClimateMeasure, explainClimate, measureClimate } from './components/climate.ts';
import { type DiversityMeasure, explainDiversity, measureDiversity } from './components/diversity.ts';
import type { Explanation } from './components/explain.ts';
import { type NotMeasured, notMeasured } from './components/measure.ts';
import { explainNitrogen, measureNitrogen, type NitrogenMeasure } from './components/nitrogen.ts';
import { measureNutrients } from './components/nutrients.ts';
import { explainPesticide, measurePesticide, type PesticideMeasure } from './components/pesticide.ts';
import {
  explainProductivity,
  measureProductivity,
  type ProductivityMeasure,
} from './components/productivity.ts';
import { explainSoil, measureSoil, type SoilMeasure } from './components/soil.ts';
import { explainWater, measureWater, type WaterMeasure } from './components/water.ts';
import type { Facts } from './facts.ts';
import type { Component } from './types.ts';

/** docs/score/README.md#4-components-and-total */
export const WEIGHTS: Readonly<Record<ComponentKey, number>> = {
  water: 20,
  nitrogen: 20,
  climate: 10,
  diversity: 15,
  soil: 10,
  productivity: 15,
  pesticide: 10,
};

/** Score of a missing component. Weights are not renormalized, so that new evidence affects only its own components. */
const NEUTRAL_SCORE = 50;

export interface Measures {
  water: WaterMeasure | NotMeasured;
  nitrogen: NitrogenMeasure | NotMeasured;
  climate: ClimateMeasure | NotMeasured;
  diversity: DiversityMeasure | NotMeasured;
  soil: SoilMeasure | NotMeasured;
  productivity: ProductivityMeasure | NotMeasured;
  pesticide: PesticideMeasure | NotMeasured;
}

export type EffectiveScores = Record<ComponentKey, number>;

export function measureAll(facts: Facts): Measures {
  if (facts.hectares === 0) {
    const missing = notMeasured('no-size');
    return ofEachComponent(() => missing);
  }
  const nutrients = measureNutrients(facts);
  return {
    water: measureWater(facts),
    nitrogen: measureNitrogen(nutrients),
    climate: measureClimate(facts, nutrients),
    diversity: measureDiversity(facts),
    soil: measureSoil(facts),
    productivity: measureProductivity(facts),
    pesticide: measurePesticide(facts),
  };
}

export function effectiveScores(measures: Measures): EffectiveScores {
  return ofEachComponent((key) => measures[key].score ?? NEUTRAL_SCORE);
}

function ofEachComponent<T>(create: (key: ComponentKey) => T): Record<ComponentKey, T> {
  return Object.fromEntries(COMPONENT_KEYS.map((key) => [key, create(key)])) as Record<ComponentKey, T>;
}

export function rawScore(scores: EffectiveScores): number {
  let sum = 0;
  for (const key of COMPONENT_KEYS) sum += WEIGHTS[key] * scores[key];
  return sum / 100;
}

export function confidence(measures: Measures): number {
  let sum = 0;
  for (const key of COMPONENT_KEYS) sum += WEIGHTS[key] * measures[key].completeness;
  return sum;
}

export function describeComponents(facts: Facts, measures: Measures, scores: EffectiveScores): Component[] {
  return COMPONENT_KEYS.map((key) => {
    const { score, completeness, missing } = measures[key];
    const { evidence, notes } = explain(facts, measures, key);
    return {
      key,
      weight: WEIGHTS[key],
      score,
      effective: scores[key],
      completeness,
      evidence,
      missing: missing ? [{ code: missing }] : [],
      notes,
    };
  });
}

function explain(facts: Facts, measures: Measures, key: ComponentKey): Explanation {
  const { water, nitrogen, climate, diversity, soil, productivity, pesticide } = measures;
  if (key === 'water' && !water.missing) return explainWater(facts, water);
  if (key === 'nitrogen' && !nitrogen.missing) return explainNitrogen(facts, nitrogen);
  if (key === 'climate' && !climate.missing) return explainClimate(facts, climate);
  if (key === 'diversity' && !diversity.missing) return explainDiversity(facts, diversity);
  if (key === 'soil' && !soil.missing) return explainSoil(facts, soil);
  if (key === 'productivity' && !productivity.missing) return explainProductivity(facts);
  if (key === 'pesticide' && !pesticide.missing) return explainPesticide(facts, pesticide);
  return { evidence: [], notes: [] };
}
