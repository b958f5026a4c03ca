/** The farmer of the demo's own account: one parcel of every kind that the screens can show. */
import type { ScoreBand } from '@ardhi/contract';
import { DemoFields } from '../../farm/boundaries/demo.ts';
import { type Day, dateOf, momentOf } from '../calendar.ts';
import { cropOf, type StyleKey, type SystemKey } from '../land/farming.ts';
import { knownOn } from '../land/field-book.ts';
import { type DemoParcel, makeParcel, type ParcelPlan } from '../land/parcel.ts';
import type { Random } from '../random.ts';
import { type DemoFarmer, planParcel } from './farmer.ts';

export const HERO_EMAIL = 'farmer@demo.ardhi';

interface Special {
  band?: ScoreBand;
  /** Factor on usual amounts of mineral fertilizer, instead of that of the style. */
  mineral?: number;
  /** A crop with an unconfirmed harvest, and how many days ago it was due. */
  due?: [crop: string, daysAgo: number];
  deletedDaysAgo?: number;
  /** Registered recently, without records and boundary. */
  isNew?: true;
}

type HeroParcel = [
  name: string,
  town: string,
  system: SystemKey,
  style: StyleKey,
  acres: number,
  special: Special,
];

const parcels: HeroParcel[] = [
  ['Home field', 'Njoro', 'maize', 'careful', 2.5, { band: 'very good' }],
  ['Hill terraces', 'Subukia', 'rift-maize', 'careful', 3, { band: 'very good' }],
  ['Potato block', 'Molo', 'potatoes', 'usual', 1.5, { band: 'good' }],
  ['Napier strip', 'Njoro', 'dairy', 'usual', 0.75, { band: 'good' }],
  ['Wheat field', 'Njoro', 'wheat', 'usual', 12, { band: 'fair' }],
  ['Old maize plot', 'Gilgil', 'rift-maize', 'scarce', 2, { band: 'fair' }],
  ['Tomato field', 'Naivasha', 'vegetables', 'heavy', 1, { band: 'needs attention', mineral: 1.3 }],
  ['Kitchen garden', 'Njoro', 'vegetables', 'careful', 0.25, { due: ['kale', 5] }],
  ['Riverside plot', 'Njoro', 'maize', 'usual', 1.25, { due: ['beans', 19] }],
  ['New plot', 'Kuresoi', 'maize', 'usual', 4, { band: 'initial', isNew: true }],
  ['Leased plot', 'Molo', 'potatoes', 'usual', 1, { deletedDaysAgo: 4 }],
];

const REGISTERED_DAYS_AGO = 610;

/** With the fields around: the first neighbour disputes the border. */
export function makeHero(random: Random, asOf: Day): { hero: DemoFarmer; fields: DemoFields } {
  const registeredOn = asOf - REGISTERED_DAYS_AGO;
  const registeredAt = momentOf(registeredOn, 8 * 60 + 12);
  const hero: DemoFarmer = {
    id: random.id(registeredAt),
    name: 'Grace Wanjiru Kamau',
    email: HERO_EMAIL,
    phone: '+254700000001',
    language: 'en',
    county: 'Nakuru',
    town: 'Njoro',
    style: 'careful',
    keeping: { share: 0.97, weekday: asOf % 7 },
    followsProgramme: false,
    registeredAt,
    registeredOn,
    parcels: [],
  };
  const fields = new DemoFields(hero.id);
  for (const parcel of parcels) hero.parcels.push(search(random.fork(parcel[0]), hero, fields, parcel, asOf));
  return { hero, fields };
}

const TRIES = 200;

/** The score depends on what chance recorded: parcels are made until one has the right band. */
function search(
  random: Random,
  hero: DemoFarmer,
  fields: DemoFields,
  [name, town, system, style, acres, { band, mineral, due, deletedDaysAgo, isNew }]: HeroParcel,
  today: Day,
): DemoParcel {
  const number = hero.parcels.length;
  const createdOn = isNew ? today - 6 : hero.registeredOn + number * 22;
  const asOf = today - (deletedDaysAgo ?? 0);
  const plan: ParcelPlan = {
    ...planParcel(random, hero, today, { fields, town, boundedShare: isNew ? 0 : 1 }),
    name,
    address: `${town}, Nakuru County`,
    confirmedCounty: null,
    system,
    style,
    mineral,
    acres,
    keeping: isNew ? { ...hero.keeping, share: 0 } : hero.keeping,
    createdOn,
    createdAt: momentOf(createdOn, 9 * 60 + number * 7),
    since: createdOn - 120,
    asOf,
    deletedAt: deletedDaysAgo && momentOf(asOf, 15 * 60 + 20),
  };
  if (due) {
    const crop = cropOf(due[0]);
    const harvestOn = today - due[1];
    plan.due = { crop, plantedOn: harvestOn - crop.seasonDays, harvestOn, areaShare: null };
  }
  let parcel = makeParcel(random.fork(0), plan);
  for (let attempt = 1; attempt < TRIES; attempt += 1) {
    const dueDate = plan.due && dateOf(plan.due.harvestOn);
    const { crops } = knownOn(parcel.book, asOf);
    const hasDue = crops.some((crop) => !crop.yieldConfirmed && crop.harvestDate === dueDate);
    if ((!dueDate || hasDue) && (!band || parcel.row.score_band === band)) break;
    parcel = makeParcel(random.fork(attempt), plan);
  }
  return parcel;
}
