export * from './codes.ts';
export { WEIGHTS } from './components.ts';
export { bandOf, evaluate } from './evaluate.ts';
export { inputsHash } from './hash.ts';
export { seasonPlan } from './plan/season-plan.ts';
export * from './plan/types.ts';
export { seasonStats } from './season-stats.ts';
export { COUNTIES, type CountyInfo } from './tables/counties.ts';
export { type Crop, type KnownCrop, knownCrops, recogniseCrop } from './tables/crops.ts';
export {
  type Fertilizer,
  type FertilizerKind,
  type KnownFertilizer,
  knownFertilizers,
  recogniseFertilizer,
} from './tables/fertilizers.ts';
export type { KnownName } from './tables/names.ts';
export {
  type KnownPesticide,
  knownPesticides,
  type Pesticide,
  recognisePesticide,
} from './tables/pesticides.ts';
export { type NamedKind, readersWord } from './tables/readers-word.ts';
export { type CountySource, type ResolvedCounty, resolveCounty } from './tables/resolve-county.ts';
export type * from './types.ts';
export { ENGINE_VERSION, TABLES_VERSION } from './version.ts';
