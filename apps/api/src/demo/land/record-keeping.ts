/** From what happened on the field to what the farmer wrote down. */

import { type Day, dateOf, someMoment } from '../calendar.ts';
import type { Random } from '../random.ts';
import { capitalise } from '../text.ts';
import type { CropEntry, Entry, FieldBook } from './field-book.ts';
import { type Field, fertilizerOf, spraysOf, type Use, waterOf } from './inputs.ts';
import type { Planting } from './season-plan.ts';
import type { Keeping } from './style.ts';

interface Book {
  field: Field;
  keeping: Keeping;
  /** The day on which the parcel was registered: what lies before was entered afterwards. */
  createdOn: Day;
  createdAt: number;
}

export function keepRecords(random: Random, plantings: Planting[], book: Book): FieldBook {
  const { field, keeping } = book;
  const kept: FieldBook = { crops: [], water: [], fertilizer: [], pesticides: [] };
  if (keeping.records === 0) return kept;
  const writeDown = <Kind, Stored>(
    uses: Use<Kind>[],
    to: Entry<Stored>[],
    record: (use: Use<Kind>) => Stored,
  ) => {
    for (const use of uses) {
      if (use.on < field.asOf - 729 || !random.chance(keeping.records)) continue;
      to.push(entered(random, book, use.on, (id) => ({ ...record(use), _id: id, revision: 1 })));
    }
  };
  for (const planting of plantings) {
    // Whoever writes little down still tends to name the crop.
    if (random.chance((1 + keeping.records) / 2)) kept.crops.push(cropEntry(random, planting, book));
    writeDown(fertilizerOf(random, planting, field), kept.fertilizer, ({ on, kind, amount }) => ({
      ...unnumbered,
      date: dateOf(on),
      type: kind,
      amount,
    }));
    writeDown(spraysOf(random, planting, field), kept.pesticides, ({ on, kind, amount }) => ({
      ...unnumbered,
      date: dateOf(on),
      ...kind,
      amount,
    }));
    writeDown(waterOf(random, planting, field), kept.water, ({ on, amount }) => ({
      ...unnumbered,
      date: dateOf(on),
      amount,
    }));
  }
  return kept;
}

const unnumbered = { _id: '', revision: 1 };

function entered<Stored>(
  random: Random,
  { createdOn, createdAt, field, keeping }: Book,
  on: Day,
  record: (id: string) => Stored,
): Entry<Stored> {
  const since = on < createdOn ? createdOn + random.whole(0, 8) : on + random.whole(0, 4);
  const enteredOn = sittingDown(since, keeping, field.asOf);
  const enteredAt = Math.max(someMoment(random, enteredOn), createdAt + random.between(2, 60) * 60_000);
  return { record: record(random.id(enteredAt)), enteredAt, enteredOn };
}

/** The next day on which the farmer enters records, at the latest yesterday. */
function sittingDown(day: Day, { weekday }: Keeping, asOf: Day): Day {
  return Math.min(day + ((weekday - (day % 7) + 7) % 7), asOf - 1);
}

const RECENTLY = 25;

function cropEntry(random: Random, planting: Planting, book: Book): CropEntry {
  const { crop, plantedOn, harvestOn, areaShare } = planting;
  const { field, keeping } = book;
  const [low, high] = field.style.yields;
  const factor = random.between(low, high) * random.between(0.9, 1.1);
  const reference = crop.referenceYieldTPerHa;
  const expectedYield = tidyYield(reference * Math.max(factor, 0.6) * random.between(0.95, 1.2));
  const harvested = random.chance(0.015) ? 0 : tidyYield(reference * factor);
  const past = harvestOn < field.asOf;
  const entry = entered(random, book, plantedOn, (id) => id);

  const atOnce = entry.enteredOn >= harvestOn;
  const tells = random.chance(keeping.confirms * (field.asOf - harvestOn < RECENTLY ? 0.45 : 1));
  const confirmedOn = sittingDown(harvestOn + random.whole(1, 12), keeping, field.asOf + 1);
  const later = past && !atOnce && tells && !planting.unconfirmed && confirmedOn < field.asOf;
  const confirmed = later ? { at: someMoment(random, confirmedOn), on: confirmedOn } : null;
  const yieldConfirmed = past && (atOnce || later);
  return {
    ...entry,
    record: {
      _id: entry.record,
      name: cropName(random, planting, field.language),
      plantingDate: dateOf(plantedOn),
      harvestDate: dateOf(harvestOn),
      yield: yieldConfirmed ? harvested : expectedYield,
      yieldConfirmed,
      areaShare,
      revision: confirmed ? 2 : 1,
    },
    expectedYield,
    confirmed,
  };
}

function cropName(random: Random, { crop }: Planting, language: 'en' | 'sw'): string {
  if (language === 'sw') return capitalise(crop.aliases[0] ?? crop.name);
  if (crop.key === 'kale' && random.chance(0.6)) return 'Sukuma wiki';
  // "Beans, dry" and "Kale / sukuma wiki" are names for a table.
  return crop.name.split(/[,/(]/)[0]!.trim();
}

const tidyYield = (tons: number) => (tons >= 5 ? Math.round(tons * 10) / 10 : Math.round(tons * 20) / 20);
