import table from '../reference/soils.json' with { type: 'json' };
import type { Crop } from './crops.ts';
import { NameIndex } from './names.ts';

export interface Soil {
  key: string;
  /** Plant-available water, mm per metre of root depth. */
  storesMmPerM: number;
  /** Share of the applied water that reaches the roots (Ea). */
  applicationEfficiency: number;
}

/** docs/score/README.md#51-water: Ea of an unknown soil. */
export const UNKNOWN_SOIL_EFFICIENCY = 0.65;

const UNRECOGNISED_CROP_SUITABILITY = 80;

const suitability: Readonly<Record<string, Readonly<Record<string, number>>>> = table.suitability;

const index = new NameIndex<Soil>();
for (const [key, row] of Object.entries(table.soils)) {
  const soil = { key, storesMmPerM: row.awcMmPerM, applicationEfficiency: row.applicationEfficiency };
  for (const name of [key, ...row.sw]) index.add(name, soil);
}

export function recogniseSoil(text: string): Soil | null {
  return index.find(text);
}

/** 0-100, docs/score/tables.md#73-soils. */
export function soilSuitability(soil: Soil, crop: Crop | null): number {
  const group = crop ? suitability[crop.group] : undefined;
  return group?.[soil.key] ?? UNRECOGNISED_CROP_SUITABILITY;
}
