import { describe, expect, it } from 'vitest';
import { COUNTIES, REGIONS, resolveCounty } from '../index.ts';
import table from '../reference/counties.json' with { type: 'json' };
import climateTable from '../reference/county-climate.json' with { type: 'json' };
import { COUNTY_TABLE } from './counties.ts';

/** Points whose nearest county is this one. */
const pointsOf = (county: (typeof COUNTY_TABLE)[number]) => [
  county,
  ...county.towns.filter((town) => town.useForNearest),
];
const named = COUNTIES.map(({ name, region }) => ({ name, region }));

describe('the 47 counties', () => {
  it('are listed with code, region and headquarters', () => {
    expect(COUNTIES.map(({ code }) => code)).toEqual(Array.from({ length: 47 }, (_, index) => index + 1));
    expect(COUNTIES.find(({ code }) => code === 26)).toEqual({
      code: 26,
      name: 'Trans Nzoia',
      region: 'west',
      headquarters: 'Kitale',
      lat: 1.0157,
      lon: 35.0062,
    });
  });

  it('fall into the regions of the table', () => {
    for (const region of REGIONS) {
      const members = COUNTIES.filter((county) => county.region === region).map(({ name }) => name);
      expect(members.sort()).toEqual([...table.regions[region]].sort());
    }
  });

  it('have the climate class of the table', () => {
    for (const { name, climate } of climateTable.counties) {
      expect(COUNTY_TABLE.find((county) => county.name === name)!.wet).toBe(climate === 'wet');
    }
  });

  it.each(named)('$name is found by its name, as a county and in an address', ({ name, region }) => {
    for (const [place, source] of [
      [{ county: name }, 'confirmed'],
      [{ county: ` ${name.toUpperCase()} county ` }, 'confirmed'],
      [{ address: `Plot 7, ${name} County, Kenya` }, 'address'],
      [{ address: `Plot 7, ${name} County` }, 'address'],
      [{ address: `Kaunti ya ${name}` }, 'address'],
      [{ address: `Plot 7, ${name}` }, 'name'],
    ] as const)
      expect(resolveCounty(place)).toEqual({ county: name, region, source });
    expect(resolveCounty({ address: `${name} Road` }).county).toBeNull();
  });

  it.each(COUNTY_TABLE)('$name is found by its aliases, headquarters and towns', (county) => {
    for (const place of [...county.aliases, county.headquarters, ...county.towns.map((town) => town.name)]) {
      expect(resolveCounty({ address: `Box 1, ${place}` })).toMatchObject({
        county: county.name,
        source: 'name',
      });
    }
    for (const alias of county.aliases) expect(resolveCounty({ county: alias }).county).toBe(county.name);
  });

  it.each(COUNTY_TABLE)('$name is the nearest at its headquarters and towns', (county) => {
    const { name, region } = county;
    for (const { lat, lon } of pointsOf(county))
      expect(resolveCounty({ lat, lon })).toEqual({ county: name, region, source: 'coordinates' });
  });
});

describe('nearest by coordinates', () => {
  it('agrees with the haversine distance', () => {
    const points = COUNTY_TABLE.flatMap((county) =>
      pointsOf(county).map(({ lat, lon }) => ({ name: county.name, lat, lon })),
    );
    for (let lat = -4.7; lat <= 5; lat += 0.37) {
      for (let lon = 33.9; lon <= 41.9; lon += 0.37) {
        const distances = points.map((point) => haversineKm(lat, lon, point.lat, point.lon));
        const nearest = points[distances.indexOf(Math.min(...distances))]!;
        expect(resolveCounty({ lat, lon }).county).toBe(nearest.name);
      }
    }
  });

  it('returns no county outside Kenya', () => {
    expect(resolveCounty({ lat: 0, lon: 0 }).county).toBeNull();
    expect(resolveCounty({ lat: 51.5, lon: 36 }).county).toBeNull();
    expect(resolveCounty({ lat: Number.NaN, lon: 36 }).county).toBeNull();
    expect(resolveCounty({ lat: -0.4, lon: null }).county).toBeNull();
    expect(resolveCounty({ lat: 0, lon: 0, address: 'Thika' })).toMatchObject({
      county: 'Kiambu',
      source: 'name',
    });
  });
});

describe('the order of the sources', () => {
  const everything = { county: 'Meru', address: 'Thika, Embu County', lat: -0.4, lon: 35.3 };

  it('is county field, "X County", coordinates, name', () => {
    for (const [place, county, region, source] of [
      [everything, 'Meru', 'east', 'confirmed'],
      [{ ...everything, county: null }, 'Embu', 'east', 'address'],
      [{ ...everything, county: '', address: 'Thika' }, 'Kericho', 'west', 'coordinates'],
      [{ address: 'Thika' }, 'Kiambu', 'south', 'name'],
      [{}, null, null, null],
    ] as const)
      expect(resolveCounty(place)).toEqual({ county, region, source });
  });

  it('falls back to the next source if the county field is not a county', () => {
    expect(resolveCounty({ ...everything, county: 'Atlantis' })).toMatchObject({ county: 'Embu' });
  });
});

describe('names in an address', () => {
  it.each([
    ['Off Nairobi-Nakuru highway', null],
    ['Off Nairobi-Nakuru highway, Gilgil', 'Nakuru'],
    ['Thika Super Highway, Ruiru', 'Kiambu'],
    ['Barabara ya Mombasa', null],
    ['Embu-Meru Rd, Runyenjes', 'Embu'],
    ['Taita Taveta Road', null],
    ['Nairobi, Kisumu', 'Kisumu'],
    ['Kisumu, Plot 9', 'Kisumu'],
    ['Kwa Njoroge, near Nakuru town, Kenya', 'Nakuru'],
    ['Bura', 'Tana River'],
    ['Bura East', 'Garissa'],
    ['Wanguru', 'Kirinyaga'],
    ['Wang’uru', 'Kirinyaga'],
    ['MURANG’A', "Murang'a"],
    ['Nairobi City County', 'Nairobi'],
    ['Nakuru East Sub-County', 'Nakuru'],
    ['Embuland', null],
    ['', null],
  ])('%s', (address, county) => {
    expect(resolveCounty({ address }).county).toBe(county);
  });
});

function haversineKm(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const radians = Math.PI / 180;
  const a =
    Math.sin(((lat2 - lat1) * radians) / 2) ** 2 +
    Math.cos(lat1 * radians) * Math.cos(lat2 * radians) * Math.sin(((lon2 - lon1) * radians) / 2) ** 2;
  return 2 * 6371 * Math.asin(Math.sqrt(a));
}
