/** Reads tiles from the PMTiles file of BASEMAP_FILE. */
import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compression, findTile, type Header, SharedPromiseCache, TileType, zxyToTileId } from 'pmtiles';
import { oneLine } from '../../lib/database/preflight.ts';
import { EnvError } from '../../lib/settings/env.ts';

/** Far above the largest tile or directory that the format's tools write. A damaged file may state any length. */
const MAX_READ_BYTES = 8 * 1024 * 1024;
export const MAX_UNPACKED_BYTES = 4 * MAX_READ_BYTES;
/** Root directory and three levels of leaf directories: the maximum of the format. */
const MAX_DEPTH = 4;
const HEADER_BYTES = 127;

export interface TilePlace {
  z: number;
  x: number;
  y: number;
}

export interface Basemap {
  /** Changes with the file: part of the tiles' addresses, so that browsers may cache them for good. */
  version: string;
  minZoom: number;
  maxZoom: number;
  bytes: number;
  readTile(place: TilePlace): Promise<StoredTile | null>;
  close(): Promise<void>;
}

export interface StoredTile {
  body: Buffer;
  isGzipped: boolean;
}

/** Throws an error that names the setting, what is wrong with the file and how to fix it. */
export async function openBasemap(path: string): Promise<Basemap> {
  const file = await open(path, 'r').catch((error) => {
    throw unusable(path, reasonOf(error));
  });
  try {
    const { size, mtimeMs } = await file.stat();
    const cache = new SharedPromiseCache(100, undefined, unpack);
    const source = {
      getKey: () => path,
      getBytes: async (...range: [number, number]) => bytesAt(file, range),
    };
    const header = await cache.getHeader(source);
    assertUsable(header, size);
    await cache.getDirectory(source, header.rootDirectoryOffset, header.rootDirectoryLength, header);
    const hash = createHash('sha256').update(`${size} ${mtimeMs} `);
    hash.update(Buffer.from((await bytesAt(file, [0, HEADER_BYTES])).data));
    return {
      version: hash.digest('base64url').slice(0, 12),
      minZoom: header.minZoom,
      maxZoom: header.maxZoom,
      bytes: size,
      async readTile({ z, x, y }) {
        if (z < header.minZoom || z > header.maxZoom || x >= 2 ** z || y >= 2 ** z) return null;
        const id = zxyToTileId(z, x, y);
        let [offset, length] = [header.rootDirectoryOffset, header.rootDirectoryLength];
        for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
          const entry = findTile(await cache.getDirectory(source, offset, length, header), id);
          if (!entry) return null;
          if (entry.runLength > 0) {
            const { data } = await bytesAt(file, [header.tileDataOffset + entry.offset, entry.length]);
            return { body: Buffer.from(data), isGzipped: header.tileCompression === Compression.Gzip };
          }
          [offset, length] = [header.leafDirectoryOffset + entry.offset, entry.length];
        }
        throw new Error('The directories of the file are nested too deeply');
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error instanceof EnvError ? error : unusable(path, `is not a PMTiles file (${oneLine(error)})`);
  }

  function assertUsable(header: Header, size: number): void {
    const end = Math.max(
      header.rootDirectoryOffset + header.rootDirectoryLength,
      header.tileDataOffset + (header.tileDataLength ?? 0),
    );
    if (end > size) throw unusable(path, 'is incomplete: it ends before its tiles');
    if (header.tileType !== TileType.Mvt) throw unusable(path, 'has no vector tiles');
    if (![Compression.None, Compression.Gzip].includes(header.tileCompression))
      throw unusable(path, 'has tiles that are neither plain nor gzip');
  }
}

/** Before a database is created, so that a wrong path is the first thing reported. */
export async function checkBasemapFile(path: string | null): Promise<void> {
  await (path === null ? null : await openBasemap(path))?.close();
}

const unusable = (path: string, fault: string) =>
  new EnvError(`BASEMAP_FILE ${path} ${fault}: use a PMTiles file of the Protomaps basemap (docs/maps.md)`);

function reasonOf({ code, message }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return 'does not exist';
  if (code === 'EACCES' || code === 'EPERM') return 'may not be read by this user';
  return `cannot be opened (${message})`;
}

async function bytesAt(file: FileHandle, [offset, length]: [number, number]): Promise<{ data: ArrayBuffer }> {
  if (length > MAX_READ_BYTES) throw new Error('a part of it is too large');
  const bytes = new ArrayBuffer(length);
  const { bytesRead } = await file.read(new Uint8Array(bytes), 0, length, offset);
  return { data: bytes.slice(0, bytesRead) };
}

const unzip = promisify(gunzip);

/** For directories: tiles are sent as they are stored. */
async function unpack(bytes: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return bytes;
  if (compression !== Compression.Gzip) throw new Error('its directories are neither plain nor gzip');
  const { buffer, byteOffset, byteLength } = await unzip(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
