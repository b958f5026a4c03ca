import { HECTARES_PER_ACRE } from '@ardhi/contract/units';
import fc from 'fast-check';
import { formatDay, parseDay } from './dates.ts';
import { COUNTIES, knownPesticides, type ScoreInput } from './index.ts';
import table from './reference/crops.json' with { type: 'json' };
import { type Crop, recogniseCrop } from './tables/crops.ts';

/** A farm as an extension officer may meet it: doses and yields of practice, on any soil of any county. */
export interface Farm {
  input: Required<ScoreInput>;
  asOf: string;
}

const WINDOW_DAYS = 730;
const MINERAL = ['DAP', 'CAN', 'Urea', 'NPK 17-17-17', 'NPK 23-23-0', 'NPK 25-5-5', 'TSP', 'MOP'];
const ORGANIC = ['Samadi', 'Mboji', 'Poultry manure', 'Goat manure'];
const LITRES_PER_MM_HA = 10_000;

const crops = table.crops.map(({ key }) => recogniseCrop(key)!);
const perennials = crops.filter(({ perYear }) => perYear);
const seasonal = crops.filter(({ perYear }) => !perYear);

/** Uniform: `fc.double` prefers values next to 0, which no farmer harvests. */
const share = fc.nat(1000).map((thousandths) => thousandths / 1000);
/** Linear between two limits, for a share that fast-check draws. */
const between = (min: number, max: number, drawn: number) => min + (max - min) * drawn;

const planting = fc.record({
  crop: fc.nat(1000),
  yieldShare: share,
  length: share,
  gapDays: fc.nat(60),
  isHarvested: fc.nat(9).map((digit) => digit > 0),
  mineral: fc.constantFrom(null, ...MINERAL),
  mineralDose: share,
  topDressing: fc.constantFrom(null, 'CAN', 'Urea'),
  organic: fc.constantFrom(null, null, ...ORGANIC),
  organicDose: share,
  waterings: fc.nat(8),
  wateringDepth: share,
  product: fc.constantFrom(null, ...knownPesticides().map(({ name }) => name)),
  sprayDose: share,
});
type Planting = typeof planting extends fc.Arbitrary<infer Value> ? Value : never;

export const plausibleFarm: fc.Arbitrary<Farm> = fc
  .record({
    asOf: fc.integer({ min: parseDay('2023-01-01'), max: parseDay('2027-12-31') }),
    acres: share.map((drawn) => between(0.1, 50, drawn)),
    county: fc.constantFrom(...COUNTIES).map(({ name }) => name),
    soilType: fc.constantFrom('clay', 'sandy', 'silty', 'peaty', 'chalky', 'loamy'),
    isPerennial: fc.nat(3).map((digit) => digit === 0),
    isIrrigated: fc.boolean(),
    plantings: fc.array(planting, { minLength: 1, maxLength: 3 }),
  })
  .map(({ asOf, acres, county, soilType, isPerennial, isIrrigated, plantings }) => {
    const input: Mutable<Required<ScoreInput>> = {
      parcel: {
        sizeAcres: acres,
        county,
        soilType,
        declarations: { irrigation: 'rain-fed', fertilizer: 'none', pesticide: 'none' },
      },
      crops: [],
      water: [],
      fertilizer: [],
      pesticides: [],
    };
    let nextDay = asOf - WINDOW_DAYS + 1;
    plantings.forEach((one, index) => {
      const crop = pick(isPerennial ? perennials : seasonal, one.crop);
      const days = Math.round(crop.seasonDays * between(0.8, 1.2, one.length));
      const from = isPerennial ? asOf - WINDOW_DAYS - one.gapDays : nextDay + one.gapDays;
      if (from > asOf) return;
      addSeason(input, one, {
        id: `${index}`,
        crop,
        from,
        days,
        asOf,
        isIrrigated,
        areaShare: 1 / (isPerennial ? plantings.length : 1),
      });
      nextDay = from + days;
    });
    return { input, asOf: formatDay(asOf) };
  });

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] extends readonly (infer Item)[] ? Item[] : T[Key] };

interface Place {
  id: string;
  crop: Crop;
  from: number;
  days: number;
  asOf: number;
  isIrrigated: boolean;
  areaShare: number;
}

function addSeason(input: Mutable<Required<ScoreInput>>, drawn: Planting, place: Place): void {
  const { id, crop, from, days, asOf, areaShare } = place;
  const harvested = from + days - 1;
  const hasYield = drawn.isHarvested && (crop.perYear || harvested <= asOf);
  const hectares = input.parcel.sizeAcres * HECTARES_PER_ACRE * areaShare;
  input.crops.push({
    id,
    name: crop.name,
    plantingDate: formatDay(from),
    harvestDate: crop.perYear || !hasYield ? null : formatDay(harvested),
    // From crop failure to twice the national reference.
    yieldTonsPerHectare: hasYield ? crop.referenceYieldTPerHa * 2 * drawn.yieldShare : null,
    areaShare,
  });
  // Perennials are fertilized each year, annual crops at planting and a month later.
  const starts = crop.perYear ? [asOf - 600, asOf - 240] : [from];
  for (const start of starts) {
    const fertilize = (type: string | null, kgPerHa: number, day: number) => {
      if (type && day <= asOf)
        input.fertilizer.push({
          id: `${id}-${day}-${type}`,
          date: formatDay(day),
          type,
          kg: kgPerHa * hectares,
        });
    };
    fertilize(drawn.mineral, between(50, 200, drawn.mineralDose), start);
    fertilize(drawn.topDressing, between(50, 150, drawn.mineralDose), start + 30);
    fertilize(drawn.organic, between(500, 5_000, drawn.organicDose), start - 10);
    if (drawn.product && start + 40 <= asOf)
      input.pesticides.push({
        id: `${id}-${start}`,
        date: formatDay(start + 40),
        product: drawn.product,
        amount: between(0.2, 3, drawn.sprayDose) * hectares,
      });
  }
  if (!place.isIrrigated) return;
  for (let nth = 0; nth < drawn.waterings; nth += 1) {
    const day = Math.max(from, asOf - WINDOW_DAYS + 1) + 10 * nth;
    if (day > asOf) break;
    const litres = between(5, 50, drawn.wateringDepth) * LITRES_PER_MM_HA * hectares;
    input.water.push({ id: `${id}-${nth}`, date: formatDay(day), litres });
  }
}

const pick = <T>(items: readonly T[], index: number): T => items[index % items.length]!;
