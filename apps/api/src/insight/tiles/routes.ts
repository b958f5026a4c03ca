import { tiles } from '@ardhi/contract';
import { OUTLINES_FROM_ZOOM } from '@ardhi/contract/limits';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../lib/http/bind.ts';
import type { Services } from '../../lib/http/services.ts';
import { workerPool } from '../../lib/workers/worker-pool.ts';
import { foldInBackground } from '../analytics/fold-in-background.ts';
import type { TileWork } from './encode.ts';
import { findCells, findOutlines } from './queries.ts';

/** A map requests about twenty tiles at once. */
const encode = workerPool<TileWork>({ file: 'insight/tiles/tile-worker', maxWaiting: 200 });

/** Increment when the same rows produce a different tile. */
const FORMAT = 1;

/** Hashes from If-None-Match. A compressing proxy may have made the ETags weak. */
function knownHashes(header: string | undefined): string[] {
  return [...(header ?? '').matchAll(/(?:W\/)?"([^"]*)"/g)]
    .map(([, tag = '']) => tag.split('-'))
    .flatMap(([format, mark]) => (format === String(FORMAT) && mark ? [mark] : []))
    .slice(0, 10);
}

export function tileRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, tiles, {
    'GET /government/tiles/{z}/{x}/{y}': async ({ scope, params: place, query, db, request, reply }) => {
      const isCounted = place.z < OUTLINES_FROM_ZOOM;
      const known = knownHashes(request.headers['if-none-match']);
      const { hash, found } = await (isCounted ? findCells : findOutlines)(db, scope, place, query, known);
      if (isCounted) foldInBackground(services);
      // Private and revalidated on every request, so that tiles are as exact as the metrics.
      reply.header('etag', `"${FORMAT}-${hash}"`).header('cache-control', 'private, no-cache');
      if (found === null) {
        await reply.code(304).send();
        return;
      }
      const tile = await (isCounted ? encode('cells', found) : encode('outlines', found, place));
      return {
        type: 'application/vnd.mapbox-vector-tile',
        body: Buffer.from(tile.buffer, tile.byteOffset, tile.byteLength),
      };
    },
  });
}
