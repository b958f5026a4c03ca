/** Map layers. Rebuilt for each theme; only the paint properties that differ are applied. */
import type { Language } from '@ardhi/contract';
import type { FeatureCollection } from 'geojson';
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import { scoreBucket } from '../ui/controls/score.tsx';
import type { MapColours } from './colours.ts';
import { FONT } from './fonts.ts';
import { collection, feature } from './geojson.ts';
import type { MapParcel, MapStrip } from './map-features.ts';

export const isKind = (name: string): ExpressionSpecification => ['==', ['get', 'kind'], name];

/** A name in the user's language where the map has one. */
export const nameIn = (language: Language): ExpressionSpecification => [
  'coalesce',
  ['get', `name:${language}`],
  ['get', 'name:en'],
  ['get', 'name'],
  '',
];

/** Nearer than this, the outlines of counties and lakes are not exact enough to be drawn. */
const EXACT_TO_ZOOM = 11;

/** Bundled basemap at the bottom: sea, land, grid, places. Configured tiles are drawn on top of it. */
export function basemapLayers(colours: MapColours, language: Language): LayerSpecification[] {
  const shownPlaces: FilterSpecification = ['any', ['>=', ['get', 'rank'], 1], ['>=', ['zoom'], 8]];
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': colours['water-soft'] } },
    {
      id: 'land',
      type: 'fill',
      source: 'outlines',
      filter: isKind('land'),
      paint: { 'fill-color': colours.sunken },
    },
    {
      id: 'kenya',
      type: 'fill',
      source: 'outlines',
      filter: isKind('kenya'),
      paint: { 'fill-color': colours.surface },
    },
    {
      id: 'lakes',
      type: 'fill',
      source: 'outlines',
      filter: isKind('lake'),
      paint: { 'fill-color': colours['water-soft'] },
    },
    {
      id: 'lake-shores',
      type: 'line',
      source: 'outlines',
      filter: ['any', isKind('lake'), isKind('river')],
      // Exact to a kilometre or two: nearer, the line would only mislead.
      maxzoom: EXACT_TO_ZOOM,
      paint: { 'line-color': colours.water, 'line-width': 0.8 },
    },
    {
      id: 'county-borders',
      type: 'line',
      source: 'counties',
      maxzoom: EXACT_TO_ZOOM,
      paint: { 'line-color': colours.edge, 'line-width': 0.8, 'line-dasharray': [3, 2] },
    },
    {
      id: 'borders',
      type: 'line',
      source: 'outlines',
      filter: isKind('border'),
      paint: { 'line-color': colours['line-strong'], 'line-width': 1 },
    },
    {
      id: 'kenya-border',
      type: 'line',
      source: 'outlines',
      filter: isKind('kenya'),
      maxzoom: 13,
      paint: { 'line-color': colours.edge, 'line-width': 1.2 },
    },
    {
      id: 'grid',
      type: 'line',
      source: 'grid',
      minzoom: 11,
      paint: {
        'line-color': colours.line,
        'line-width': ['case', ['get', 'strong'], 1, 0.6],
        'line-opacity': ['case', ['get', 'strong'], 1, 0.75],
      },
    },
    {
      id: 'chosen-county',
      type: 'line',
      source: 'counties',
      maxzoom: EXACT_TO_ZOOM,
      filter: ['==', ['get', 'name'], ''],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': colours.primary, 'line-width': 2.5 },
    },
    {
      id: 'county-names',
      type: 'symbol',
      source: 'county-names',
      minzoom: 6.5,
      maxzoom: EXACT_TO_ZOOM,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': 12,
        'text-transform': 'uppercase',
        'text-letter-spacing': 0.12,
        'text-max-width': 7,
      },
      paint: {
        'text-color': colours.muted,
        'text-halo-color': colours.surface,
        'text-halo-width': 1.6,
      },
    },
    {
      id: 'lake-names',
      type: 'symbol',
      source: 'outlines',
      filter: ['all', isKind('lake'), ['!=', ['get', 'name'], '']],
      layout: { 'text-field': nameIn(language), 'text-font': FONT, 'text-size': 12, 'text-max-width': 5 },
      paint: { 'text-color': colours.water, 'text-halo-color': colours['water-soft'], 'text-halo-width': 1 },
    },
    {
      id: 'places',
      type: 'symbol',
      source: 'places',
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FONT,
        'text-size': ['case', ['>=', ['get', 'rank'], 1], 13, 12],
        'text-anchor': 'top',
        'text-offset': [0, 0.4],
        'symbol-sort-key': ['-', 0, ['get', 'rank']],
        'text-padding': 6,
      },
      filter: shownPlaces,
      paint: {
        'text-color': colours.muted,
        'text-halo-color': colours.surface,
        'text-halo-width': 1.4,
      },
    },
    {
      id: 'place-dots',
      type: 'circle',
      source: 'places',
      filter: shownPlaces,
      paint: {
        'circle-radius': ['case', ['>=', ['get', 'rank'], 1], 2.5, 1.8],
        'circle-color': colours.muted,
      },
    },
  ];
}

/** Below this zoom a field is smaller than a pixel. */
export const DOTS_BELOW_ZOOM = 13;

const isGroup: ExpressionSpecification = ['has', 'point_count'];

const scoreColour = (colours: MapColours): ExpressionSpecification => [
  'match',
  ['get', 'bucket'],
  1,
  colours['score-1'],
  2,
  colours['score-2'],
  3,
  colours['score-3'],
  4,
  colours['score-4'],
  5,
  colours['score-5'],
  colours['score-0'],
];

/** Layers above the basemap. Above satellite pictures, parcels let the ground show through. */
export function dataLayers(colours: MapColours, overImagery = false): LayerSpecification[] {
  return [
    {
      id: 'parcels',
      type: 'fill',
      source: 'parcels',
      paint: { 'fill-color': scoreColour(colours), 'fill-opacity': overImagery ? 0.25 : 0.75 },
    },
    {
      id: 'parcel-borders',
      type: 'line',
      source: 'parcels',
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': overImagery ? '#fff' : colours.ink,
        'line-width': ['case', ['get', 'chosen'], 3.5, overImagery ? 2 : 1.4],
      },
    },
    {
      id: 'strips',
      type: 'fill',
      source: 'strips',
      filter: isKind('strip'),
      paint: { 'fill-color': colours.clay, 'fill-opacity': ['case', ['get', 'settled'], 0.25, 0.75] },
    },
    {
      id: 'strip-borders',
      type: 'line',
      source: 'strips',
      filter: isKind('strip'),
      paint: { 'line-color': colours.clay, 'line-width': 1.5, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'stretches',
      type: 'line',
      source: 'strips',
      filter: isKind('stretch'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: {
        'line-color': colours.clay,
        'line-width': 6,
        'line-opacity': ['case', ['get', 'settled'], 0.4, 1],
      },
    },
    {
      id: 'accuracy',
      type: 'fill',
      source: 'position',
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours.water, 'fill-opacity': 0.18 },
    },
    {
      id: 'position',
      type: 'circle',
      source: 'position',
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 7,
        'circle-color': colours.water,
        'circle-stroke-color': colours.surface,
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'parcel-dots',
      type: 'circle',
      source: 'parcel-labels',
      filter: ['!', isGroup],
      maxzoom: DOTS_BELOW_ZOOM,
      paint: {
        'circle-radius': ['case', ['get', 'chosen'], 9, 7],
        'circle-color': scoreColour(colours),
        'circle-stroke-color': colours.ink,
        'circle-stroke-width': ['case', ['get', 'chosen'], 3, 1.4],
      },
    },
    {
      id: 'parcel-groups',
      type: 'circle',
      source: 'parcel-labels',
      filter: isGroup,
      paint: {
        'circle-radius': 13,
        'circle-color': colours.surface,
        'circle-stroke-color': colours.ink,
        'circle-stroke-width': ['case', ['get', 'chosen'], 3, 1.4],
      },
    },
    {
      id: 'parcel-group-sizes',
      type: 'symbol',
      source: 'parcel-labels',
      filter: isGroup,
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': FONT,
        'text-size': 13,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colours.ink },
    },
    {
      id: 'parcel-labels',
      type: 'symbol',
      source: 'parcel-labels',
      filter: ['!', isGroup],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': FONT,
        'text-size': 13,
        'text-max-width': 9,
        'text-padding': 4,
        // Next to the dot; on the field itself once it is visible.
        'text-anchor': ['step', ['zoom'], 'top', DOTS_BELOW_ZOOM, 'center'],
        'text-offset': ['step', ['zoom'], ['literal', [0, 0.7]], DOTS_BELOW_ZOOM, ['literal', [0, 0]]],
      },
      paint: {
        'text-color': colours.ink,
        'text-halo-color': colours.surface,
        'text-halo-width': 2.4,
      },
    },
  ];
}

export const parcelFeatures = (parcels: readonly MapParcel[], chosenId: string | null): FeatureCollection =>
  collection(
    parcels.map(({ id, shape, score }) =>
      feature(
        { id, bucket: scoreBucket(score), chosen: id === chosenId },
        { type: 'MultiPolygon', coordinates: shape },
      ),
    ),
  );

/** Name and score: a score is never shown by colour alone. */
export const labelFeatures = (
  parcels: readonly MapParcel[],
  chosenId: string | null,
  labelOf: (parcel: MapParcel) => string,
): FeatureCollection =>
  collection(
    parcels.map((parcel) => {
      const { id, score, centre } = parcel;
      const properties = { id, label: labelOf(parcel), bucket: scoreBucket(score), chosen: id === chosenId };
      return feature(properties, { type: 'Point', coordinates: centre });
    }),
  );

export const stripFeatures = (strips: readonly MapStrip[]): FeatureCollection =>
  collection(
    strips.flatMap(({ id, shape, stretch, settled }) => [
      feature({ id, settled, kind: 'strip' }, { type: 'MultiPolygon', coordinates: shape }),
      feature({ id, settled, kind: 'stretch' }, { type: 'MultiLineString', coordinates: stretch }),
    ]),
  );
