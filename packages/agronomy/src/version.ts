import { COUNTIES_VERSION } from './tables/counties.ts';
import { CROPS_VERSION } from './tables/crops.ts';
import { FERTILIZERS_VERSION } from './tables/fertilizers.ts';
import { PESTICIDES_VERSION } from './tables/pesticides.ts';
import { SOILS_VERSION } from './tables/soils.ts';

/** Increase it with every change that can alter a result: stored scores of other versions are recomputed. */
export const ENGINE_VERSION = '2025.1.0';

const versions = new Set([
  CROPS_VERSION,
  FERTILIZERS_VERSION,
  PESTICIDES_VERSION,
  SOILS_VERSION,
  COUNTIES_VERSION,
]);

/** The tables normally share one version; mixed versions are all listed. */
export const TABLES_VERSION = [...versions].join('+');
