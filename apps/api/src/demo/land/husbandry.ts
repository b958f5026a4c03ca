/** What is usually given to each crop, for one acre and one season (or year, of crops that stand for years). */

export interface Dose {
  /** As farmers write it, the first more often than the others. */
  names: readonly string[];
  /** kg per acre. */
  amount: readonly [number, number];
  chance: number;
  daysAfterPlanting: readonly [number, number];
}

export interface Spray {
  names: readonly string[];
  unit: 'kg' | 'L';
  amount: readonly [number, number];
  /** How often in a season. */
  times: readonly [number, number];
  chance: number;
}

interface Husbandry {
  mineral: readonly Dose[];
  organic?: Dose;
  sprays: readonly Spray[];
}

const ATPLANTING = [0, 2] as const;

const basal = (
  amount: readonly [number, number],
  chance = 0.85,
  names = ['DAP', 'NPK 23-23-0', 'Mavuno planting'],
): Dose => ({ names, amount, chance, daysAfterPlanting: ATPLANTING });
const top = (amount: readonly [number, number], chance = 0.75, names = ['CAN', 'CAN', 'Urea']): Dose => ({
  names,
  amount,
  chance,
  daysAfterPlanting: [30, 48],
});
const manure = (
  amount: readonly [number, number],
  chance: number,
  names = ['Manure', 'Compost', 'Goat manure'],
): Dose => ({ names, amount, chance, daysAfterPlanting: [-20, -4] });
const spray = (
  names: readonly string[],
  unit: 'kg' | 'L',
  amount: readonly [number, number],
  chance: number,
  times: readonly [number, number] = [1, 1],
): Spray => ({ names, unit, amount, chance, times });

const insects = (chance: number, times?: readonly [number, number]) =>
  spray(['Karate', 'Bestox', 'Confidor'], 'L', [0.08, 0.2], chance, times);
const blight = (chance: number, times: readonly [number, number]) =>
  spray(['Dithane M45', 'Ridomil', 'Mancozeb'], 'kg', [0.8, 1.2], chance, times);

export const husbandry: Record<string, Husbandry> = {
  maize: {
    mineral: [basal([40, 60]), top([40, 60])],
    organic: manure([400, 1500], 0.35),
    sprays: [
      spray(['Escort', 'Karate', 'Belt'], 'L', [0.08, 0.2], 0.4),
      spray(['Roundup', 'Primagram'], 'L', [0.8, 1.2], 0.18),
    ],
  },
  beans: { mineral: [basal([20, 40], 0.4)], organic: manure([300, 900], 0.2), sprays: [insects(0.3)] },
  french_bean: {
    mineral: [basal([60, 80]), top([40, 60])],
    organic: manure([800, 2000], 0.4),
    sprays: [blight(0.7, [1, 3]), insects(0.8, [1, 3])],
  },
  wheat: {
    mineral: [basal([55, 75], 0.95, ['DAP', 'NPK 23-23-0']), top([30, 50], 0.7)],
    sprays: [spray(['2,4-D'], 'L', [0.4, 0.7], 0.7), spray(['Folicur', 'Sulphur'], 'L', [0.3, 0.5], 0.5)],
  },
  barley: {
    mineral: [basal([50, 70], 0.95, ['DAP', 'MAP'])],
    sprays: [spray(['2,4-D'], 'L', [0.4, 0.7], 0.6)],
  },
  tea: {
    mineral: [basal([130, 230], 0.92, ['NPK 26-5-5', 'Tea fertilizer 26:5:5', 'NPK 26-5-5'])],
    organic: manure([500, 2000], 0.2),
    sprays: [spray(['Roundup'], 'L', [0.5, 1], 0.2)],
  },
  coffee: {
    mineral: [basal([80, 160], 0.7, ['NPK 17-17-17']), top([60, 120], 0.7, ['CAN'])],
    organic: manure([1200, 3500], 0.65),
    sprays: [
      spray(['Copper', 'Cuprocaffaro'], 'kg', [1, 2], 0.55, [1, 3]),
      spray(['Dursban', 'Karate'], 'L', [0.2, 0.5], 0.3),
    ],
  },
  sugarcane: {
    mineral: [basal([50, 75], 0.7, ['DAP']), top([50, 100], 0.7, ['Urea', 'CAN'])],
    sprays: [spray(['Roundup', 'Atrazine'], 'L', [0.8, 1.6], 0.4)],
  },
  rice: {
    mineral: [
      basal([40, 60], 0.9, ['DAP', 'NPK 23-23-0']),
      top([40, 80], 0.85, ['Sulphate of ammonia', 'Urea']),
    ],
    organic: manure([300, 900], 0.15),
    sprays: [insects(0.4), spray(['Copper', 'Sulphur'], 'kg', [0.5, 1], 0.2)],
  },
  sorghum: { mineral: [basal([20, 35], 0.2)], organic: manure([300, 1000], 0.35), sprays: [insects(0.12)] },
  millet: { mineral: [basal([15, 30], 0.15)], organic: manure([300, 1000], 0.3), sprays: [] },
  potato: {
    mineral: [basal([120, 180], 0.9, ['DAP', 'NPK 17-17-17']), top([30, 50], 0.3)],
    organic: manure([800, 2500], 0.35),
    sprays: [blight(0.85, [2, 5]), insects(0.4)],
  },
  sweet_potato: { mineral: [], organic: manure([400, 1200], 0.3), sprays: [] },
  cassava: { mineral: [basal([20, 40], 0.1)], organic: manure([300, 900], 0.2), sprays: [] },
  banana: {
    mineral: [top([30, 60], 0.3)],
    organic: manure([1500, 4000], 0.7),
    sprays: [spray(['Furadan'], 'kg', [1, 3], 0.08)],
  },
  tomato: {
    mineral: [basal([80, 110], 0.9, ['DAP', 'NPK 17-17-17']), top([80, 120], 0.85)],
    organic: manure([1000, 3000], 0.45),
    sprays: [blight(0.9, [2, 5]), insects(0.85, [1, 4]), spray(['Dynamec'], 'L', [0.1, 0.25], 0.3, [1, 2])],
  },
  kale: {
    mineral: [basal([40, 60], 0.7), top([50, 90], 0.8)],
    organic: manure([1500, 3500], 0.6),
    sprays: [insects(0.6, [1, 3]), spray(['Rogor', 'Malathion'], 'L', [0.2, 0.4], 0.25)],
  },
  cabbage: {
    mineral: [basal([60, 90]), top([60, 100])],
    organic: manure([1000, 2500], 0.45),
    sprays: [insects(0.8, [1, 4]), blight(0.4, [1, 2])],
  },
  onion: {
    mineral: [basal([60, 90]), top([40, 70])],
    organic: manure([800, 2000], 0.35),
    sprays: [blight(0.8, [2, 4]), insects(0.6, [1, 2])],
  },
  avocado: {
    mineral: [basal([40, 80], 0.4, ['NPK 17-17-17'])],
    organic: manure([800, 2500], 0.6),
    sprays: [spray(['Copper'], 'kg', [0.8, 1.5], 0.25)],
  },
  macadamia: {
    mineral: [basal([30, 60], 0.3, ['NPK 17-17-17'])],
    organic: manure([800, 2000], 0.5),
    sprays: [],
  },
  mango: {
    mineral: [],
    organic: manure([400, 1500], 0.45),
    sprays: [spray(['Rogor', 'Sulphur'], 'L', [0.3, 0.8], 0.5, [1, 2])],
  },
  green_gram: {
    mineral: [basal([15, 25], 0.15)],
    organic: manure([200, 700], 0.2),
    sprays: [insects(0.45, [1, 2])],
  },
  cowpea: { mineral: [], organic: manure([200, 600], 0.15), sprays: [insects(0.3)] },
  pigeon_pea: { mineral: [], organic: manure([200, 600], 0.15), sprays: [insects(0.15)] },
  groundnut: {
    mineral: [basal([30, 50], 0.25, ['SSP', 'TSP'])],
    organic: manure([300, 800], 0.15),
    sprays: [],
  },
  soybean: { mineral: [basal([30, 50], 0.4, ['TSP', 'DAP'])], sprays: [insects(0.15)] },
  sunflower: { mineral: [basal([25, 40], 0.5)], sprays: [] },
  napier: {
    mineral: [top([30, 60], 0.3)],
    organic: manure([2000, 6000], 0.85, ['Manure', 'Samadi']),
    sprays: [],
  },
};

/** What farmers use who spray only what harms little else. */
export const gentleSprays = ['Neem', 'Pyrethrum', 'Bt (Thuricide)'] as const;
export const harshSprays = ['Furadan', 'Dynamec'] as const;

/** Swahili words for what farmers spread. */
export const swahiliNames: Readonly<Record<string, string>> = {
  Manure: 'Samadi',
  Compost: 'Mboji',
  'Goat manure': 'Mbolea ya mbuzi',
  'Tea fertilizer 26:5:5': 'Mbolea ya chai 26:5:5',
};
