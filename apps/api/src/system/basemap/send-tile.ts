import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { FileResponse } from '../../lib/http/respond.ts';
import { type Basemap, MAX_UNPACKED_BYTES, type TilePlace } from './archive.ts';

const unzip = promisify(gunzip);

/** An address with the current version always has the same tile. Any other is revalidated by its ETag. */
const cacheControl = (isCurrent: boolean) => `public, max-age=${isCurrent ? '31536000, immutable' : '0'}`;

/** The tile, or nothing after an empty response. */
export async function basemapTile(
  basemap: Basemap,
  place: TilePlace,
  version: string | undefined,
  reply: FastifyReply,
): Promise<FileResponse | undefined> {
  const { headers } = reply.request;
  const etag = `"${basemap.version}"`;
  const send = async (status: number) => {
    await reply.code(status).send();
    return undefined;
  };
  const tile = headers['if-none-match']?.includes(etag) ? 'known' : await basemap.readTile(place);
  reply.header('etag', etag).header('cache-control', cacheControl(version === basemap.version));
  if (tile === 'known') return send(304);
  // Not 404: an extract ends somewhere, and browsers report every missing tile as an error.
  if (tile === null) return send(204);
  const type = 'application/vnd.mapbox-vector-tile';
  if (!tile.isGzipped) return { type, body: tile.body };
  reply.header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(headers['accept-encoding'])))
    return { type, body: await unzip(tile.body, { maxOutputLength: MAX_UNPACKED_BYTES }) };
  reply.header('content-encoding', 'gzip');
  return { type, body: tile.body };
}
