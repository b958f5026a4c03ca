/** A farmer with their parcels. */
import type { DemoField, DemoFields } from '../../farm/boundaries/demo.ts';
import { type Day, isoOf, someMoment } from '../calendar.ts';
import { placeOfTown, someAddress, someTown, stylesOfCounty, zoneOfCounty } from '../land/counties.ts';
import type { StyleKey } from '../land/farming.ts';
import type { Keeping } from '../land/field-book.ts';
import { type DemoParcel, makeParcel, type ParcelPlan } from '../land/parcel.ts';
import { addParcel } from '../land/rows.ts';
import type { Loader } from '../loader.ts';
import type { Random } from '../random.ts';
import { someName } from './communities.ts';

export interface DemoFarmer {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  language: 'en' | 'sw';
  county: string;
  town: string;
  style: StyleKey;
  keeping: Keeping;
  /** Reads of the soil health programme and follows it. */
  followsProgramme: boolean;
  registeredAt: number;
  registeredOn: Day;
  parcels: DemoParcel[];
}

interface FarmerOptions {
  index: number;
  county: string;
  /** By chance without it. */
  town?: string;
  asOf: Day;
  /** With them most parcels have a boundary there. */
  fields?: DemoFields;
}

/** Registered within the last 800 days, more of them recently. */
export function makeFarmer(random: Random, { index, county, town, asOf, fields }: FarmerOptions): DemoFarmer {
  const { name, plain } = someName(random, county);
  const style = random.weighted(stylesOfCounty(county));
  const early = random.share();
  const registeredOn = asOf - 12 - Math.floor(790 * early * Math.sqrt(early));
  const registeredAt = someMoment(random, registeredOn);
  const farmer: DemoFarmer = {
    id: random.id(registeredAt),
    name,
    email: `${plain}${index}@demo.ardhi`,
    phone: random.chance(0.85) ? `+2547000${String(index % 100_000).padStart(5, '0')}` : null,
    language: random.chance(0.4) ? 'sw' : 'en',
    county,
    town: town ?? someTown(random, county),
    style,
    keeping: someKeeping(random, style),
    // Later ones were not told of it, and careful ones farm that way already.
    followsProgramme:
      registeredOn < asOf - PROGRAMME_SENT_DAYS_AGO && style !== 'careful' && random.chance(FOLLOWERS),
    registeredAt,
    registeredOn,
    parcels: [],
  };
  const count = someParcelCount(random);
  while (farmer.parcels.length < count)
    farmer.parcels.push(makeParcel(random, planParcel(random, farmer, asOf, { fields })));
  return farmer;
}

/** When the soil health programme was announced, and the share of the others who read of it and follow it. */
export const PROGRAMME_SENT_DAYS_AGO = 310;
const FOLLOWERS = 0.65;

function someKeeping(random: Random, style: StyleKey): Keeping {
  const good = style === 'careful' ? 9 : 5;
  const quality = random.weighted({ good, some: 4, none: style === 'scarce' ? 2 : 0.6 });
  return { share: { good: 0.95, some: 0.65, none: 0 }[quality], weekday: random.whole(0, 6) };
}

/** 2.5 on average. */
export const someParcelCount = (random: Random): number =>
  Number(random.weighted({ 1: 30, 2: 30, 3: 20, 4: 10, 5: 6, 6: 2, 7: 1, 8: 1 }));

const DELETED = 0.02;
const BOUNDED = 0.65;

interface ParcelOptions {
  fields?: DemoFields;
  boundedShare?: number;
  town?: string;
}

export function planParcel(
  random: Random,
  farmer: DemoFarmer,
  asOf: Day,
  { fields, boundedShare = BOUNDED, town: fixedTown }: ParcelOptions,
): ParcelPlan {
  const { county, language, keeping, parcels } = farmer;
  const town = fixedTown ?? (random.chance(0.75) ? farmer.town : someTown(random, county));
  const system = random.weighted(zoneOfCounty(county).systems);
  const isFirst = parcels.length === 0;
  const later = !isFirst && random.chance(0.25) ? random.whole(10, 200) : 0;
  const createdOn = Math.min(farmer.registeredOn + later, asOf - 3);
  const soonAfter = farmer.registeredAt + (parcels.length + 1) * 240_000;
  const createdAt = later ? someMoment(random, createdOn) : soonAfter;
  // Deleted recently enough to be restored.
  const isDeleted = !isFirst && createdOn < asOf - 60 && random.chance(DELETED);
  const deletedOn = asOf - random.whole(1, 25);
  // A generator of its own, so that data without boundaries is otherwise the same.
  const chance = random.fork(`field/${parcels.length}`);
  let field: DemoField | null = null;
  const bound = (id: string, acres: number, at: number) => {
    const place = placeOfTown(county, town);
    // The hero's parcels are made several times, but their fields are placed once.
    field ??= fields?.place(place, { id, ownerId: farmer.id, acres, at }, () => chance.share()) ?? null;
    if (field) field.id = id;
    return field?.boundary ?? null;
  };
  return {
    ownerId: farmer.id,
    county,
    name: someParcelName(random, farmer),
    ...someAddress(random, { county, town, language, isFirst }),
    system,
    style: random.chance(0.85) ? farmer.style : random.weighted(stylesOfCounty(county)),
    improvesFrom: farmer.followsProgramme ? asOf - PROGRAMME_SENT_DAYS_AGO : undefined,
    keeping,
    language,
    bound: chance.chance(boundedShare) ? bound : undefined,
    createdAt,
    createdOn,
    since: createdOn - random.whole(90, 480),
    asOf: isDeleted ? deletedOn : asOf,
    deletedAt: isDeleted ? someMoment(random, deletedOn) : undefined,
  };
}

const parcelNames = {
  en: ['Home field', 'Upper plot', 'Lower plot', 'Riverside field', 'Hill field', 'New plot'],
  sw: ['Shamba la nyumbani', 'Shamba la juu', 'Shamba la chini', 'Shamba la mtoni', 'Shamba jipya'],
};

/** A name that none of the farmer's other parcels has. */
function someParcelName(random: Random, { language, parcels }: DemoFarmer): string {
  const isFree = (name: string) => !parcels.some(({ row }) => row.name === name);
  return random.shuffled(parcelNames[language]).find(isFree) ?? `Plot ${parcels.length + 1}`;
}

/** Acres. */
export function farmSizeOf({ parcels }: DemoFarmer): number {
  const live = parcels.filter(({ row }) => row.deleted_at === null);
  return Math.round(live.reduce((sum, { row }) => sum + row.size_acres, 0) * 100) / 100;
}

export function addFarmer(loader: Loader, farmer: DemoFarmer, passwordHash: string): void {
  loader.add('users', {
    id: farmer.id,
    email: farmer.email,
    name: farmer.name,
    role: 'farmer',
    phone_number: farmer.phone,
    location: `${farmer.town}, ${farmer.county}`,
    farm_size_acres: farmSizeOf(farmer),
    language: farmer.language,
    password_hash: passwordHash,
    created_at: isoOf(farmer.registeredAt),
  });
  loader.auditRegistration(farmer.id, 'farmer', farmer.registeredAt);
  for (const parcel of farmer.parcels) addParcel(loader, parcel);
}
