/** Parcels for map programs: OGC API Features (Core, GeoJSON, OpenAPI 3), and the officials' tokens for it. */
import * as z from 'zod';
import { Done, id, line, optional, timestamp, wholeNumber } from '../base/fields.ts';
import { MAX_GIS_PAGE_SIZE, MAX_GIS_ROWS, MAX_KIND_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { SoilType } from '../farm/land.ts';

export const GisToken = z.object({
  _id: id,
  name: z.string(),
  /** The county that it reads; null for the whole country. */
  county: z.string().nullable(),
  /** Parcels that it may read on one day, and those read today. */
  maxRows: z.number().int(),
  rowsToday: z.number().int(),
  createdAt: timestamp,
  expiresAt: timestamp,
  lastUsedAt: timestamp.nullable(),
});
export type GisToken = z.infer<typeof GisToken>;

export const gisTokens = contract({
  'GET /government/gis-tokens': {
    summary: 'The own tokens for map programs that are still valid',
    access: 'government',
    duty: 'none',
    response: z.array(GisToken),
  },
  'POST /government/gis-tokens': {
    summary: 'Make a token for a map program; it is shown once and valid for 90 days',
    access: 'government',
    confirmed: true,
    resetHold: true,
    once: true,
    body: z.object({ name: line(MAX_NAME_LENGTH), maxRows: wholeNumber(1, MAX_GIS_ROWS) }),
    response: GisToken.extend({ token: z.string() }),
    status: 201,
  },
  'DELETE /government/gis-tokens/{id}': {
    summary: 'Revoke a token at once',
    access: 'government',
    duty: 'none',
    response: Done,
  },
});

const link = z.object({ href: z.string(), rel: z.string(), type: z.string(), title: z.string() });
const links = z.array(link);
export type GisLink = z.infer<typeof link>;

const Collection = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  itemType: z.literal('feature'),
  crs: z.array(z.string()),
  extent: z.object({ spatial: z.object({ bbox: z.array(z.array(z.number())), crs: z.string() }) }),
  links,
});
export type GisCollection = z.infer<typeof Collection>;

/** West, south, east, north; with two heights between them, which are ignored. */
const bbox = z.preprocess(
  (value) =>
    typeof value === 'string' ? value.split(',').map((part) => Number(part.trim() || Number.NaN)) : value,
  z
    .array(z.number())
    .refine(({ length }) => length === 4 || length === 6)
    .transform((numbers) => {
      const [west, south, east, north] =
        numbers.length === 4 ? numbers : [0, 1, 3, 4].map((at) => numbers[at]!);
      return { west: west!, south: south!, east: east!, north: north! };
    })
    .refine(({ south, north }) => south <= north),
) as unknown as z.ZodType<{ west: number; south: number; east: number; north: number }, string>;

export const gis = contract({
  'GET /gis': {
    summary: 'OGC API Features: landing page. All calls under /gis take an official’s token for map programs',
    access: 'gis',
    limit: 'gis',
    query: z.strictObject({}),
    response: z.object({ title: z.string(), description: z.string(), links }),
  },
  'GET /gis/conformance': {
    summary: 'OGC API Features: supported parts of the standard',
    access: 'gis',
    limit: 'gis',
    query: z.strictObject({}),
    response: z.object({ conformsTo: z.array(z.string()) }),
  },
  'GET /gis/api': {
    summary: 'OGC API Features: the calls under /gis as OpenAPI 3.0',
    access: 'gis',
    limit: 'gis',
    produces: 'application/vnd.oai.openapi+json;version=3.0',
  },
  'GET /gis/collections': {
    summary: 'OGC API Features: collections',
    access: 'gis',
    limit: 'gis',
    query: z.strictObject({}),
    response: z.object({ links, collections: z.array(Collection) }),
  },
  'GET /gis/collections/parcels': {
    summary: 'OGC API Features: the collection of parcels',
    access: 'gis',
    limit: 'gis',
    query: z.strictObject({}),
    response: Collection,
  },
  'GET /gis/collections/parcels/items': {
    summary:
      'OGC API Features: parcels with a boundary within the area of the token, by their ids, without names and contact data. A link with `rel` next leads to the next page',
    access: 'gis',
    limit: 'gis',
    reads: 'replica',
    query: z.strictObject({
      /** Larger values mean the largest page, as the standard requires. */
      limit: optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
      bbox: optional(bbox),
      /** Parcels have no time, so that all of them match. */
      datetime: optional(z.string().max(MAX_KIND_LENGTH)),
      county: optional(z.string().max(MAX_KIND_LENGTH)),
      soilType: optional(SoilType),
      /** The last parcel of the page before. */
      after: optional(id),
    }),
    produces: 'application/geo+json',
  },
  'GET /gis/collections/parcels/items/{id}': {
    summary: 'OGC API Features: one parcel',
    access: 'gis',
    limit: 'gis',
    reads: 'replica',
    query: z.strictObject({}),
    produces: 'application/geo+json',
  },
});

export const GIS_PAGE = { default: 100, max: MAX_GIS_PAGE_SIZE };
