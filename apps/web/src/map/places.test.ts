import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Position, Shape } from '@ardhi/geo';
import { describe, expect, it, vi } from 'vitest';
import reference from '../../../../packages/agronomy/src/reference/counties.json';
import counties from './basemap/counties.json';
import outlines from './basemap/outlines.json';
import type { MapColours } from './colours.ts';
import { gridLines, gridStep } from './grid.ts';
import { bboxNear, bboxOfCounty, findPlace, PLACES, placeNear } from './places.ts';
import { basemapKind, startStyle } from './style.ts';

describe('places on the map', () => {
  it('match the reference table', () => {
    const seats = reference.counties.map(({ name, headquarters, lon, lat }) => ({
      name: headquarters,
      position: [lon, lat],
      seatOf: name,
      county: name,
    }));
    const towns = reference.counties.flatMap((county) =>
      county.towns.map(({ name, lon, lat }) => ({
        name,
        position: [lon, lat],
        seatOf: null,
        county: county.name,
      })),
    );
    expect(PLACES).toHaveLength(seats.length + towns.length);
    expect(PLACES).toEqual(expect.arrayContaining([...seats, ...towns]));
  });

  it('give a start view: around the town of the address, else the county’s headquarters', () => {
    const njoro = bboxNear({ address: 'Karibu na soko, Njoro, Nakuru County', county: 'Nakuru' });
    expect(njoro?.west).toBeLessThan(35.94);
    expect(njoro?.east).toBeGreaterThan(35.94);
    const county = bboxNear({ address: 'Kwa mto', county: 'Nakuru' });
    expect(county!.east - county!.west).toBeCloseTo(0.3, 5);
    expect(bboxNear({ address: null, county: null })).toBeNull();
  });

  it('are found by name, and name the middle of the map', () => {
    expect(findPlace(' NJORO ')).toEqual(bboxNear({ address: 'Njoro', county: null }));
    expect(findPlace('Turkana')).toEqual(bboxOfCounty('Turkana'));
    expect(findPlace('Nowhere')).toBeNull();
    const [lon, lat] = PLACES.find(({ name }) => name === 'Njoro')!.position;
    expect(placeNear([lon, lat + 0.01])).toEqual({
      name: 'Njoro',
      county: 'Nakuru',
      kilometres: expect.closeTo(1.1, 1),
    });
  });
});

describe('counties', () => {
  const shapes = new Map(
    counties.features.map(({ properties, geometry }) => [properties.name, geometry.coordinates as Shape]),
  );
  const KILOMETRES = 111.2;
  /** Distance from a line between two vertices, in kilometres. */
  function distance([x, y]: Position, [from, to]: [Position, Position]): number {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const length = dx * dx + dy * dy;
    const share = length ? Math.max(0, Math.min(1, ((x - from[0]) * dx + (y - from[1]) * dy) / length)) : 0;
    return Math.hypot(x - from[0] - share * dx, y - from[1] - share * dy) * KILOMETRES;
  }
  const sidesOf = (shape: Shape) =>
    shape
      .flat()
      .flatMap((ring) => ring.slice(1).map((to, index): [Position, Position] => [ring[index]!, to]));
  const isInside = ([x, y]: Position, shape: Shape) =>
    sidesOf(shape).filter(
      ([[x1, y1], [x2, y2]]) => y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1,
    ).length %
      2 ===
    1;

  it('have an outline that contains the headquarters', () => {
    const outside = PLACES.filter(({ seatOf }) => seatOf !== null).filter(
      ({ county, position }) => !isInside(position, shapes.get(county)!),
    );
    expect(shapes.size).toBe(47);
    expect(outside).toEqual([]);
  });

  it('are within 4 km of the border of the country, along 95% of it', () => {
    const kenya = outlines.features.find(({ properties }) => properties.kind === 'kenya')!;
    const sides = [...shapes.values()].flatMap(sidesOf);
    const distances = (kenya.geometry.coordinates as unknown as Shape)
      .flat(2)
      .map((vertex) => Math.min(...sides.map((side) => distance(vertex as Position, side))))
      .sort((one, other) => one - other);
    expect(distances[Math.floor(distances.length * 0.95)]).toBeLessThan(4);
  });

  it('and the other files of the bundled map have at most 400 KB together', () => {
    const files = ['counties', 'outlines', 'places'].map((name) =>
      readFileSync(join(import.meta.dirname, 'basemap', `${name}.json`)),
    );
    expect(files.reduce((sum, { length }) => sum + length, 0)).toBeLessThan(400 * 1024);
  });
});

describe('basemap', () => {
  it('is chosen by BASEMAP_URL', () => {
    expect(basemapKind('https://tiles.example/style.json')).toBe('style');
    expect(basemapKind('https://tiles.example/{z}/{x}/{y}.png')).toBe('raster');
    expect(basemapKind('/tiles/{z}/{x}/{y}.pbf?key=1')).toBe('vector');
  });

  it('has a grid with round steps and a limited number of lines', () => {
    expect([150, 1000, 4000, 100_000].map(gridStep)).toEqual([10, 50, 200, 1000]);
    const { features } = gridLines({ west: 35.9, south: -0.31, east: 35.91, north: -0.3 });
    expect(features.length).toBeGreaterThan(20);
    expect(gridLines({ west: 34, south: -4, east: 41, north: 4 }).features).toEqual([]);
  });

  it('of a file is below the names and the parcels, and pictures are hidden until they are switched on', async () => {
    const colours = new Proxy({}, { get: (_, name) => String(name) }) as MapColours;
    vi.stubGlobal('location', { origin: 'https://ardhi.example' });
    const { sources, layers } = await startStyle(
      {
        basemapUrl: null,
        basemapTiles: { url: '/api/basemap/{z}/{x}/{y}?v=1', maxZoom: 15 },
        imagery: { url: 'https://pictures.example/{z}/{x}/{y}.jpg', attribution: 'A & <b>' },
      },
      colours,
      'en',
    );
    vi.unstubAllGlobals();
    expect(sources.protomaps).toMatchObject({
      tiles: ['https://ardhi.example/api/basemap/{z}/{x}/{y}?v=1'],
      maxzoom: 15,
    });
    expect(sources.imagery).toMatchObject({ attribution: 'A &#38; &#60;b&#62;' });
    const place = (name: string) => layers.findIndex(({ id }) => id === name);
    const order = ['kenya', 'pm-earth', 'grid', 'pm-water', 'imagery', 'county-names', 'places', 'parcels'];
    expect(order.map(place)).toEqual(order.map(place).sort((one, other) => one - other));
    expect(order.map(place)).not.toContain(-1);
    expect(layers[place('imagery')]).toMatchObject({ layout: { visibility: 'none' } });
  });
});
