/** A farmer with their parcels. */
import type { DemoFields } from '../../farm/boundaries/demo.ts';
import { type Day, someMoment } from '../calendar.ts';
import { profileOf } from '../land/counties.ts';
import { type DemoParcel, makeParcel, type ParcelPlan } from '../land/parcel.ts';
import { placeOfTown, someAddress, someParcelName, someTown } from '../land/places.ts';
import { type Keeping, type StyleKey, someKeeping, someStyle } from '../land/style.ts';
import type { Random } from '../random.ts';
import { type PersonName, someName } from './names.ts';

interface FarmerPlan {
  name: PersonName;
  email: string;
  phone: string | null;
  language: 'en' | 'sw';
  county: string;
  town: string;
  style: StyleKey;
  keeping: Keeping;
  registeredAt: number;
  registeredOn: Day;
}

export interface DemoFarmer extends FarmerPlan {
  id: string;
  parcels: DemoParcel[];
}

/** Registered within the last two years and a bit, more of them lately. */
export function planFarmer(random: Random, index: number, county: string, asOf: Day): FarmerPlan {
  const profile = profileOf(county);
  const name = someName(random, random.weighted(profile.people));
  const style = someStyle(random);
  const early = random.share();
  const registeredOn = asOf - 12 - Math.floor(790 * early * Math.sqrt(early));
  return {
    name,
    email: `${name.plain}${index}@demo.ardhi`,
    phone: random.chance(0.85) ? `+2547000${String(index % 100_000).padStart(5, '0')}` : null,
    language: random.chance(0.4) ? 'sw' : 'en',
    county,
    town: someTown(random, county),
    style,
    keeping: someKeeping(random, style),
    registeredAt: someMoment(random, registeredOn),
    registeredOn,
  };
}

/** 2.5 in the mean. */
export const someParcelCount = (random: Random): number =>
  Number(random.weighted({ 1: 30, 2: 30, 3: 20, 4: 10, 5: 6, 6: 2, 7: 1, 8: 1 }));

/** With `fields` most of the parcels have a boundary among them. */
export function makeFarmer(random: Random, plan: FarmerPlan, asOf: Day, fields?: DemoFields): DemoFarmer {
  const farmer: DemoFarmer = { ...plan, id: random.id(plan.registeredAt), parcels: [] };
  const count = someParcelCount(random);
  for (let number = 0; number < count; number += 1)
    farmer.parcels.push(someParcel(random, farmer, asOf, fields));
  return farmer;
}

const DELETED = 0.02;
const BOUNDED = 0.65;

function someParcel(random: Random, farmer: DemoFarmer, asOf: Day, fields?: DemoFields): DemoParcel {
  const profile = profileOf(farmer.county);
  const town = random.chance(0.75) ? farmer.town : someTown(random, farmer.county);
  const system = random.weighted(profile.towns?.[town] ?? profile.systems);
  const later = farmer.parcels.length > 0 && random.chance(0.25) ? random.whole(10, 200) : 0;
  const createdOn = Math.min(farmer.registeredOn + later, asOf - 3);
  const createdAt = later
    ? someMoment(random, createdOn)
    : farmer.registeredAt + (farmer.parcels.length + 1) * 240_000;
  // Given up within the time in which it can be restored.
  const deleted = farmer.parcels.length > 0 && createdOn < asOf - 60 && random.chance(DELETED);
  const deletedOn = asOf - random.whole(1, 25);
  return makeParcel(random, {
    ownerId: farmer.id,
    name: someParcelName(random, system, farmer.language, new Set(farmer.parcels.map(({ row }) => row.name))),
    ...someAddress(random, { ...farmer, town, first: farmer.parcels.length === 0 }),
    system,
    style: random.chance(0.85) ? farmer.style : someStyle(random),
    keeping: farmer.keeping,
    language: farmer.language,
    sizeFactor: profile.sizeFactor ?? 1,
    bound: fields && bounding(random, fields, farmer, { town, at: createdAt }),
    createdAt,
    createdOn,
    since: createdOn - random.whole(90, 480),
    asOf: deleted ? deletedOn : asOf,
    deletedAt: deleted ? someMoment(random, deletedOn) : undefined,
  });
}

/** Chance of its own, so that a country without boundaries is otherwise the same. */
function bounding(
  random: Random,
  fields: DemoFields,
  farmer: DemoFarmer,
  { town, at }: { town: string; at: number },
): ParcelPlan['bound'] {
  const chance = random.fork(`field/${farmer.parcels.length}`);
  if (!chance.chance(BOUNDED)) return undefined;
  const place = placeOfTown(farmer.county, town);
  return (id, acres) =>
    fields.place(place, { id, ownerId: farmer.id, acres, at }, () => chance.share())?.boundary ?? null;
}

/** Acres. */
export function farmSizeOf({ parcels }: DemoFarmer): number {
  const live = parcels.filter(({ row }) => row.deleted_at === null);
  return Math.round(live.reduce((sum, { row }) => sum + row.size_acres, 0) * 100) / 100;
}
