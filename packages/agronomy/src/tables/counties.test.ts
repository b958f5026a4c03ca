import { describe, expect, it } from 'vitest';
import { COUNTIES, REGIONS, resolveCounty } from '../index.ts';
import table from '../reference/counties.json' with { type: 'json' };
import { COUNTY_TABLE } from './counties.ts';

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
    for (const [position, { climate }] of table.counties.entries()) {
      expect(COUNTY_TABLE[position]!.wet).toBe(climate === 'wet');
    }
  });

  it.each(named)('$name is found by its name, as a county and in an address', ({ name, region }) => {
    const expected = { county: name, region };
    expect(resolveCounty({ county: name })).toEqual({ ...expected, source: 'confirmed' });
    expect(resolveCounty({ county: ` ${name.toUpperCase()} county ` })).toEqual({
      ...expected,
      source: 'confirmed',
    });
    expect(resolveCounty({ address: `Plot 7, ${name} County, Kenya` })).toEqual({
      ...expected,
      source: 'address',
    });
    expect(resolveCounty({ address: `Plot 7, ${name} County` })).toEqual({ ...expected, source: 'address' });
    expect(resolveCounty({ address: `Kaunti ya ${name}` })).toEqual({ ...expected, source: 'address' });
    expect(resolveCounty({ address: `Plot 7, ${name}` })).toEqual({ ...expected, source: 'name' });
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
    const points = [county, ...county.towns.filter((town) => town.useForNearest)];
    for (const { lat, lon } of points) {
      expect(resolveCounty({ lat, lon })).toEqual({
        county: county.name,
        region: county.region,
        source: 'coordinates',
      });
    }
  });
});

describe('nearest by coordinates', () => {
  it('agrees with the haversine distance', () => {
    const points = COUNTY_TABLE.flatMap((county) =>
      [county, ...county.towns.filter((town) => town.useForNearest)].map(({ lat, lon }) => ({
        name: county.name,
        lat,
        lon,
      })),
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
    expect(resolveCounty(everything)).toEqual({ county: 'Meru', region: 'east', source: 'confirmed' });
    expect(resolveCounty({ ...everything, county: null })).toMatchObject({
      county: 'Embu',
      source: 'address',
    });
    expect(resolveCounty({ ...everything, county: '', address: 'Thika' })).toMatchObject({
      county: 'Kericho',
      source: 'coordinates',
    });
    expect(resolveCounty({ address: 'Thika' })).toMatchObject({ county: 'Kiambu', source: 'name' });
    expect(resolveCounty({})).toEqual({ county: null, region: null, source: null });
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
