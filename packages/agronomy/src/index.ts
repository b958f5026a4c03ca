export * from './codes.ts';
export { WEIGHTS } from './components.ts';
export { COUNTIES, type CountyInfo } from './counties.ts';
export { type Crop, type KnownCrop, knownCrops, recogniseCrop } from './crops.ts';
export { evaluate } from './evaluate.ts';
export {
  type Fertilizer,
  type FertilizerKind,
  type KnownFertilizer,
  knownFertilizers,
  recogniseFertilizer,
} from './fertilizers.ts';
export { inputsHash } from './hash.ts';
export type { KnownName } from './names.ts';
export { type KnownPesticide, knownPesticides, type Pesticide, recognisePesticide } from './pesticides.ts';
export { type CountySource, type ResolvedCounty, resolveCounty } from './resolve-county.ts';
export type * from './types.ts';
export { ENGINE_VERSION, TABLES_VERSION } from './version.ts';
