import { describe, expect, it } from 'vitest';
import reference from '../../../../packages/agronomy/src/reference/counties.json';
import { gridLines, gridStep } from './grid.ts';
import { bboxNear, PLACES } from './places.ts';
import { basemapKind } from './style.ts';

describe('places on the map', () => {
  it('match the reference table', () => {
    const seats = reference.counties.map(({ name, headquarters, lon, lat }) => ({
      name: headquarters,
      position: [lon, lat],
      seatOf: name,
    }));
    const towns = reference.counties.flatMap((county) =>
      county.towns.map(({ name, lon, lat }) => ({ name, position: [lon, lat], seatOf: null })),
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
});
