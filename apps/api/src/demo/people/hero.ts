/** The farmer of the demo's own account: one parcel of every kind that the screens can show. */
import type { ScoreBand } from '@ardhi/contract';
import type { DemoField, DemoFields } from '../../farm/boundaries/demo.ts';
import { type Day, dateOf, momentOf } from '../calendar.ts';
import { type DemoParcel, makeParcel, type ParcelPlan } from '../land/parcel.ts';
import { placeOfTown } from '../land/places.ts';
import { cropOf } from '../land/season-plan.ts';
import type { Keeping, StyleKey } from '../land/style.ts';
import type { SystemKey } from '../land/systems.ts';
import type { Random } from '../random.ts';
import type { DemoFarmer } from './farmer.ts';

export const HERO_EMAIL = 'farmer@demo.ardhi';

interface Wanted {
  name: string;
  town: string;
  system: SystemKey;
  style: StyleKey;
  acres: number;
  /** The first try with this band is taken. */
  band?: ScoreBand;
  /** A crop whose harvest nobody has confirmed, and how many days ago it was due. */
  due?: { crop: string; daysAgo: number };
  records?: 'none' | 'few';
  deletedDaysAgo?: number;
  /** Nobody has drawn or walked its boundary yet. */
  unbounded?: true;
}

const parcels: Wanted[] = [
  {
    name: 'Home field',
    town: 'Njoro',
    system: 'maize-beans',
    style: 'careful',
    acres: 2.5,
    band: 'very good',
  },
  {
    name: 'Hill terraces',
    town: 'Subukia',
    system: 'rift-maize',
    style: 'careful',
    acres: 3,
    band: 'very good',
  },
  { name: 'Potato block', town: 'Molo', system: 'potatoes', style: 'usual', acres: 1.5, band: 'good' },
  { name: 'Napier strip', town: 'Njoro', system: 'dairy', style: 'usual', acres: 0.75, band: 'good' },
  { name: 'Wheat field', town: 'Njoro', system: 'wheat', style: 'usual', acres: 12, band: 'fair' },
  { name: 'Old maize plot', town: 'Gilgil', system: 'rift-maize', style: 'scarce', acres: 2, band: 'fair' },
  {
    name: 'Tomato field',
    town: 'Naivasha',
    system: 'vegetables',
    style: 'heavy',
    acres: 1,
    band: 'needs attention',
  },
  {
    name: 'Kitchen garden',
    town: 'Njoro',
    system: 'peri-urban',
    style: 'careful',
    acres: 0.25,
    due: { crop: 'kale', daysAgo: 5 },
  },
  {
    name: 'Riverside plot',
    town: 'Njoro',
    system: 'maize-beans',
    style: 'usual',
    acres: 1.25,
    due: { crop: 'beans', daysAgo: 19 },
    records: 'few',
  },
  {
    name: 'New plot',
    town: 'Kuresoi',
    system: 'maize-beans',
    style: 'usual',
    acres: 4,
    band: 'initial',
    records: 'none',
    unbounded: true,
  },
  { name: 'Leased plot', town: 'Molo', system: 'potatoes', style: 'usual', acres: 1, deletedDaysAgo: 4 },
];

const TRIES = 200;
const REGISTERED_DAYS_AGO = 610;

export function makeHero(random: Random, asOf: Day, fieldsOf: (heroId: string) => DemoFields): DemoFarmer {
  const registeredOn = asOf - REGISTERED_DAYS_AGO;
  const registeredAt = momentOf(registeredOn, 8 * 60 + 12);
  const keeping: Keeping = { records: 0.97, declares: 1, confirms: 1, weekday: asOf % 7 };
  const hero: DemoFarmer = {
    id: random.id(registeredAt),
    name: { full: 'Grace Wanjiru Kamau', plain: 'farmer' },
    email: HERO_EMAIL,
    phone: '+254700000001',
    language: 'en',
    county: 'Nakuru',
    town: 'Njoro',
    style: 'careful',
    keeping,
    registeredAt,
    registeredOn,
    parcels: [],
  };
  const fields = fieldsOf(hero.id);
  hero.parcels = parcels.map((wanted, index) => {
    const plan = planOf(hero, wanted, index, asOf);
    const bound = wanted.unbounded ? undefined : bounding(random, fields, hero, wanted, plan.createdAt);
    return search(random.fork(wanted.name), wanted, { ...plan, bound });
  });
  return hero;
}

/** However often chance is asked for the parcel, its field is laid out once. */
function bounding(
  random: Random,
  fields: DemoFields,
  hero: DemoFarmer,
  { name, town }: Wanted,
  at: number,
): ParcelPlan['bound'] {
  const chance = random.fork(`field/${name}`);
  let field: DemoField | null = null;
  return (id, acres) => {
    const wanted = { id, ownerId: hero.id, acres, at };
    field ??= fields.place(placeOfTown(hero.county, town), wanted, () => chance.share());
    if (field) field.id = id;
    return field?.boundary ?? null;
  };
}

function planOf(hero: DemoFarmer, wanted: Wanted, index: number, asOf: Day): ParcelPlan {
  // The plot without records was registered lately, the others one after another.
  const createdOn =
    wanted.records === 'none' ? asOf - 6 : hero.registeredOn + (index < 4 ? 0 : (index - 3) * 22);
  const { due } = wanted;
  return {
    ownerId: hero.id,
    name: wanted.name,
    address: `${wanted.town}, Nakuru County`,
    confirmedCounty: null,
    system: wanted.system,
    style: wanted.style,
    keeping: keepingOf(hero.keeping, wanted),
    language: 'en',
    sizeFactor: 1,
    createdAt: momentOf(createdOn, 9 * 60 + index * 7),
    createdOn,
    since: createdOn - 120,
    asOf: asOf - (wanted.deletedDaysAgo ?? 0),
    deletedAt: wanted.deletedDaysAgo ? momentOf(asOf - wanted.deletedDaysAgo, 15 * 60 + 20) : undefined,
    acres: wanted.acres,
    extra: due && [
      { crop: cropOf(due.crop), ...seasonOf(due, asOf), area: 1, areaShare: null, unconfirmed: true },
    ],
  };
}

function seasonOf({ crop, daysAgo }: { crop: string; daysAgo: number }, asOf: Day) {
  const harvestOn = asOf - daysAgo;
  return { plantedOn: harvestOn - cropOf(crop).seasonDays, harvestOn };
}

function keepingOf(keeping: Keeping, { records }: Wanted): Keeping {
  if (records === 'none') return { ...keeping, records: 0, declares: 0 };
  return records === 'few' ? { ...keeping, records: 0.6 } : keeping;
}

/** Chance decides what was recorded and so the score: it is asked until the band is right. */
function search(random: Random, { band, due }: Wanted, plan: ParcelPlan): DemoParcel {
  let found: DemoParcel | undefined;
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    found = makeParcel(random.fork(attempt), plan);
    const hasDue = !due || found.book.crops.some(({ record }) => isDue(record, plan.asOf, due.daysAgo));
    if (hasDue && (!band || found.row.score_band === band)) break;
  }
  return found!;
}

function isDue(crop: { harvestDate: string; yieldConfirmed: boolean }, asOf: Day, daysAgo: number): boolean {
  return !crop.yieldConfirmed && crop.harvestDate === dateOf(asOf - daysAgo);
}
