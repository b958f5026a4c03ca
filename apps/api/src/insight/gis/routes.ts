/** OGC API Features, Part 1: Core. Read only; every page of parcels is one entry of the access log. */
import { GIS_PAGE, type GisCollection, type GisLink, gis } from '@ardhi/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import own from '../../../package.json' with { type: 'json' };
import { implement } from '../../lib/http/bind.ts';
import { countyOf } from '../../lib/http/scope.ts';
import type { Services } from '../../lib/http/services.ts';
import type { Env } from '../../lib/settings/env.ts';
import type { Translate } from '../../lib/text/i18n.ts';
import { problem } from '../../lib/text/problem.ts';
import { collectionJson, featureJson, GEOJSON_TYPE } from './features.ts';
import { gisOpenApi } from './openapi.ts';
import { findFeature, listFeatures } from './queries.ts';
import { countRows, rowsLeft } from './tokens.ts';

const STANDARD = 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf';
const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';
/** The country with its islands; single counties have no exact extent. */
const EXTENT = [33.5, -5.2, 42.2, 5.6];
const OPENAPI_TYPE = 'application/vnd.oai.openapi+json;version=3.0';

/** To a text, Fastify would add a charset, and GDAL does not know the media type then. */
const bytes = (text: string) => Buffer.from(text);

const baseOf = ({ publicUrl }: Env, { protocol, host }: FastifyRequest) =>
  `${publicUrl ?? `${protocol}://${host}`}/api/gis`;

const link = (rel: string, href: string, title: string, type = 'application/json'): GisLink => ({
  href,
  rel,
  type,
  title,
});

function parcelCollection(base: string, t: Translate): GisCollection {
  const self = `${base}/collections/parcels`;
  return {
    id: 'parcels',
    title: t('gis.parcels'),
    description: t('gis.description'),
    itemType: 'feature',
    crs: [CRS84],
    extent: { spatial: { bbox: [EXTENT], crs: CRS84 } },
    links: [
      link('self', self, 'This collection'),
      link('items', `${self}/items`, 'Parcels as GeoJSON', GEOJSON_TYPE),
    ],
  };
}

export function gisRoutes(app: FastifyInstance, services: Services): void {
  implement(app, services, gis, {
    'GET /gis': async ({ env, request, t }) => {
      const base = baseOf(env, request);
      return {
        title: t('gis.title'),
        description: t('gis.description'),
        links: [
          link('self', base, 'This page'),
          link('service-desc', `${base}/api`, 'The calls as OpenAPI 3.0', OPENAPI_TYPE),
          link('conformance', `${base}/conformance`, 'Supported parts of the standard'),
          link('data', `${base}/collections`, 'Collections'),
        ],
      };
    },

    'GET /gis/conformance': async () => ({
      conformsTo: ['core', 'geojson', 'oas30'].map((part) => `${STANDARD}/${part}`),
    }),

    'GET /gis/api': async ({ env, request }) => ({
      type: OPENAPI_TYPE,
      body: bytes(JSON.stringify(gisOpenApi(baseOf(env, request), own.version))),
    }),

    'GET /gis/collections': async ({ env, request, t }) => {
      const base = baseOf(env, request);
      return {
        links: [link('self', `${base}/collections`, 'Collections')],
        collections: [parcelCollection(base, t)],
      };
    },

    'GET /gis/collections/parcels': async ({ env, request, t }) => parcelCollection(baseOf(env, request), t),

    'GET /gis/collections/parcels/items': async ({ user, scope, query, db, env, request, noteExport }) => {
      const own = countyOf(scope);
      if (own !== null && query.county && query.county !== own)
        throw problem('gis-county', { values: { county: own } });
      const left = await rowsLeft(services.db, user.sessionId);
      const limit = Math.min(query.limit ?? GIS_PAGE.default, GIS_PAGE.max, Math.max(left, 1));
      const { rows, hasMore } = await listFeatures(db, scope, query, limit);
      if (!(await countRows(services.db, user.sessionId, rows.length))) throw problem('gis-rows-read');
      await noteExport(
        rows.map(({ owner_id }) => owner_id),
        own ?? 'all',
      );
      const items = `${baseOf(env, request)}/collections/parcels/items`;
      const search = new URLSearchParams(request.query as Record<string, string>);
      const linkTo = (rel: string, title: string) =>
        link(rel, `${items}${search.size > 0 ? `?${search}` : ''}`, title, GEOJSON_TYPE);
      const links = [linkTo('self', 'This page')];
      if (hasMore) {
        search.set('after', rows.at(-1)!.id);
        links.push(linkTo('next', 'The next page'));
      }
      const timeStamp = new Date().toISOString();
      return {
        type: GEOJSON_TYPE,
        body: bytes(collectionJson(rows, { timeStamp, numberReturned: rows.length, links })),
      };
    },

    'GET /gis/collections/parcels/items/{id}': async ({
      user,
      scope,
      params,
      db,
      env,
      request,
      noteExport,
    }) => {
      const row = await findFeature(db, scope, params.id);
      if (!row) throw problem('not-found');
      if (!(await countRows(services.db, user.sessionId, 1))) throw problem('gis-rows-read');
      await noteExport([row.owner_id], '');
      const collection = `${baseOf(env, request)}/collections/parcels`;
      const links = [
        link('self', `${collection}/items/${row.id}`, 'This parcel', GEOJSON_TYPE),
        link('collection', collection, 'Parcels'),
      ];
      return { type: GEOJSON_TYPE, body: bytes(featureJson(row, { links })) };
    },
  });
}
