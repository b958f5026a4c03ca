/** Map layers of the parcel tiles: cells and outlines coloured by score, overlaps in the dispute colour. */
import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../../map/colours.ts';

export const SOURCE = 'all-parcels';

const scoreColour = (colours: MapColours): ExpressionSpecification => [
  'case',
  ['has', 'score'],
  [
    'step',
    // As in the badge: colour and label follow the number that is displayed.
    ['round', ['get', 'score']],
    colours['score-1'],
    21,
    colours['score-2'],
    41,
    colours['score-3'],
    61,
    colours['score-4'],
    81,
    colours['score-5'],
  ],
  colours['score-0'],
];

/** Above satellite pictures, cells and parcels let the ground show through. */
export function tileLayers(colours: MapColours, overImagery = false): LayerSpecification[] {
  const outline = overImagery ? '#fff' : colours.ink;
  const [fewest, most] = overImagery ? [0.25, 0.5] : [0.5, 0.95];
  return [
    {
      id: 'all-cells',
      type: 'fill',
      source: SOURCE,
      'source-layer': 'cells',
      paint: {
        'fill-color': scoreColour(colours),
        // Opacity grows with the count; cells with few parcels stay visible.
        'fill-opacity': ['interpolate', ['linear'], ['ln', ['get', 'count']], 0, fewest, 7, most],
        'fill-outline-color': colours.surface,
      },
    },
    {
      id: 'all-parcels',
      type: 'fill',
      source: SOURCE,
      'source-layer': 'parcels',
      paint: { 'fill-color': scoreColour(colours), 'fill-opacity': overImagery ? 0.25 : 0.8 },
    },
    {
      id: 'all-parcel-borders',
      type: 'line',
      source: SOURCE,
      'source-layer': 'parcels',
      minzoom: 13,
      layout: { 'line-join': 'round' },
      paint: {
        'line-color': outline,
        'line-width': [
          'interpolate',
          ['linear'],
          ['zoom'],
          13,
          overImagery ? 1 : 0.3,
          16,
          overImagery ? 2 : 1.2,
        ],
      },
    },
    {
      id: 'chosen-parcel',
      type: 'line',
      source: SOURCE,
      'source-layer': 'parcels',
      filter: ['==', ['get', 'id'], ''],
      layout: { 'line-join': 'round' },
      paint: { 'line-color': outline, 'line-width': 3.5 },
    },
    {
      id: 'all-overlaps',
      type: 'fill',
      source: SOURCE,
      'source-layer': 'overlaps',
      paint: {
        'fill-color': colours.clay,
        'fill-opacity': ['case', ['get', 'open'], overImagery ? 0.5 : 0.8, 0.3],
      },
    },
    {
      id: 'all-overlap-borders',
      type: 'line',
      source: SOURCE,
      'source-layer': 'overlaps',
      paint: { 'line-color': colours.clay, 'line-width': 1.5, 'line-dasharray': [2, 1.5] },
    },
    {
      id: 'all-overlap-counts',
      type: 'circle',
      source: SOURCE,
      'source-layer': 'overlap-counts',
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['ln', ['get', 'open']], 0, 4, 5, 9],
        'circle-color': colours.clay,
        'circle-stroke-color': colours.surface,
        'circle-stroke-width': 1.5,
      },
    },
  ];
}

export const OVERLAP_LAYERS = ['all-overlaps', 'all-overlap-borders', 'all-overlap-counts'];
/** Selectable layers, topmost first. */
export const SELECTABLE_LAYERS = ['all-overlap-counts', 'all-overlaps', 'all-parcels', 'all-cells'];
