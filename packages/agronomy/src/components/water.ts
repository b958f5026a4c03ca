import { KILOGRAMS_PER_TON, LITRES_PER_CUBIC_METRE } from '@ardhi/contract/units';
import type { Facts, WaterNeed, WaterUse } from '../facts.ts';
import { type CompletedSeason, isCompleted } from '../seasons.ts';
import { UNKNOWN_SOIL_EFFICIENCY } from '../tables/soils.ts';
import type { Note } from '../types.ts';
import { interpolate, WATER_USE } from './curves.ts';
import { cropEvidence, type Explanation, evidence, note, noteOn } from './explain.ts';
import { type Measured, type NotMeasured, notMeasured } from './measure.ts';

/** 1 mm on 1 ha. */
export const M3_PER_MM_HA = 10;
/** Lower limit of the requirement, so that a few litres in a wet season do not count as excess. */
const MIN_REQUIREMENT_MM = 20;
const MIN_WATER_MM = 50;
const DEFICIT_BELOW = 0.6;
export const WATER_COMPLETENESS_WITHOUT_HARVEST = 0.7;

interface CropWater {
  season: CompletedSeason;
  kgPerM3: number;
}

export interface WaterMeasure extends Measured {
  appliedM3: number;
  requiredM3: number;
  ratio: number;
  useScore: number;
  efficiency: number;
  crops: CropWater[];
  productivityScore: number | null;
}

/** docs/score/README.md#51-water */
export function measureWater(facts: Facts): WaterMeasure | NotMeasured {
  if (facts.seasons.length === 0) return notMeasured('no-crop');
  if (!facts.waterNeeds) return notMeasured('no-county');
  if (facts.water.length === 0 && facts.declarations.irrigation !== 'rain-fed') {
    return notMeasured('no-water-records');
  }

  const efficiency = facts.soil?.applicationEfficiency ?? UNKNOWN_SOIL_EFFICIENCY;
  const m3PerMm = facts.hectares * M3_PER_MM_HA;

  let netMmShare = 0;
  let evapotranspirationMmShare = 0;
  facts.waterNeeds.forEach((need, position) => {
    const { areaShare } = facts.seasons[position]!;
    netMmShare += need.netIrrigationMm * areaShare;
    evapotranspirationMmShare += need.evapotranspirationMm * areaShare;
  });
  const requiredM3 = (netMmShare / efficiency) * m3PerMm;
  const appliedM3 = facts.water.reduce((sum, use) => sum + use.litres, 0) / LITRES_PER_CUBIC_METRE;
  const ratio = appliedM3 / Math.max(requiredM3, MIN_REQUIREMENT_MM * m3PerMm);
  const useScore = interpolate(ratio, WATER_USE);

  const crops: CropWater[] = [];
  let weighted = 0;
  let weights = 0;
  facts.seasons.forEach((season, position) => {
    if (!isCompleted(season)) return;
    const need = facts.waterNeeds![position]!;
    const shareOfWater =
      netMmShare > 0
        ? (need.netIrrigationMm * season.areaShare) / netMmShare
        : (need.evapotranspirationMm * season.areaShare) / evapotranspirationMmShare;
    const irrigationMm = (appliedM3 * shareOfWater) / (season.areaShare * m3PerMm);
    const waterMm = Math.max(MIN_WATER_MM, need.rainUsedMm + irrigationMm);
    const kgPerM3 = productionKgPerHa(season) / (M3_PER_MM_HA * waterMm);
    const weight = need.evapotranspirationMm * season.areaShare;
    weighted += weight * Math.min(100, (100 * kgPerM3) / season.crop.referenceKgPerM3);
    weights += weight;
    crops.push({ season, kgPerM3 });
  });
  const productivityScore = crops.length > 0 ? weighted / weights : null;

  return {
    score: productivityScore === null ? useScore : 0.7 * useScore + 0.3 * productivityScore,
    completeness: productivityScore === null ? WATER_COMPLETENESS_WITHOUT_HARVEST : 1,
    missing: null,
    appliedM3,
    requiredM3,
    ratio,
    useScore,
    efficiency,
    crops,
    productivityScore,
  };
}

/** From rain and irrigation together. */
export const cropNeedMm = (need: WaterNeed) => need.rainUsedMm + need.netIrrigationMm;

/** Irrigation need of a season on the parcel. */
export function irrigationNeedM3(facts: Facts, position: number): number {
  const efficiency = facts.soil?.applicationEfficiency ?? UNKNOWN_SOIL_EFFICIENCY;
  const netMm = facts.waterNeeds![position]!.netIrrigationMm * facts.seasons[position]!.areaShare;
  return (netMm / efficiency) * facts.hectares * M3_PER_MM_HA;
}

/** Rain against need, over all seasons: for a rain-fed parcel, where cubic metres of irrigation mean nothing. */
function rainEvidence(facts: Facts) {
  const sum = (mmOf: (need: WaterNeed) => number) =>
    facts.waterNeeds!.reduce((mm, need, position) => mm + mmOf(need) * facts.seasons[position]!.areaShare, 0);
  return [
    evidence(
      'rain-used',
      sum(({ rainUsedMm }) => rainUsedMm),
      'mm',
      'reference',
      facts.seasons,
    ),
    evidence('rain-needed', sum(cropNeedMm), 'mm', 'reference', facts.seasons),
  ];
}

/** Pro rata share of the harvest for the days inside the window. */
function productionKgPerHa(season: CompletedSeason): number {
  const fullDays = season.crop.perYear ? 365 : season.fullDays;
  return (season.yieldTPerHa * KILOGRAMS_PER_TON * season.days) / fullDays;
}

export function explainWater(facts: Facts, measure: WaterMeasure): Explanation {
  const { crops, productivityScore } = measure;
  const appliedSource = facts.water.length > 0 ? 'records' : 'declaration';
  return {
    evidence: [
      ...(facts.water.length === 0 ? rainEvidence(facts) : []),
      evidence('water-applied', measure.appliedM3, 'm3', appliedSource, facts.water),
      evidence('water-required', measure.requiredM3, 'm3', 'reference', facts.seasons),
      evidence('water-ratio', measure.ratio, 'ratio', 'derived'),
      evidence('water-use-score', measure.useScore, 'points', 'derived'),
      evidence('county', facts.county?.name ?? '', null, 'parcel'),
      evidence('application-efficiency', measure.efficiency, 'share', 'reference'),
      ...crops.map(({ season, kgPerM3 }) => cropEvidence('water-productivity', season, kgPerM3, 'kg/m3')),
      ...(productivityScore === null
        ? []
        : [evidence('water-productivity-score', productivityScore, 'points', 'derived')]),
    ],
    notes: [
      ...(measure.ratio > 0 && measure.ratio < DEFICIT_BELOW
        ? [note('deficit-irrigation', { ratio: measure.ratio })]
        : []),
      ...dosesBeyondStorage(facts),
      ...(productivityScore === null ? [note('water-without-harvest')] : []),
      ...(facts.soil ? [] : [note('soil-type-unknown', { efficiency: measure.efficiency })]),
      ...noteOn('crop-unrecognised', facts.seasons, (season) => !season.crop),
      ...(facts.water.length > 0 && facts.declarations.irrigation === 'rain-fed'
        ? [note('records-overrule-declaration', {}, facts.water)]
        : []),
    ],
  };
}

/** Informative, not scored: doses above the storage capacity of the root zone. */
function dosesBeyondStorage(facts: Facts): Note[] {
  const excessUses: WaterUse[] = [];
  let depthMm = 0;
  let storesMm = 0;
  for (const use of facts.water) {
    const stores = storageMm(facts, use);
    const depth = use.litres / LITRES_PER_CUBIC_METRE / (facts.hectares * M3_PER_MM_HA);
    if (stores === null || depth <= stores) continue;
    excessUses.push(use);
    if (depth > depthMm) {
      depthMm = depth;
      storesMm = stores;
    }
  }
  return excessUses.length === 0
    ? []
    : [note('dose-exceeds-soil-storage', { depthMm, storesMm, records: excessUses.length }, excessUses)];
}

/** Uses the crop with the largest root zone storage, to avoid false warnings. */
function storageMm(facts: Facts, use: WaterUse): number | null {
  const { soil } = facts;
  if (!soil) return null;
  let most: number | null = null;
  for (const { crop, from, to } of facts.seasons) {
    if (!crop || use.day < from || use.day > to) continue;
    const stores = (crop.depletionShare * soil.storesMmPerM * crop.rootDepthM) / soil.applicationEfficiency;
    most = Math.max(most ?? 0, stores);
  }
  return most;
}
