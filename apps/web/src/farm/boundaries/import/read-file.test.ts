// @vitest-environment jsdom
import { deflateRawSync } from 'node:zlib';
import { checkGeometry } from '@ardhi/geo';
import { describe, expect, it } from 'vitest';
import { shapefile, zip } from '../../../../test/files.ts';
import { ImportError } from './import-error.ts';
import { readFile } from './read-file.ts';
import { MAX_INFLATED_BYTES } from './zip.ts';

const ring: [number, number][] = [
  [35.9, -0.3],
  [35.901, -0.3],
  [35.901, -0.299],
  [35.9, -0.3],
];
const polygon = { type: 'Polygon', coordinates: [ring] };
const feature = (name: string, geometry: unknown = polygon) => ({
  type: 'Feature',
  properties: { name },
  geometry,
});

const read = (content: string | Uint8Array, name: string) => readFile(new File([content as BlobPart], name));
async function failure(content: string | Uint8Array, name: string) {
  const error = await read(content, name).then(
    () => null,
    (cause: unknown) => cause,
  );
  if (!(error instanceof ImportError)) throw error ?? new Error('It was read');
  return { code: error.code, ...error.values };
}

const gpx = (inner: string) =>
  `<?xml version="1.0"?><gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">${inner}</gpx>`;
const points = (tag: string) =>
  ring
    .slice(0, -1)
    .map(([lon, lat]) => `<${tag} lat="${lat}" lon="${lon}"/>`)
    .join('');

describe('reading a file', () => {
  it('accepts any kind of GeoJSON, with feature names', async () => {
    expect(await read(JSON.stringify(polygon), 'a.json')).toHaveLength(1);
    const collection = {
      type: 'FeatureCollection',
      features: [feature('Juu'), feature('Chini'), feature('p', { type: 'Point', coordinates: [36, 0] })],
    };
    const areas = await read(`\uFEFF${JSON.stringify(collection)}`, 'a.geojson');
    expect(areas.map(({ name }) => name)).toEqual(['Juu', 'Chini']);
  });

  it('treats a track as an outline', async () => {
    const track = { type: 'LineString', coordinates: ring.slice(0, -1) };
    const [area] = await read(JSON.stringify(feature('Track', track)), 'a.geojson');
    expect(checkGeometry(area?.geometry)).toMatchObject({ shape: [[ring]] });
  });

  it('accepts KML with holes and several parts', async () => {
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Njoro</name><MultiGeometry>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>35.9,-0.3,0 35.91,-0.3,0 35.91,-0.29,0 35.9,-0.3,0</coordinates></LinearRing></outerBoundaryIs>
      <innerBoundaryIs><LinearRing><coordinates>35.907,-0.299 35.909,-0.299 35.909,-0.297 35.907,-0.299</coordinates></LinearRing></innerBoundaryIs></Polygon>
      <Polygon><outerBoundaryIs><LinearRing><coordinates>35.95,-0.3 35.96,-0.3 35.96,-0.29 35.95,-0.3</coordinates></LinearRing></outerBoundaryIs></Polygon>
      </MultiGeometry></Placemark></Document></kml>`;
    const [area] = await read(kml, 'a.kml');
    expect(area?.name).toBe('Njoro');
    const checked = checkGeometry(area?.geometry);
    expect('shape' in checked && checked.shape.map((part) => part.length)).toEqual([2, 1]);
  });

  it('accepts GPX tracks, routes and, if there is nothing else, waypoints', async () => {
    expect(await read(gpx(`<trk><trkseg>${points('trkpt')}</trkseg></trk>`), 'a.gpx')).toHaveLength(1);
    expect(await read(gpx(`<rte>${points('rtept')}</rte>`), 'a.gpx')).toHaveLength(1);
    const [area] = await read(gpx(points('wpt')), 'a.gpx');
    expect(checkGeometry(area?.geometry)).toMatchObject({ shape: [[ring]] });
  });

  it('accepts a zipped Shapefile with its names, and a zipped KML', async () => {
    const names = ['Block A', 'Block B'];
    const areas = await read(zip(shapefile(names.map((name) => ({ name, ring })))), 'a.zip');
    expect(areas.map(({ name }) => name)).toEqual(names);
    expect(checkGeometry(areas[0]?.geometry)).toMatchObject({ shape: [[ring]] });
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><Polygon><outerBoundaryIs><LinearRing><coordinates>${ring.map(String).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`;
    expect(await read(zip({ 'doc.kml': Buffer.from(kml) }), 'a.kmz')).toHaveLength(1);
  });
});

describe('rejecting a file', () => {
  it.each([
    ['a picture', 'a.png', '\u0089PNG', 'unknown'],
    ['plain text', 'a.txt', 'hello', 'unknown'],
    ['JSON that is not GeoJSON', 'a.json', '{"a":1}', 'not-geojson'],
    ['broken JSON', 'a.geojson', '{"type":', 'not-geojson'],
    ['GeoJSON named .kml', 'a.kml', JSON.stringify(polygon), 'not-kml'],
    ['GPX named .kml', 'a.kml', gpx(''), 'not-kml'],
    ['KML named .gpx', 'a.gpx', '<kml/>', 'not-gpx'],
    ['a web page', 'a.kml', '<html><body/></html>', 'not-kml'],
    ['XML with custom entities', 'a.kml', '<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>', 'not-kml'],
    ['broken XML', 'a.gpx', '<gpx><trk>', 'not-gpx'],
    ['JSON named .zip', 'a.zip', JSON.stringify(polygon), 'not-zip'],
    ['points only', 'a.geojson', '{"type":"Point","coordinates":[36,0]}', 'no-area'],
  ])('%s', async (_, name, content, code) => {
    expect(await failure(content, name)).toMatchObject({ code });
  });

  it('that is too large', async () => {
    const file = new File([new Uint8Array(11 * 1024 * 1024)], 'a.kml');
    await expect(readFile(file)).rejects.toMatchObject({ code: 'too-large', values: { megabytes: 10 } });
  });

  it('in another projection, which the error names', async () => {
    const utm = 'PROJCS["Arc_1960_UTM_Zone_37S",GEOGCS["GCS_Arc_1960",DATUM["D_Arc_1960"]]]';
    const files = shapefile([{ name: 'A', ring }], utm);
    expect(await failure(zip(files), 'a.zip')).toEqual({ code: 'projection', name: 'Arc 1960 UTM Zone 37S' });
    const arc = shapefile([{ name: 'A', ring }], 'GEOGCS["GCS_Arc_1960",DATUM["D_Arc_1960"]]');
    expect(await failure(zip(arc), 'a.zip')).toEqual({ code: 'projection', name: 'GCS Arc 1960' });
    const wgs = shapefile([{ name: 'A', ring }], 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984"]]');
    expect(await read(zip(wgs), 'a.zip')).toHaveLength(1);
    expect(await failure(zip(shapefile([{ name: 'A', ring }], 'nonsense')), 'a.zip')).toEqual({
      code: 'projection-unknown',
    });
    const crs = { ...polygon, crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::21037' } } };
    expect(await failure(JSON.stringify(crs), 'a.geojson')).toEqual({
      code: 'projection',
      name: 'EPSG::21037',
    });
  });

  it('that is a zip bomb, whatever size it declares', async () => {
    const bomb = deflateRawSync(new Uint8Array(MAX_INFLATED_BYTES + 1024));
    expect(bomb.length).toBeLessThan(100_000);
    const honest = zip({ 'a.shp': { packed: bomb, inflated: MAX_INFLATED_BYTES + 1024 } });
    expect(await failure(honest, 'a.zip')).toMatchObject({ code: 'zip-too-large' });
    const lying = zip({ 'a.shp': { packed: bomb, inflated: 100 } });
    expect(await failure(lying, 'a.zip')).toMatchObject({ code: 'zip-too-large' });
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`${index}.shp`, new Uint8Array(4)]),
    );
    expect(await failure(zip(many), 'a.zip')).toMatchObject({ code: 'zip-too-large' });
  });

  it('that is a damaged archive, or one without a Shapefile', async () => {
    const whole = zip(shapefile([{ name: 'A', ring }]));
    expect(await failure(whole.slice(0, 200), 'a.zip')).toMatchObject({ code: 'zip-broken' });
    expect(await failure(zip({ 'a.txt': new Uint8Array(3) }), 'a.zip')).toMatchObject({
      code: 'zip-no-shapefile',
    });
    expect(await failure(zip({ 'a.shp': new Uint8Array(200) }), 'a.zip')).toMatchObject({
      code: 'shapefile-broken',
    });
    const { 'parcels.shp': shp } = shapefile([{ name: 'A', ring }]);
    const cut = (shp as Uint8Array).slice(0, 120);
    expect(['shapefile-broken', 'no-area']).toContain((await failure(zip({ 'a.shp': cut }), 'a.zip')).code);
  });
});
