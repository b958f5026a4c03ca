/** Writes small PMTiles files (version 3), as an operator would download large ones. */
import { gzipSync } from 'node:zlib';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { zxyToTileId } from 'pmtiles';

interface Options {
  /** Puts the entries into a leaf directory, as large files do. */
  withLeaf?: boolean;
  tileType?: number;
  tileCompression?: number;
}

const HEADER_BYTES = 127;
const GZIP = 2;
const MVT = 1;

/** `tiles` by their path: `6/38/32`. */
export function pmtilesFile(tiles: Record<string, Uint8Array>, options: Options = {}): Buffer {
  const { withLeaf = false, tileType = MVT, tileCompression = GZIP } = options;
  const places = Object.keys(tiles).map((path) => path.split('/').map(Number) as [number, number, number]);
  const sorted = Object.values(tiles)
    .map((tile, index) => ({
      id: zxyToTileId(...places[index]!),
      body: tileCompression === GZIP ? gzipSync(tile) : tile,
    }))
    .sort((one, other) => one.id - other.id);
  let end = 0;
  const entries = sorted.map(({ id, body }) => {
    end += body.length;
    return { id, run: 1, length: body.length, offset: end - body.length };
  });
  const leaf = withLeaf ? directory(entries) : Buffer.alloc(0);
  const root = directory(
    withLeaf ? [{ id: entries[0]!.id, run: 0, length: leaf.length, offset: 0 }] : entries,
  );
  const metadata = gzipSync('{"attribution":"<b>&copy; OpenStreetMap</b>"}');

  const header = Buffer.alloc(HEADER_BYTES);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const parts = [root, metadata, leaf, Buffer.concat(sorted.map(({ body }) => body))];
  let at = HEADER_BYTES;
  for (const [index, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + 16 * index);
    header.writeBigUInt64LE(BigInt(part.length), 16 + 16 * index);
    at += part.length;
  }
  for (const offset of [72, 80, 88]) header.writeBigUInt64LE(BigInt(entries.length), offset);
  const zooms = places.map(([zoom]) => zoom);
  const bytes = [1, GZIP, tileCompression, tileType, Math.min(...zooms), Math.max(...zooms)];
  Buffer.from(bytes).copy(header, 96);
  return Buffer.concat([header, ...parts]);
}

function directory(entries: { id: number; run: number; length: number; offset: number }[]): Buffer {
  const columns = [
    [entries.length],
    entries.map(({ id }, index) => id - (entries[index - 1]?.id ?? 0)),
    entries.map(({ run }) => run),
    entries.map(({ length }) => length),
    entries.map(({ offset }) => offset + 1),
  ];
  return gzipSync(Buffer.from(columns.flat().flatMap(varint)));
}

const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

/** A tile in the schema of Protomaps, in coordinates of the tile from 0 to 4096. */
export function sampleTile(name: string): Uint8Array {
  const polygon = (tags: object, ...ring: [number, number][]) => ({ type: 3, geometry: [ring], tags });
  const square = (from: number, to: number): [number, number][] => [
    [from, from],
    [to, from],
    [to, to],
    [from, to],
    [from, from],
  ];
  const layers = {
    earth: [polygon({ kind: 'earth' }, ...square(0, 4096))],
    landuse: [polygon({ kind: 'forest' }, ...square(200, 1400))],
    water: [polygon({ kind: 'lake' }, ...square(2600, 3600))],
    roads: [
      {
        type: 2,
        geometry: [
          [
            [0, 2000],
            [4096, 2300],
          ],
        ],
        tags: { kind: 'major_road', name: 'Station Road' },
      },
    ],
    places: [{ type: 1, geometry: [[1000, 3000]], tags: { kind: 'locality', name } }],
  };
  const tile = Object.fromEntries(Object.entries(layers).map(([id, features]) => [id, { features }]));
  // The types require complete geojson-vt tiles, but only the features are read.
  return fromGeojsonVt(tile as never, { version: 2, extent: 4096 });
}
