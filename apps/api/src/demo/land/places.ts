/** Where a parcel lies, as people write it, and what they call it. */
import reference from '../../../../../packages/agronomy/src/reference/counties.json' with { type: 'json' };
import type { DemoPlace } from '../../farm/boundaries/demo.ts';
import type { Random } from '../random.ts';
import { capitalise } from '../text.ts';
import { profileOf } from './counties.ts';
import { cropOf } from './season-plan.ts';
import { type SystemKey, systems } from './systems.ts';

const towns = new Map(
  reference.counties.map(({ name, headquarters, towns }) => [
    name,
    // "Archers Post area" helps to find a county; nobody lives at an address like that.
    [headquarters, ...towns.map((town) => town.name).filter((town) => !town.endsWith(' area'))],
  ]),
);

/** Where towns lie, by county and name. */
const positions = new Map(
  reference.counties.flatMap(({ name, headquarters, lat, lon, towns }) =>
    [{ name: headquarters, lat, lon }, ...towns].map((town): [string, DemoPlace] => [
      `${name}/${town.name}`,
      { key: `${name}/${town.name}`, position: [town.lon, town.lat] },
    ]),
  ),
);

export const placeOfTown = (county: string, town: string): DemoPlace => positions.get(`${county}/${town}`)!;

export const countyNames: readonly string[] = [...towns.keys()];

const households = Object.fromEntries(countyNames.map((county) => [county, profileOf(county).households]));

/** Where most farms are, most often. */
export const someCounty = (random: Random): string => random.weighted(households);

export const someTown = (random: Random, county: string): string => random.pick(towns.get(county)!);

const spots = {
  en: [
    'near the market',
    'behind the dispensary',
    'by the river',
    'next to the primary school',
    'near the chief’s office',
    'near the cattle dip',
  ],
  sw: [
    'karibu na soko',
    'nyuma ya zahanati',
    'kando ya mto',
    'karibu na shule ya msingi',
    'karibu na ofisi ya chifu',
    'karibu na josho',
  ],
};

interface Address {
  address: string;
  confirmedCounty: string | null;
}

/**
 * Most name the county; some only the town; a few confirm it beside words that say nothing, or leave it open. The
 * first parcel of a farmer always names it, so that each county has some.
 */
export function someAddress(
  random: Random,
  { county, town, language, first }: { county: string; town: string; language: 'en' | 'sw'; first: boolean },
): Address {
  const spot = capitalise(random.pick(spots[language]));
  const place = random.chance(0.45) ? `${spot}, ${town}` : town;
  const countyText = language === 'sw' ? `Kaunti ya ${county}` : `${county} County`;
  const kind = random.weighted({ county: 78, town: 14, confirmed: 6, nothing: 2 });
  if (first || kind === 'county') return { address: `${place}, ${countyText}`, confirmedCounty: null };
  if (kind === 'town') return { address: place, confirmedCounty: null };
  return { address: spot, confirmedCounty: kind === 'confirmed' ? county : null };
}

const names = {
  en: [
    'Home field',
    'Upper plot',
    'Lower plot',
    'Riverside field',
    'Hill field',
    'Roadside plot',
    'School field',
    'Valley plot',
    'New plot',
    'Old homestead',
    'Terraces',
    'East plot',
  ],
  sw: [
    'Shamba la nyumbani',
    'Shamba la juu',
    'Shamba la chini',
    'Shamba la mtoni',
    'Shamba la mlimani',
    'Shamba la barabarani',
    'Shamba la bondeni',
    'Shamba jipya',
    'Shamba la zamani',
    'Shamba la babu',
  ],
};

/** A name that the farmer has not given to another parcel yet. */
export function someParcelName(
  random: Random,
  system: SystemKey,
  language: 'en' | 'sw',
  taken: ReadonlySet<string>,
): string {
  const choices = random.chance(0.3)
    ? [cropFieldName(system, language), ...names[language]]
    : random.shuffled(names[language]);
  const free = choices.find((name) => !taken.has(name));
  return free ?? `${choices[0]} ${taken.size + 1}`;
}

function cropFieldName(system: SystemKey, language: 'en' | 'sw'): string {
  const { perennial, plain } = systems[system];
  const key = perennial?.[0] ?? Object.values(plain[0] ?? {})[0]?.[0];
  if (!key) return language === 'sw' ? 'Malisho' : 'Grazing land';
  const crop = cropOf(key);
  const swahili = crop.aliases[0] ?? crop.name;
  return language === 'sw' ? `Shamba la ${swahili}` : `${crop.name.split(/[ ,/(]/)[0]} field`;
}
