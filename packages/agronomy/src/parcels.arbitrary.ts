import fc from 'fast-check';
import { formatDay, parseDay } from './dates.ts';
import { COUNTIES, knownCrops, knownFertilizers, knownPesticides, type ScoreInput } from './index.ts';
import type { CropRecord, FertilizerRecord, ParcelInput, PesticideRecord, WaterRecord } from './types.ts';

/** Realistic and unusual parcels for the properties of docs/score/README.md#6-properties-and-bounds. */
export interface Case {
  input: Required<ScoreInput>;
  asOf: string;
}

const WINDOW_DAYS = 730;

const asOfDay = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: parseDay('2023-01-01'), max: parseDay('2027-12-31') }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('2024-02-29', '2024-02-28', '2024-03-01', '2026-02-27').map(parseDay),
  },
);

/** Days from the as-of date: mostly inside the window, also at its edges, before it and in the future. */
const offset = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -(WINDOW_DAYS - 1), max: 0 }) },
  { weight: 1, arbitrary: fc.constantFrom(-WINDOW_DAYS, 1 - WINDOW_DAYS, -1, 0, 1) },
  { weight: 1, arbitrary: fc.integer({ min: -1500, max: -WINDOW_DAYS }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }) },
);

const crops = knownCrops();
const cropName = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...crops.flatMap(({ name, swahili }) => [name, swahili])) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...crops.flatMap(({ aliases }) => aliases.map((a) => `${a} (F1)`))),
  },
  { weight: 1, arbitrary: fc.constantFrom('Quinoa', 'dhania', 'mchicha', 'Pilipili hoho', '???', '') },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
);

/** Known and unknown products and grades that cover every branch of the matching. */
const fertilizerType = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...knownFertilizers().flatMap(({ name, swahili }) => [name, swahili])),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 40 }),
      )
      .chain((grade) => fc.constantFrom('-', ':', ' ').map((separator) => `NPK ${grade.join(separator)}`)),
  },
  { weight: 1, arbitrary: fc.constantFrom('foliar feed', 'Easygro', '0-0-0', '90-90-90', '') },
);

const pesticideProduct = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...knownPesticides().map(({ name }) => `${name} 50EC`)) },
  { weight: 1, arbitrary: fc.constantFrom('Duduthrin', 'unknown spray', '') },
);

function amount(max: number): fc.Arbitrary<number> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.double({ min: 0.001, max, noNaN: true }) },
    { weight: 1, arbitrary: fc.constant(0) },
  );
}

/** Mostly near a crop's reference yield; a few are failures, implausible or not recorded. */
const yieldTons = fc.oneof(
  { weight: 5, arbitrary: amount(6) },
  { weight: 3, arbitrary: amount(60) },
  { weight: 1, arbitrary: fc.constantFrom(null, 0, 500) },
);

const id = fc.uuid();

function cropRecord(asOf: number): fc.Arbitrary<CropRecord> {
  return fc
    .record({
      id,
      name: cropName,
      planted: fc.oneof(
        { weight: 8, arbitrary: offset },
        { weight: 1, arbitrary: fc.integer({ min: -9000, max: -WINDOW_DAYS }) },
      ),
      growingDays: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }) },
        { weight: 2, arbitrary: fc.constant(null) },
        // Harvest before planting: rejected by the API, harmless in the engine.
        { weight: 1, arbitrary: fc.integer({ min: -60, max: -1 }) },
      ),
      yieldTonsPerHectare: yieldTons,
      areaShare: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 2, arbitrary: fc.double({ min: 0.05, max: 1, noNaN: true }) },
        { weight: 1, arbitrary: fc.constantFrom(0, -1, 2) },
      ),
    })
    .map(({ planted, growingDays, ...rest }) => ({
      ...rest,
      plantingDate: formatDay(asOf + planted),
      harvestDate: growingDays === null ? null : formatDay(asOf + planted + growingDays),
    }));
}

function waterRecord(asOf: number): fc.Arbitrary<WaterRecord> {
  return fc
    .record({ id, offset, litres: amount(2_000_000) })
    .map(({ offset: days, ...rest }) => ({ ...rest, date: formatDay(asOf + days) }));
}

function fertilizerRecord(asOf: number, type = fertilizerType): fc.Arbitrary<FertilizerRecord> {
  return fc
    .record({ id, offset, type, kg: amount(1500) })
    .map(({ offset: days, ...rest }) => ({ ...rest, date: formatDay(asOf + days) }));
}

function pesticideRecord(asOf: number): fc.Arbitrary<PesticideRecord> {
  return fc
    .record({ id, offset, product: pesticideProduct, amount: amount(10) })
    .map(({ offset: days, ...rest }) => ({ ...rest, date: formatDay(asOf + days) }));
}

const place = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...COUNTIES).map(({ name }) => ({ county: name })) },
  {
    weight: 2,
    arbitrary: fc.record({
      lat: fc.double({ min: -6, max: 7, noNaN: true }),
      lon: fc.double({ min: 33, max: 43, noNaN: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('Kiminini, Trans Nzoia County', 'Mombasa Road', 'Box 12, Thika', 'Nowhere')
      .map((address) => ({ address })),
  },
  { weight: 1, arbitrary: fc.constant({}) },
);

const declarations = fc.record(
  {
    irrigation: fc.constantFrom('recorded', 'rain-fed', 'unknown'),
    fertilizer: fc.constantFrom('recorded', 'none', 'unknown'),
    pesticide: fc.constantFrom('recorded', 'none', 'unknown'),
  },
  { requiredKeys: [] },
);

export const parcel: fc.Arbitrary<ParcelInput> = fc
  .record({
    place,
    id: fc.option(id),
    sizeAcres: fc.oneof(
      { weight: 12, arbitrary: fc.double({ min: 0.05, max: 60, noNaN: true }) },
      { weight: 1, arbitrary: fc.constantFrom(0, 0.1, 5000) },
    ),
    soilType: fc.constantFrom(
      'clay',
      'sandy',
      'silty',
      'peaty',
      'chalky',
      'loamy',
      'Tifutifu',
      'gravel',
      null,
    ),
    declarations: fc.option(declarations),
  })
  .map(({ place: location, ...rest }) => ({ ...location, ...rest }));

export const anyCase: fc.Arbitrary<Case> = asOfDay.chain((asOf) =>
  fc.record({
    asOf: fc.constant(formatDay(asOf)),
    input: fc.record({
      parcel,
      crops: fc.array(cropRecord(asOf), { maxLength: 6 }),
      water: fc.array(waterRecord(asOf), { maxLength: 5 }),
      fertilizer: fc.array(fertilizerRecord(asOf), { maxLength: 5 }),
      pesticides: fc.array(pesticideRecord(asOf), { maxLength: 4 }),
    }),
  }),
);

/** A case with at least one harvest and one record of each type in its season. */
export const farmedCase: fc.Arbitrary<Case> = anyCase.chain(({ input, asOf }) => {
  const today = parseDay(asOf);
  return fc
    .record({
      growingDays: fc.integer({ min: 60, max: 300 }),
      harvested: fc.integer({ min: 0, max: 400 }),
      crop: fc.constantFrom(...crops),
      relativeYield: amount(2.5),
      mineral: fc.constantFrom('DAP', 'CAN', 'Urea', 'NPK 17-17-17', 'NPK 25-5-5'),
      mineralKg: amount(800),
      organic: fc.constantFrom('Samadi', 'Mboji', 'Chicken manure'),
      organicKg: amount(4000),
      litres: amount(2_000_000),
      product: pesticideProduct,
      sprayed: amount(10),
    })
    .map((extra) => {
      const harvestDate = formatDay(today - extra.harvested);
      const plantingDate = formatDay(today - extra.harvested - extra.growingDays);
      const midSeason = formatDay(today - extra.harvested - Math.floor(extra.growingDays / 2));
      return {
        asOf,
        input: {
          parcel: { ...input.parcel, sizeAcres: Math.max(0.1, input.parcel.sizeAcres) },
          crops: [
            {
              id: 'harvest',
              name: extra.crop.name,
              plantingDate,
              harvestDate,
              yieldTonsPerHectare: extra.relativeYield * extra.crop.referenceYieldTPerHa,
            },
            ...input.crops,
          ],
          water: [{ id: 'irrigation', date: midSeason, litres: extra.litres }, ...input.water],
          fertilizer: [
            { id: 'mineral', date: midSeason, type: extra.mineral, kg: extra.mineralKg },
            { id: 'organic', date: midSeason, type: extra.organic, kg: extra.organicKg },
            ...input.fertilizer,
          ],
          pesticides: [
            { id: 'spray', date: midSeason, product: extra.product, amount: extra.sprayed },
            ...input.pesticides,
          ],
        },
      };
    });
});

/** Records dated after the as-of date. */
export function futureRecords(asOf: string): fc.Arbitrary<Omit<Required<ScoreInput>, 'parcel'>> {
  const later = parseDay(asOf) + 800;
  const latest = parseDay(asOf) + 1;
  const inFuture = <T extends { date: string }>(record: T): T =>
    parseDay(record.date) < latest ? { ...record, date: formatDay(latest) } : record;
  return fc.record({
    crops: fc.array(
      cropRecord(later).map((crop) =>
        parseDay(crop.plantingDate) < latest
          ? { ...crop, plantingDate: formatDay(latest), harvestDate: null }
          : crop,
      ),
      { maxLength: 3 },
    ),
    water: fc.array(waterRecord(later).map(inFuture), { maxLength: 3 }),
    fertilizer: fc.array(fertilizerRecord(later).map(inFuture), { maxLength: 3 }),
    pesticides: fc.array(pesticideRecord(later).map(inFuture), { maxLength: 3 }),
  });
}
