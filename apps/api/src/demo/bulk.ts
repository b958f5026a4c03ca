/** Millions of parcels: copies of some thousand patterns, whose scores are computed once. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inputsHash, type ScoreInput } from '@ardhi/agronomy';
import { scoreInputOf } from '@ardhi/contract';
import type { RecordTable } from '../farm/land/columns.ts';
import { presentParcel } from '../farm/land/present.ts';
import { type Day, dateOf, isoOf, momentOf } from './calendar.ts';
import { profileOf } from './land/counties.ts';
import { knownOn } from './land/field-book.ts';
import type { DemoParcel } from './land/parcel.ts';
import { countyNames, someCounty, someTown } from './land/places.ts';
import { parcelRow, recordRows } from './land/rows.ts';
import { encode, type Loader } from './loader.ts';
import { makeFarmer, planFarmer, someParcelCount } from './people/farmer.ts';
import { HERO_EMAIL } from './people/hero.ts';
import { someName } from './people/names.ts';
import { makeOfficials } from './people/officials.ts';
import { addOfficial } from './people/rows.ts';
import type { Random } from './random.ts';

interface ParcelFill {
  loader: Loader;
  random: Random;
  asOf: Day;
  parcels: number;
  passwordHash: string;
  records: boolean;
}

const MAX_PATTERNS_PER_COUNTY = 80;
/** Farmers are loaded so many at a time: no more than two batches are ever in memory. */
const BATCH = 2000;
const TURN = 20;
const FIRST_DAYS_AGO = 800;
/** The first farmer, whose account the demo has too, owns enough for a long list. */
const MANY_PARCELS = 600;

export async function fillParcels(fill: ParcelFill): Promise<void> {
  const { loader, random, asOf, parcels, passwordHash } = fill;
  for (const official of makeOfficials(random.fork('officials'), asOf))
    addOfficial(loader, official, passwordHash);
  const patterns = makePatterns(fill);
  const chance = random.fork('copies');
  // In the order of their ids, so that the indexes grow at one end.
  let moment = momentOf(asOf - FIRST_DAYS_AGO, 0);
  const step = (momentOf(asOf, 0) - moment) / (parcels + 1);
  let left = parcels;
  for (let index = 0; left > 0; index += 1) {
    const county = countyNames[index] ?? someCounty(chance);
    const wanted = index === 0 && parcels > 10 * MANY_PARCELS ? MANY_PARCELS : someParcelCount(chance);
    const count = Math.min(wanted, left);
    const ownerId = addOwner(fill, chance, { index, county, at: moment });
    for (let number = 1; number <= count; number += 1) {
      moment += step;
      addCopy(fill, chance, chance.pick(patterns.get(county)!), { ownerId, number, at: moment });
    }
    left -= count;
    // The database takes in one batch while the next is made.
    if (index % BATCH === BATCH - 1) await loader.flushBehind();
    else if (index % TURN === 0) await nextTurn();
  }
  await loader.flush();
}

interface Owner {
  index: number;
  county: string;
  at: number;
}

function addOwner(
  { loader, passwordHash }: ParcelFill,
  random: Random,
  { index, county, at }: Owner,
): string {
  const id = random.id(at);
  const name = someName(random, random.weighted(profileOf(county).people));
  loader.add('users', {
    id,
    email: index === 0 ? HERO_EMAIL : `${name.plain}${index}@demo.ardhi`,
    name: name.full,
    role: 'farmer',
    phone_number: null,
    location: `${someTown(random, county)}, ${county}`,
    farm_size_acres: null,
    department: null,
    language: random.chance(0.4) ? 'sw' : 'en',
    password_hash: passwordHash,
    created_at: isoOf(at),
  });
  return id;
}

/** A parcel with everything that its copies share, in the format of COPY already. */
interface Pattern {
  name: string;
  input: ScoreInput;
  columns: string[];
  tail: string;
  records: { table: RecordTable; columns: string[]; tail: string }[];
}

const OWN_COLUMNS = ['id', 'owner_id', 'name', 'inputs_hash', 'created_at'];

function makePatterns({ random, asOf, parcels }: ParcelFill): Map<string, Pattern[]> {
  const wanted = Math.min(MAX_PATTERNS_PER_COUNTY, Math.ceil(parcels / countyNames.length));
  return new Map(
    countyNames.map((county) => {
      const patterns: Pattern[] = [];
      for (let index = 0; patterns.length < wanted; index += 1) {
        const chance = random.fork(`patterns/${county}/${index}`);
        const { parcels } = makeFarmer(chance, planFarmer(chance, index, county, asOf), asOf);
        patterns.push(...parcels.map((parcel) => patternOf(parcel, asOf)));
      }
      return [county, patterns];
    }),
  );
}

function patternOf(parcel: DemoParcel, asOf: Day): Pattern {
  const { row, book } = parcel;
  return {
    name: row.name,
    input: scoreInputOf(presentParcel(row), knownOn(book, asOf), dateOf(asOf)),
    ...shared(parcelRow(parcel), OWN_COLUMNS),
    records: recordRows(row.id, book).map(({ table, row }) => ({
      table,
      ...shared(row, ['id', 'parcel_id']),
    })),
  };
}

function shared(row: object, own: string[]) {
  const entries = Object.entries(row).filter(([column]) => !own.includes(column));
  return {
    columns: [...own, ...entries.map(([column]) => column)],
    tail: entries.map(([, value]) => encode(value)).join('\t'),
  };
}

interface Copy {
  ownerId: string;
  number: number;
  at: number;
}

function addCopy(
  { loader, records }: ParcelFill,
  random: Random,
  pattern: Pattern,
  { ownerId, number, at }: Copy,
): void {
  const id = random.id(at);
  const ids = pattern.records.map(() => random.id(at));
  const hash = inputsHash(withIds(pattern.input, ids));
  const name = encode(number === 1 ? pattern.name : `${pattern.name} ${number}`);
  const own = `${id}\t${ownerId}\t${name}\t${hash}\t${isoOf(at)}`;
  loader.addLine('parcels', pattern.columns, `${own}\t${pattern.tail}`);
  if (!records) return;
  pattern.records.forEach(({ table, columns, tail }, position) => {
    loader.addLine(table, columns, `${ids[position]}\t${id}\t${tail}`);
  });
}

/** The hash of what a score was computed from names the records, so each copy has its own. */
function withIds(input: ScoreInput, ids: string[]): ScoreInput {
  let position = 0;
  const renamed = <Kept extends { id: string }>(records: readonly Kept[] = []) =>
    records.map((record) => ({ ...record, id: ids[position++]! }));
  return {
    parcel: input.parcel,
    crops: renamed(input.crops),
    water: renamed(input.water),
    fertilizer: renamed(input.fertilizer),
    pesticides: renamed(input.pesticides),
  };
}
