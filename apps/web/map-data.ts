/**
 * Generates the offline basemap in src/map/basemap: `npx tsx apps/web/map-data.ts`.
 * Outlines: Natural Earth 1:10m (public domain) from the package world-atlas. Places: the agronomy reference table of
 * counties and towns.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import { feature, merge, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { simplifyShape } from '../../packages/geo/src/index.ts';

const FOLDER = join(import.meta.dirname, 'src/map/basemap');
const KENYA = '404';
/** `undefined` is Somaliland, which is separate in world-atlas and has no number. */
const NEIGHBOURS = new Set(['404', '800', '834', '231', '706', '728', '646', '108', '180', undefined]);
const WINDOW = { west: 29, south: -9, east: 47, north: 10 };

type Ring = [number, number][];
type Shape = Ring[][];

const atlas = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-10m.json'), 'utf8'),
) as Topology<{ countries: GeometryCollection<{ name: string }> }>;
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

/** Every eighth point is enough for the thin borders of other countries. */
function simplifyLine(line: Position[]): Ring {
  const inside = line.filter(
    ([x = 0, y = 0]) => x > WINDOW.west && x < WINDOW.east && y > WINDOW.south && y < WINDOW.north,
  ) as Ring;
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
const outlines = {
  type: 'FeatureCollection',
  features: [
    featureOf('land', 'MultiPolygon', outline(landmass, MAX_VERTICES.land)),
    featureOf('border', 'MultiLineString', lines),
    featureOf('kenya', 'MultiPolygon', outline(shapeOf(kenya.geometry), MAX_VERTICES.kenya)),
  ],
};
writeFileSync(join(FOLDER, 'outlines.json'), JSON.stringify(outlines));

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
  [headquarters, lon, lat, 1, name],
  ...towns.map((town) => [town.name, town.lon, town.lat, 0]),
]);
writeFileSync(join(FOLDER, 'places.json'), JSON.stringify(places));
