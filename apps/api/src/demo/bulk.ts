/** Millions of parcels: copies of a few thousand patterns, whose scores are computed once. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inputsHash, type ScoreInput } from '@ardhi/agronomy';
import { scoreInputOf } from '@ardhi/contract';
import { presentParcel } from '../farm/land/present.ts';
import { type Day, dateOf, isoOf, momentOf } from './calendar.ts';
import { countyNames, someTown } from './land/counties.ts';
import { knownOn } from './land/field-book.ts';
import type { DemoParcel } from './land/parcel.ts';
import { parcelRow, recordRows } from './land/rows.ts';
import { encode, type Loader, targetOf } from './loader.ts';
import { someCounty, someName } from './people/communities.ts';
import { makeFarmer, someParcelCount } from './people/farmer.ts';
import { HERO_EMAIL } from './people/hero.ts';
import { addOfficials } from './people/officials.ts';
import type { Random } from './random.ts';

export interface Fill {
  loader: Loader;
  random: Random;
  asOf: Day;
  passwordHash: string;
}

const MAX_PATTERNS_PER_COUNTY = 80;
/** Farmers per batch; at most two batches are in memory. */
const BATCH = 2000;
const TURN = 20;
const FIRST_DAYS_AGO = 800;
/** The first farmer, whose account the demo has too, owns enough for a long list. */
const MANY_PARCELS = 600;

export async function fillParcels(fill: Fill, parcels: number): Promise<void> {
  const { loader, random, asOf } = fill;
  addOfficials(loader, random.fork('officials'), asOf, fill.passwordHash);
  const patterns = new Map(countyNames.map((county) => [county, makePatterns(fill, county, parcels)]));
  const chance = random.fork('copies');
  // In the order of their ids, so that the indexes grow at one end.
  let moment = momentOf(asOf - FIRST_DAYS_AGO, 0);
  const step = (momentOf(asOf, 0) - moment) / (parcels + 1);
  let left = parcels;
  for (let index = 0; left > 0; index += 1) {
    const county = countyNames[index] ?? someCounty(chance);
    const hasMany = index === 0 && parcels > 10 * MANY_PARCELS;
    const count = Math.min(hasMany ? MANY_PARCELS : someParcelCount(chance), left);
    const ownerId = addOwner(fill, chance, index, county, moment);
    for (let number = 1; number <= count; number += 1) {
      moment += step;
      // The first pattern is a farmer's first parcel, whose address names the county.
      const pattern = index < countyNames.length && number === 1 ? patterns.get(county)![0]! : null;
      addCopy(loader, chance, pattern ?? chance.pick(patterns.get(county)!), { ownerId, number, at: moment });
    }
    left -= count;
    // The database takes in one batch while the next is made.
    if (index % BATCH === BATCH - 1) await loader.flushBehind();
    else if (index % TURN === 0) await nextTurn();
  }
  await loader.flush();
}

function addOwner(fill: Fill, random: Random, index: number, county: string, at: number): string {
  const id = random.id(at);
  const { name, plain } = someName(random, county);
  fill.loader.add('users', {
    id,
    email: index === 0 ? HERO_EMAIL : `${plain}${index}@demo.ardhi`,
    name,
    role: 'farmer',
    location: `${someTown(random, county)}, ${county}`,
    language: random.chance(0.4) ? 'sw' : 'en',
    password_hash: fill.passwordHash,
    created_at: isoOf(at),
  });
  return id;
}

/** The values that all copies of a row share, in the format of COPY; their own values come before. */
interface SharedValues {
  target: string;
  tail: string;
}

interface Pattern {
  name: string;
  input: ScoreInput;
  parcel: SharedValues;
  records: SharedValues[];
}

function makePatterns({ random, asOf }: Fill, county: string, parcels: number): Pattern[] {
  const count = Math.min(MAX_PATTERNS_PER_COUNTY, Math.ceil(parcels / countyNames.length));
  const patterns: Pattern[] = [];
  for (let index = 0; patterns.length < count; index += 1) {
    const farmer = makeFarmer(random.fork(`patterns/${county}/${index}`), { index, county, asOf });
    patterns.push(...farmer.parcels.map((parcel) => patternOf(parcel, asOf)));
  }
  return patterns;
}

function patternOf(parcel: DemoParcel, asOf: Day): Pattern {
  const { row, book } = parcel;
  const shared = (table: Parameters<typeof targetOf>[0], row: object, own: string[]): SharedValues => {
    const rest = Object.entries(row).filter(([column]) => !own.includes(column));
    return {
      target: targetOf(table, [...own, ...rest.map(([column]) => column)]),
      tail: rest.map(([, value]) => encode(value)).join('\t'),
    };
  };
  return {
    name: row.name,
    input: scoreInputOf(presentParcel(row), knownOn(book, asOf), dateOf(asOf)),
    parcel: shared('parcels', parcelRow(parcel), ['id', 'owner_id', 'name', 'inputs_hash', 'created_at']),
    records: recordRows(parcel).map(({ table, row }) => shared(table, row, ['id', 'parcel_id'])),
  };
}

function addCopy(
  loader: Loader,
  random: Random,
  pattern: Pattern,
  { ownerId, number, at }: { ownerId: string; number: number; at: number },
): void {
  const id = random.id(at);
  const ids = pattern.records.map(() => random.id(at));
  const hash = inputsHash(withIds(pattern.input, ids));
  const name = encode(number === 1 ? pattern.name : `${pattern.name} ${number}`);
  const own = `${id}\t${ownerId}\t${name}\t${hash}\t${isoOf(at)}`;
  loader.addLine(pattern.parcel.target, `${own}\t${pattern.parcel.tail}`);
  for (const [position, { target, tail }] of pattern.records.entries())
    loader.addLine(target, `${ids[position]}\t${id}\t${tail}`);
}

/** The hash of the score's input names the records, so each copy has its own. */
function withIds(input: ScoreInput, ids: string[]): ScoreInput {
  let position = 0;
  const renamed = <Item extends { id: string }>(records: readonly Item[] = []) =>
    records.map((record) => ({ ...record, id: ids[position++]! }));
  return {
    parcel: input.parcel,
    crops: renamed(input.crops),
    water: renamed(input.water),
    fertilizer: renamed(input.fertilizer),
    pesticides: renamed(input.pesticides),
  };
}
