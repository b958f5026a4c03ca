/** Reference tables of farming: what is grown where, what a crop receives, how farmers differ. */
import { type Crop, recogniseCrop } from '@ardhi/agronomy';
import type { Region, SoilType } from '@ardhi/contract';

/** Day of the year on which planting starts. */
export const seasons = { dry: 5, long: 72, cool: 152, hot: 238, short: 279 };
type Season = keyof typeof seasons;

interface System {
  /** One of them is the main crop; trees, tea and fodder are perennial. */
  crops: readonly string[];
  /** Grown with or after the main crop by farmers who rotate. */
  rotation: readonly string[];
  /** Both rains without it. */
  seasons?: readonly Season[];
  /** Median size of a parcel. */
  acres: number;
  /** Irrigation in millimetres a month; rain-fed without it. */
  irrigationMm?: number;
}

const legumes = ['beans', 'cowpea', 'green_gram', 'pigeon_pea'];
const vegetables = ['french_bean', 'cabbage', 'onion', 'kale', 'beans'];
const yearRound: Season[] = ['dry', 'cool', 'hot'];
const table = {
  maize: { crops: ['maize'], rotation: ['beans', 'sweet_potato', 'kale'], acres: 1.2 },
  'rift-maize': { crops: ['maize'], rotation: ['beans', 'soybean'], acres: 2.4 },
  wheat: { crops: ['wheat', 'barley'], rotation: ['beans', 'sunflower'], acres: 9 },
  potatoes: { crops: ['potato'], rotation: ['beans', 'cabbage'], acres: 1.6 },
  tea: { crops: ['tea'], rotation: [], seasons: [], acres: 1.2 },
  coffee: { crops: ['coffee'], rotation: ['beans'], seasons: ['long'], acres: 1 },
  fruit: { crops: ['banana', 'avocado', 'macadamia'], rotation: ['beans'], seasons: ['long'], acres: 1.1 },
  mango: { crops: ['mango'], rotation: legumes, seasons: ['short'], acres: 2 },
  dairy: { crops: ['napier'], rotation: ['maize', 'beans'], seasons: ['long'], acres: 1.1 },
  rice: { crops: ['rice'], rotation: ['soybean'], seasons: ['hot', 'dry'], acres: 1.4, irrigationMm: 230 },
  sugarcane: { crops: ['sugarcane'], rotation: ['beans'], seasons: ['long'], acres: 2 },
  dryland: { crops: ['maize', 'sorghum', 'millet'], rotation: legumes, acres: 2 },
  coast: { crops: ['maize', 'cassava'], rotation: legumes, acres: 2 },
  lake: { crops: ['maize', 'sorghum'], rotation: ['groundnut', 'sweet_potato', 'cassava'], acres: 1.4 },
  vegetables: { crops: ['tomato'], rotation: vegetables, seasons: yearRound, acres: 1, irrigationMm: 95 },
  grazing: { crops: [], rotation: ['sorghum'], seasons: ['long'], acres: 18 },
} satisfies Record<string, System>;

export type SystemKey = keyof typeof table;
export const systems: Record<SystemKey, System> = table;

interface Zone {
  systems: Partial<Record<SystemKey, number>>;
  soils: Partial<Record<SoilType, number>>;
  /** Size of parcels relative to the median of their system. */
  sizeFactor: number;
}

const volcanic = { loamy: 7, clay: 2, silty: 1 };
const heavyClay = { clay: 6, loamy: 2, silty: 2 };
const highland = { loamy: 6, silty: 2, clay: 1, peaty: 1 };
const sands = { sandy: 5, loamy: 3, clay: 1, chalky: 0.5 };
const zones = {
  rangeland: { systems: { grazing: 6, vegetables: 2, dryland: 2 }, soils: sands, sizeFactor: 3 },
  coast: { systems: { coast: 7, mango: 3 }, soils: sands, sizeFactor: 1.3 },
  dryland: { systems: { dryland: 8, vegetables: 2, mango: 2, wheat: 1 }, soils: sands, sizeFactor: 1.6 },
  lake: { systems: { lake: 6, maize: 2, sugarcane: 2, rice: 1 }, soils: heavyClay, sizeFactor: 1 },
  western: { systems: { maize: 6, sugarcane: 2, tea: 2, fruit: 2 }, soils: volcanic, sizeFactor: 0.7 },
  highland: { systems: { tea: 5, coffee: 3, maize: 3, dairy: 2, rice: 1 }, soils: volcanic, sizeFactor: 1 },
  central: { systems: { maize: 4, coffee: 3, fruit: 3, vegetables: 2 }, soils: volcanic, sizeFactor: 0.9 },
  cool: { systems: { potatoes: 6, 'rift-maize': 3, dairy: 2, wheat: 1 }, soils: highland, sizeFactor: 1.4 },
  rift: { systems: { 'rift-maize': 6, wheat: 3, potatoes: 2 }, soils: volcanic, sizeFactor: 1.8 },
} satisfies Record<string, Zone>;

/** The zone of a county, by its yearly rain, its mean temperature and its longitude. */
export function zoneOf({ rainMm, meanC, lon }: { rainMm: number; meanC: number; lon: number }): Zone {
  if (rainMm < 600) return zones.rangeland;
  if (lon > 39) return zones.coast;
  if (rainMm < 800) return zones.dryland;
  if (rainMm > 1200 && meanC > 21) return zones.lake;
  if (rainMm > 1600) return zones.western;
  if (rainMm > 1300) return zones.highland;
  if (lon > 36.5) return zones.central;
  return meanC < 16 ? zones.cool : zones.rift;
}

interface Care {
  /** Kilograms an acre: at planting, as top dressing, and of manure. */
  basalKg: number;
  topKg: number;
  manureKg: number;
  basal?: readonly string[];
  /** How likely each kind of spray is in a season. */
  sprays: Partial<Record<keyof typeof sprays, number>>;
}

export const sprays = {
  insects: { names: ['Karate', 'Bestox', 'Confidor', 'Escort', 'Belt'], unit: 'L', perAcre: 0.15 },
  fungus: { names: ['Dithane M45', 'Ridomil', 'Mancozeb', 'Copper'], unit: 'kg', perAcre: 1 },
  weeds: { names: ['Roundup', 'Primagram', '2,4-D'], unit: 'L', perAcre: 0.9 },
} as const;
/** Preferred by careful farmers, and used by those who spray heavily. */
export const products = { safe: ['Neem', 'Pyrethrum', 'Bt (Thuricide)'], risky: ['Furadan', 'Dynamec'] };
export const fertilizers = {
  basal: ['DAP', 'DAP', 'NPK 23-23-0', 'Mavuno planting', 'NPK 17-17-17'],
  top: ['CAN', 'CAN', 'CAN', 'Urea'],
  manure: { en: ['Manure', 'Compost', 'Goat manure'], sw: ['Samadi', 'Mboji', 'Mbolea ya mbuzi'] },
};

const perennial = ['NPK 26-5-5', 'NPK 26-5-5', 'NPK 17-17-17'];
/** By group of the crop table: for a season, or for a year of a perennial crop. */
export const careByGroup: Record<string, Care> = {
  cereal: { basalKg: 50, topKg: 45, manureKg: 900, sprays: { insects: 0.35, weeds: 0.25 } },
  pulse: { basalKg: 15, topKg: 0, manureKg: 500, sprays: { insects: 0.35 } },
  acid_perennial: { basalKg: 150, topKg: 40, manureKg: 1500, basal: perennial, sprays: { fungus: 0.3 } },
  heavy_feeder: { basalKg: 30, topKg: 60, manureKg: 2500, sprays: { weeds: 0.2 } },
  paddy: { basalKg: 50, topKg: 60, manureKg: 600, sprays: { insects: 0.4, fungus: 0.2 } },
  root_tuber: { basalKg: 90, topKg: 20, manureKg: 1200, sprays: { fungus: 0.7, insects: 0.3 } },
  fruiting_veg: { basalKg: 85, topKg: 80, manureKg: 1600, sprays: { fungus: 0.85, insects: 0.75 } },
  leafy_veg: { basalKg: 60, topKg: 75, manureKg: 2000, sprays: { insects: 0.7, fungus: 0.2 } },
  tree_fruit: { basalKg: 30, topKg: 0, manureKg: 1200, sprays: { fungus: 0.3, insects: 0.2 } },
};

export interface Style {
  /** Yield relative to the reference yield, from the worst to the best field. */
  yields: readonly [number, number];
  /** Factors on usual amounts and on how many farmers apply them. */
  mineral: number;
  organic: number;
  spray: number;
  /** Shares of low-risk and high-risk products, and of years with a rotation. */
  safe: number;
  risky: number;
  rotates: number;
}

export const styles = {
  careful: { yields: [1.2, 2.2], mineral: 0.8, organic: 2.6, spray: 0.4, safe: 0.7, risky: 0, rotates: 0.95 },
  usual: { yields: [0.8, 1.6], mineral: 1, organic: 1, spray: 1, safe: 0.1, risky: 0.05, rotates: 0.6 },
  heavy: { yields: [0.5, 1.2], mineral: 4, organic: 0, spray: 2.6, safe: 0, risky: 0.6, rotates: 0.05 },
  scarce: { yields: [0.1, 0.6], mineral: 0.3, organic: 0.1, spray: 0.6, safe: 0, risky: 0.3, rotates: 0.1 },
} satisfies Record<string, Style>;
export type StyleKey = keyof typeof styles;

/** How farmers work differs by region, and within it by county: the map and the registers show it. */
const stylesByRegion: Record<Region, Record<StyleKey, number>> = {
  west: { careful: 70, usual: 24, heavy: 2, scarce: 4 },
  east: { careful: 26, usual: 46, heavy: 14, scarce: 14 },
  south: { careful: 5, usual: 20, heavy: 65, scarce: 10 },
  north: { careful: 2, usual: 12, heavy: 4, scarce: 82 },
};
/** How common careful farmers are in a county, relative to its region. */
const COUNTY_LEAN = [0.15, 1, 4];

export function stylesIn(region: Region, countyNumber: number): Record<StyleKey, number> {
  const weights = stylesByRegion[region];
  return { ...weights, careful: weights.careful * COUNTY_LEAN[countyNumber % COUNTY_LEAN.length]! };
}

/** Both rains of a year failed: plantings of these days ago yielded this share, without irrigation. */
export const DROUGHT = { firstDaysAgo: 480, lastDaysAgo: 120 };
export const droughtYields: Record<Region, number> = { north: 0.05, east: 0.2, south: 0.7, west: 0.95 };

/** After the soil health programme: its readers manure, rotate and dose. */
export const improved = (style: Style): Style => ({
  ...style,
  yields: [1.5, 2.4],
  mineral: Math.min(style.mineral, 1),
  organic: 3.5,
  spray: Math.min(style.spray, 0.4),
  safe: 0.7,
  risky: 0,
  rotates: 0.95,
});

export function cropOf(key: string): Crop {
  const crop = recogniseCrop(key);
  if (!crop) throw new Error(`${key} is not in the crop table`);
  return crop;
}
