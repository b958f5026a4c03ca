/** Counties and towns of the reference table, and how people write an address there. */
import { Region } from '@ardhi/contract';
import reference from '../../../../../packages/agronomy/src/reference/counties.json' with { type: 'json' };
import climate from '../../../../../packages/agronomy/src/reference/county-climate.json' with {
  type: 'json',
};
import type { DemoPlace } from '../../farm/boundaries/demo.ts';
import type { Random } from '../random.ts';
import { stylesIn, zoneOf } from './farming.ts';

const counties = new Map(
  reference.counties.map(({ code, name, headquarters, lat, lon, towns, ...county }, number) => {
    const { rainAnnualMm, tMeanC } = climate.counties.find((one) => one.code === code)!;
    // "Archers Post area" helps to find a county, but is no address.
    const named = towns.filter((town) => !town.name.endsWith(' area'));
    const places = [{ name: headquarters, lat, lon }, ...named].map((town): [string, DemoPlace] => [
      town.name,
      { key: `${name}/${town.name}`, position: [town.lon, town.lat] },
    ]);
    const region = Region.parse(county.region);
    const zone = zoneOf({ rainMm: rainAnnualMm, meanC: tMeanC, lon });
    return [name, { zone, region, styles: stylesIn(region, number), towns: new Map(places) }];
  }),
);

export const countyNames: readonly string[] = [...counties.keys()];
export const regionOfCounty = (county: string) => counties.get(county)!.region;
export const stylesOfCounty = (county: string) => counties.get(county)!.styles;
export const zoneOfCounty = (county: string) => counties.get(county)!.zone;
export const placeOfTown = (county: string, town: string) => counties.get(county)!.towns.get(town)!;
export const someTown = (random: Random, county: string): string =>
  random.pick([...counties.get(county)!.towns.keys()]);

const landmarks = {
  en: ['Near the market', 'Behind the dispensary', 'By the river', 'Next to the primary school'],
  sw: ['Karibu na soko', 'Nyuma ya zahanati', 'Kando ya mto', 'Karibu na shule ya msingi'],
};

interface Address {
  address: string;
  confirmedCounty: string | null;
}

/**
 * Most addresses name the county, some only the town; a few have only a landmark, with or without a confirmed county.
 * The first parcel of a farmer always names it, so that each county has some.
 */
export function someAddress(
  random: Random,
  {
    county,
    town,
    language,
    isFirst,
  }: { county: string; town: string; language: 'en' | 'sw'; isFirst: boolean },
): Address {
  const landmark = random.pick(landmarks[language]);
  const place = random.chance(0.45) ? `${landmark}, ${town}` : town;
  const kind = random.weighted({ county: 78, town: 14, confirmed: 6, nothing: 2 });
  if (isFirst || kind === 'county') {
    const suffix = language === 'sw' ? `Kaunti ya ${county}` : `${county} County`;
    return { address: `${place}, ${suffix}`, confirmedCounty: null };
  }
  if (kind === 'town') return { address: place, confirmedCounty: null };
  return { address: landmark, confirmedCounty: kind === 'confirmed' ? county : null };
}
