/** Ways of farming a parcel: what is grown in which season, on which soil, on how much land, with or without water. */
import type { SoilType } from '@ardhi/contract';

/** When planting starts (day of the year) and within how many days people plant. */
export const seasons = {
  long: { starts: 72, days: 38 },
  short: { starts: 279, days: 36 },
  cool: { starts: 152, days: 25 },
  hot: { starts: 238, days: 25 },
  dry: { starts: 5, days: 30 },
} as const;

export type Season = keyof typeof seasons;
/** The crops of each season of a year; two in one season are grown together. */
type Rotation = Partial<Record<Season, readonly string[]>>;

export interface System {
  /** Rotations with little change of crops, and those of farmers who care for their soil. */
  plain: readonly Rotation[];
  varied: readonly Rotation[];
  /** Grown for many years, with a yield every year. */
  perennial?: readonly string[];
  /** How common irrigation is, and how many millimetres a month are given. */
  irrigation?: { chance: number; monthlyMm: number };
  soils: Partial<Record<SoilType, number>>;
  acres: { median: number; spread: number };
  /** Crops stand longer where it is high and cool. */
  stretch?: number;
}

const volcanic = { loamy: 7, clay: 2, silty: 1 };
const sands = { sandy: 5, loamy: 3, clay: 1, chalky: 0.5 };
const blackCotton = { clay: 6, loamy: 2, silty: 2 };
const highland = { loamy: 6, silty: 2, clay: 1, peaty: 1 };
const coral = { sandy: 5, loamy: 2, chalky: 3 };

const small = { median: 1.1, spread: 0.55 };
const middle = { median: 2, spread: 0.7 };

const table = {
  'rift-maize': {
    plain: [{ long: ['maize'] }],
    varied: [
      { long: ['maize'], short: ['beans'] },
      { long: ['maize', 'beans'] },
      { long: ['wheat'], short: ['beans'] },
      { long: ['sunflower'], short: ['beans'] },
    ],
    soils: volcanic,
    acres: { median: 2.4, spread: 0.8 },
    stretch: 1.25,
  },
  'maize-beans': {
    plain: [{ long: ['maize'], short: ['maize'] }, { long: ['maize'] }],
    varied: [
      { long: ['maize', 'beans'], short: ['beans'] },
      { long: ['maize', 'beans'], short: ['sweet_potato'] },
      { long: ['maize'], short: ['beans'] },
      { long: ['soybean'], short: ['maize'] },
      { long: ['maize', 'cowpea'], short: ['kale'] },
    ],
    soils: volcanic,
    acres: small,
  },
  tea: {
    plain: [],
    varied: [],
    perennial: ['tea'],
    soils: { loamy: 9, clay: 1 },
    acres: { median: 1.2, spread: 0.6 },
  },
  coffee: {
    plain: [],
    varied: [{ long: ['beans'] }, {}],
    perennial: ['coffee'],
    soils: { loamy: 8, clay: 2 },
    acres: { median: 1, spread: 0.6 },
  },
  rice: {
    plain: [{ hot: ['rice'] }, { hot: ['rice'], dry: ['rice'] }],
    varied: [
      { hot: ['rice'], dry: ['soybean'] },
      { hot: ['rice'], dry: ['green_gram'] },
    ],
    irrigation: { chance: 1, monthlyMm: 230 },
    soils: { clay: 8, silty: 2 },
    acres: { median: 1.4, spread: 0.5 },
  },
  sugarcane: {
    plain: [{ long: ['sugarcane'] }],
    varied: [{ long: ['sugarcane', 'beans'] }],
    soils: blackCotton,
    acres: middle,
  },
  dryland: {
    plain: [{ long: ['maize'], short: ['maize'] }, { short: ['maize'] }],
    varied: [
      { long: ['sorghum', 'cowpea'], short: ['green_gram'] },
      { long: ['green_gram'], short: ['sorghum', 'pigeon_pea'] },
      { long: ['cowpea'], short: ['millet', 'green_gram'] },
      { short: ['pigeon_pea', 'maize'] },
    ],
    soils: sands,
    acres: middle,
  },
  coast: {
    plain: [{ long: ['maize'] }, { long: ['cassava'] }],
    varied: [
      { long: ['maize', 'cowpea'], short: ['green_gram'] },
      { long: ['cassava', 'cowpea'] },
      { long: ['rice'], short: ['cowpea'] },
    ],
    soils: coral,
    acres: middle,
  },
  vegetables: {
    plain: [
      { dry: ['tomato'], cool: ['tomato'], hot: ['tomato'] },
      { dry: ['onion'], cool: ['tomato'] },
      { cool: ['tomato'], short: ['tomato'] },
    ],
    varied: [
      { dry: ['french_bean'], cool: ['cabbage'], hot: ['tomato'] },
      { dry: ['onion'], cool: ['french_bean'], hot: ['kale'] },
      { dry: ['cabbage'], long: ['beans'], hot: ['onion'] },
    ],
    irrigation: { chance: 0.92, monthlyMm: 95 },
    soils: { loamy: 4, clay: 3, sandy: 2, silty: 1 },
    acres: { median: 1, spread: 0.7 },
  },
  potatoes: {
    plain: [
      { long: ['potato'], short: ['potato'] },
      { long: ['potato'], hot: ['potato'] },
    ],
    varied: [
      { long: ['potato'], hot: ['cabbage'] },
      { long: ['potato'], short: ['beans'] },
      { long: ['maize', 'beans'], short: ['potato'] },
    ],
    soils: highland,
    acres: { median: 1.6, spread: 0.6 },
  },
  wheat: {
    plain: [{ long: ['wheat'] }, { long: ['barley'] }],
    varied: [
      { long: ['wheat'], short: ['beans'] },
      { long: ['barley'] },
      { long: ['sunflower'] },
      { long: ['soybean'] },
    ],
    soils: volcanic,
    acres: { median: 9, spread: 1 },
    stretch: 1.1,
  },
  banana: {
    plain: [],
    varied: [{ long: ['beans'] }, { short: ['sweet_potato'] }],
    perennial: ['banana'],
    soils: volcanic,
    acres: small,
  },
  mango: {
    plain: [],
    varied: [{ short: ['green_gram'] }, { short: ['cowpea'] }],
    perennial: ['mango'],
    soils: sands,
    acres: middle,
  },
  'fruit-trees': {
    plain: [],
    varied: [{ long: ['beans'] }, {}],
    perennial: ['avocado', 'macadamia', 'banana'],
    soils: volcanic,
    acres: small,
  },
  'lake-mixed': {
    plain: [{ long: ['maize'], short: ['maize'] }, { long: ['sorghum'] }],
    varied: [
      { long: ['sorghum', 'groundnut'], short: ['sweet_potato'] },
      { long: ['maize', 'beans'], short: ['cassava'] },
      { long: ['groundnut'], short: ['millet'] },
      { long: ['maize'], short: ['green_gram'] },
    ],
    soils: blackCotton,
    acres: { median: 1.4, spread: 0.6 },
  },
  dairy: {
    plain: [],
    varied: [{ long: ['maize', 'beans'] }, {}],
    perennial: ['napier'],
    soils: highland,
    acres: small,
  },
  'peri-urban': {
    plain: [{ dry: ['kale'], cool: ['kale'] }],
    varied: [
      { dry: ['kale'], cool: ['cabbage'], short: ['beans'] },
      { dry: ['tomato'], hot: ['kale'] },
    ],
    irrigation: { chance: 0.8, monthlyMm: 85 },
    soils: { loamy: 4, clay: 4, peaty: 1, sandy: 1 },
    acres: { median: 0.5, spread: 0.5 },
  },
  /** A garden by a river in dry country. */
  riverine: {
    plain: [{ long: ['maize'] }, { long: ['sorghum'] }, { cool: ['onion'] }],
    varied: [{ long: ['sorghum', 'cowpea'] }, { cool: ['tomato'], short: ['cowpea'] }],
    irrigation: { chance: 0.7, monthlyMm: 100 },
    soils: { sandy: 4, silty: 3, clay: 2 },
    acres: { median: 1, spread: 0.5 },
  },
  /** Nothing is sown: there is little to record. */
  grazing: {
    plain: [{}],
    varied: [{}, { long: ['sorghum'] }],
    soils: { sandy: 6, loamy: 2, clay: 1, chalky: 1 },
    acres: { median: 18, spread: 1 },
  },
} as const satisfies Record<string, System>;

export type SystemKey = keyof typeof table;
export const systems: Record<SystemKey, System> = table;
