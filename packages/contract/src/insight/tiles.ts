/** Vector tiles of all parcels for officials' maps. Tiles do not contain the owner. */
import * as z from 'zod';
import { optional, wholeNumber } from '../base/fields.ts';
import { MAX_TILE_ZOOM, MIN_TILE_ZOOM } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { SoilType } from '../farm/land.ts';
import { ScoreBand } from '../farm/land-score.ts';

const tileIndex = wholeNumber(0, 2 ** MAX_TILE_ZOOM - 1);

export const tiles = contract({
  'GET /government/tiles/{z}/{x}/{y}': {
    summary:
      'A Mapbox vector tile. Below zoom 11 the layers `cells` (count, compared, score) and `overlap-counts` (open); from there on `parcels` (id, score) and `overlaps` (id, open). At most 3,000 features: where there are more parcels, the large ones and an even choice of the small ones, and a layer `crowded` says so',
    access: 'government',
    reads: 'replica',
    params: z.object({ z: wholeNumber(MIN_TILE_ZOOM, MAX_TILE_ZOOM), x: tileIndex, y: tileIndex }),
    query: z.object({ soilType: optional(SoilType), band: optional(ScoreBand) }),
    produces: 'application/vnd.mapbox-vector-tile',
  },
});
