/** The calls under /gis as OpenAPI 3.0: map programs read the filters of a collection from it. */
import { GIS_PAGE, SoilType } from '@ardhi/contract';

const parameter = (name: string, schema: object, description: string) => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
});

const get = (summary: string, type: string, parameters: object[] = []) => ({
  get: {
    summary,
    parameters,
    responses: {
      200: { description: summary, content: { [type]: { schema: { type: 'object' } } } },
      default: {
        description: 'A problem',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
  },
});

const JSON_TYPE = 'application/json';
const GEOJSON = 'application/geo+json';

export const gisOpenApi = (base: string, version: string) => ({
  openapi: '3.0.3',
  info: { title: 'Ardhi: parcels for map programs', version },
  servers: [{ url: base }],
  security: [{ token: [] }],
  paths: {
    '/': get('Landing page', JSON_TYPE),
    '/conformance': get('Supported parts of the standard', JSON_TYPE),
    '/collections': get('Collections', JSON_TYPE),
    '/collections/parcels': get('The collection of parcels', JSON_TYPE),
    '/collections/parcels/items': get('Parcels', GEOJSON, [
      parameter(
        'limit',
        { type: 'integer', minimum: 1, maximum: GIS_PAGE.max, default: GIS_PAGE.default },
        'Parcels per page',
      ),
      parameter(
        'bbox',
        { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 },
        'West, south, east, north in degrees',
      ),
      parameter('datetime', { type: 'string' }, 'Parcels have no time: all of them match'),
      parameter('county', { type: 'string' }, 'Name of a county within the area of the token'),
      parameter('soilType', { type: 'string', enum: SoilType.options }, 'Soil type'),
      parameter('after', { type: 'string', format: 'uuid' }, 'Last parcel of the page before'),
    ]),
    '/collections/parcels/items/{featureId}': get('One parcel', GEOJSON, [
      { name: 'featureId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
    ]),
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
});
