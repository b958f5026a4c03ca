/** The field book of a parcel: what was planted and applied in the last two years, and when the farmer entered it. */
import type { Crop as ReferenceCrop } from '@ardhi/agronomy';
import type { Crop, FertilizerUsage, PesticideUsage, ScoredRecords, WaterUsage } from '@ardhi/contract';
import { SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';
import { type Day, dateOf, dayOfYear, someMoment, yearOf } from '../calendar.ts';
import { capitalise, type Random } from '../random.ts';
import {
  careByGroup,
  cropOf,
  DROUGHT,
  fertilizers,
  improved,
  products,
  type Style,
  type SystemKey,
  seasons,
  sprays,
  systems,
} from './farming.ts';

interface Records {
  crop: Crop;
  water: WaterUsage;
  fertilizer: FertilizerUsage;
  pesticide: PesticideUsage;
}
type Kind = keyof Records;

/** A new record, or with `before` the confirmed harvest of a crop. */
export type Entry = {
  [K in Kind]: { kind: K; record: Records[K]; before?: Records[K]; at: number; on: Day };
}[Kind];

/** Oldest first. */
export type FieldBook = Entry[];

export interface Keeping {
  /** The share of the work that is recorded, and of the past harvests that are confirmed. */
  share: number;
  /** The day of the week on which records are entered. */
  weekday: number;
}

export interface Planting {
  crop: ReferenceCrop;
  plantedOn: Day;
  harvestOn: Day;
  /** Null where it covers the whole parcel. */
  areaShare: number | null;
}

export interface Field {
  system: SystemKey;
  style: Style;
  keeping: Keeping;
  language: 'en' | 'sw';
  acres: number;
  irrigationMm: number | null;
  /** Share of the usual yield in the drought. */
  droughtYield: number;
  /** From this day on the farmer follows the soil health programme. */
  improvesFrom?: Day;
  createdAt: number;
  createdOn: Day;
  /** How far back the records go, and the day after the last of them. */
  since: Day;
  asOf: Day;
  /** A crop whose harvest is not confirmed. */
  due?: Planting;
}

const styleOn = ({ style, improvesFrom }: Field, day: Day): Style =>
  improvesFrom !== undefined && day >= improvesFrom ? improved(style) : style;

/** The score covers this period. */
const WINDOW_DAYS = 730;

export function keepBook(random: Random, field: Field): FieldBook {
  const { keeping, asOf, due } = field;
  const book: FieldBook = [];
  for (const planting of [...plan(random, field), ...(due ? [due] : [])]) {
    // The crop itself is recorded more often than the work on it.
    if (random.chance(keeping.share && (1 + keeping.share) / 2))
      book.push(...cropEntries(random, planting, field));
    for (const { on, kind, ...use } of usesOf(random, planting, field)) {
      const isPast = on > asOf - WINDOW_DAYS && on < asOf;
      if (!isPast || use.amount <= 0 || !random.chance(keeping.share)) continue;
      const { id, ...entered } = enter(random, field, on);
      book.push({ kind, record: { ...use, _id: id, revision: 1, date: dateOf(on) }, ...entered } as Entry);
    }
  }
  return book.sort((left, right) => left.at - right.at);
}

/** The records as they were at the end of a day. */
export function knownOn(book: FieldBook, day: Day): ScoredRecords {
  const latest = new Map<string, Entry>();
  for (const entry of book) if (entry.on <= day) latest.set(entry.record._id, entry);
  const of = <K extends Kind>(kind: K) =>
    [...latest.values()].filter((entry) => entry.kind === kind).map(({ record }) => record as Records[K]);
  return {
    crops: of('crop'),
    waterUsage: of('water'),
    fertilizerUsage: of('fertilizer'),
    pesticideUsage: of('pesticide'),
  };
}

/** Sugarcane and cassava: nothing follows them in the same year. */
const LONG_DAYS = 200;

/** Farmers who rotate grow something else beside or after the main crop, the others the same again. */
function plan(random: Random, field: Field): Planting[] {
  const { system, asOf, since } = field;
  const { crops, rotation, seasons: planted = ['long', 'short'] } = systems[system];
  const main = crops.length > 0 ? cropOf(random.pick(crops)) : null;
  const plantings: Planting[] = [];
  if (main?.perYear) {
    const plantedOn = asOf - random.whole(2 * 365, 20 * 365);
    plantings.push({ crop: main, plantedOn, harvestOn: asOf + random.whole(30, 400), areaShare: null });
  }
  const earliest = Math.max(since, asOf - WINDOW_DAYS + 1);
  for (let year = yearOf(asOf) - 2; year <= yearOf(asOf); year += 1) {
    const luck = random.share();
    for (const [index, season] of planted.entries()) {
      const plantedOn = dayOfYear(year, seasons[season]) + random.whole(0, 35);
      const rotates = luck < styleOn(field, plantedOn).rotates;
      const other = cropOf(random.pick(rotation));
      const isMain = main && !main.perYear && (index === 0 || (!rotates && main.seasonDays < LONG_DAYS));
      const together = isMain && rotates && main.seasonDays < LONG_DAYS && random.chance(0.5);
      const grown = together ? [main, other] : isMain ? [main] : rotates ? [other] : [];
      for (const [position, crop] of grown.entries()) {
        const harvestOn = plantedOn + Math.round(crop.seasonDays * random.between(0.92, 1.08));
        const areaShare = together ? [0.6, 0.4][position]! : null;
        const isPast = plantedOn >= earliest && plantedOn < asOf - 2;
        if (isPast) plantings.push({ crop, plantedOn, harvestOn, areaShare });
      }
    }
  }
  return plantings;
}

type Use = { on: Day; amount: number } & (
  | { kind: 'water' }
  | { kind: 'fertilizer'; type: string }
  | { kind: 'pesticide'; product: string; unit: 'kg' | 'L' }
);

/** A perennial crop receives the same in each of the last two years. */
function usesOf(random: Random, { crop, plantedOn, harvestOn, areaShare }: Planting, field: Field): Use[] {
  const { language, asOf } = field;
  const care = careByGroup[crop.group]!;
  const acres = field.acres * (areaShare ?? 1);
  const uses: Use[] = [];
  for (const start of crop.perYear ? [asOf - 690, asOf - 290] : [plantedOn]) {
    const style = styleOn(field, start);
    const spread = (names: readonly string[], kgPerAcre: number, chance: number, day: number) => {
      if (!random.chance(chance)) return;
      const amount = wholeBags(kgPerAcre * random.between(0.75, 1.25) * acres);
      const on = start + day + random.whole(0, 14);
      uses.push({ kind: 'fertilizer', on, type: random.pick(names), amount });
    };
    // Crops that need more are fertilized more often.
    const mineral = (names: readonly string[], kg: number, day: number) =>
      spread(names, kg * Math.max(style.mineral, 0.7), (kg / 90) * Math.min(style.mineral, 1.2), day);
    mineral(care.basal ?? fertilizers.basal, care.basalKg, 0);
    mineral(fertilizers.top, care.topKg, 32);
    spread(fertilizers.manure[language], care.manureKg, 0.25 * style.organic, -18);
    for (const [target, likely] of Object.entries(care.sprays) as [keyof typeof sprays, number][]) {
      if (!random.chance(likely * style.spray)) continue;
      const { names, unit, perAcre } = sprays[target];
      const times = Math.ceil((likely > 0.6 ? random.whole(1, 4) : 1) * Math.min(style.spray, 1.6));
      for (let time = 0; time < times; time += 1) {
        const special = random.chance(style.safe)
          ? products.safe
          : random.chance(style.risky)
            ? products.risky
            : null;
        const amount = Math.round(perAcre * random.between(0.7, 1.3) * style.spray * acres * 100) / 100;
        const on = start + 18 + time * random.whole(9, 16);
        uses.push({ kind: 'pesticide', on, product: random.pick(special ?? names), unit, amount });
      }
    }
  }
  // Once a month until the harvest. A millimetre of water is a litre on a square metre.
  // Farmers who spread much also irrigate much.
  const millimetres = ((field.irrigationMm ?? 0) * (1 + styleOn(field, plantedOn).mineral)) / 2;
  const litres = millimetres * acres * SQUARE_METRES_PER_ACRE;
  for (let on = plantedOn + random.whole(5, 15); litres && on < Math.min(harvestOn, asOf); on += 30)
    uses.push({ kind: 'water', on, amount: tidy(litres * random.between(0.75, 1.25), 20) });
  return uses;
}

const tidy = (amount: number, step: number) => Math.round(amount / step) * step;
/** Farmers buy bags of 50 kg and weigh the rest on a small plot. */
const wholeBags = (kg: number) => tidy(kg, kg >= 400 ? 50 : kg >= 60 ? 10 : kg >= 10 ? 5 : 1);

const RECENT_DAYS = 25;

function cropEntries(random: Random, planting: Planting, field: Field): Entry[] {
  const { crop, plantedOn, harvestOn, areaShare } = planting;
  const { asOf, keeping, language } = field;
  const style = styleOn(field, crop.perYear ? asOf : plantedOn);
  const { id, at, on } = enter(random, field, plantedOn);
  const tidyYield = (factor: number) => {
    const tons = crop.referenceYieldTPerHa * factor;
    return Math.round(tons * (tons >= 5 ? 10 : 20)) / (tons >= 5 ? 10 : 20);
  };
  const isDrought =
    !crop.perYear &&
    !field.irrigationMm &&
    plantedOn >= asOf - DROUGHT.firstDaysAgo &&
    plantedOn <= asOf - DROUGHT.lastDaysAgo;
  // Soil with manure stores more of the little rain.
  const resists = style === field.style ? 0 : 0.8;
  const rain = isDrought ? Math.max(field.droughtYield, resists) : 1;
  const factor = random.between(...style.yields) * random.between(0.9, 1.1) * rain;
  const planted: Crop = {
    _id: id,
    name: cropName(crop, language),
    plantingDate: dateOf(plantedOn),
    harvestDate: dateOf(harvestOn),
    yield: tidyYield(Math.max(factor, 0.6) * random.between(0.95, 1.2)),
    yieldConfirmed: false,
    areaShare,
    revision: 1,
  };
  const harvested = { ...planted, yield: tidyYield(factor), yieldConfirmed: true };
  if (on >= harvestOn) return [{ kind: 'crop', record: harvested, at, on }];
  const entries: Entry[] = [{ kind: 'crop', record: planted, at, on }];
  const confirmedOn = entryDay(harvestOn + random.whole(1, 12), keeping);
  const confirms = random.chance(keeping.share * (asOf - harvestOn < RECENT_DAYS ? 0.45 : 1));
  if (confirms && confirmedOn < asOf && planting !== field.due) {
    const confirmed = { record: { ...harvested, revision: 2 }, at: someMoment(random, confirmedOn) };
    entries.push({ kind: 'crop', before: planted, on: confirmedOn, ...confirmed });
  }
  return entries;
}

/** The table says "Beans, dry" and "Kale / sukuma wiki"; farmers write one short name. */
const cropName = ({ name, aliases }: ReferenceCrop, language: 'en' | 'sw') =>
  capitalise(language === 'sw' ? (aliases[0] ?? name) : name.split(/[,/(]/)[0]!.trim());

/** Work done before the parcel was registered is entered soon after that. */
function enter(random: Random, { createdOn, createdAt, asOf, keeping }: Field, doneOn: Day) {
  const since = doneOn < createdOn ? createdOn + random.whole(0, 8) : doneOn + random.whole(0, 4);
  const on = Math.min(entryDay(since, keeping), asOf - 1);
  const at = Math.max(someMoment(random, on), createdAt + random.between(2, 60) * 60_000);
  return { id: random.id(at), at, on };
}

const entryDay = (day: Day, { weekday }: Keeping) => day + ((weekday - (day % 7) + 7) % 7);
