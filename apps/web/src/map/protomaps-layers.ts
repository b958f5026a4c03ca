/** Our style for tiles in the schema of Protomaps (version 4), in the colours of the theme. */
import type { Language } from '@ardhi/contract';
import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from './colours.ts';
import { FONT } from './fonts.ts';
import { isKind, nameIn } from './layers.ts';

export const PROTOMAPS_SOURCE = 'protomaps';

const isAnyOf = (...kinds: string[]): FilterSpecification => ['in', ['get', 'kind'], ['literal', kinds]];

/** Widths in pixels at two zooms. */
const growing = (from: [number, number], to: [number, number]): ExpressionSpecification => [
  'interpolate',
  ['exponential', 1.5],
  ['zoom'],
  ...from,
  ...to,
];

/**
 * From this zoom on, land, borders and water are the tiles' instead of the bundled outlines. Farther out, tiles have no
 * county borders, and an extract of one country would end in a straight edge.
 */
export const TILES_FROM_ZOOM = 7;

/** Land at the bottom: the grid of the bundled basemap stays visible above it. */
export const protomapsLand = (colours: MapColours): LayerSpecification[] => [
  {
    id: 'pm-earth',
    source: PROTOMAPS_SOURCE,
    'source-layer': 'earth',
    type: 'fill',
    minzoom: TILES_FROM_ZOOM,
    filter: ['==', ['geometry-type'], 'Polygon'],
    paint: { 'fill-color': colours.surface },
  },
];

export function protomapsLayers(colours: MapColours, language: Language): LayerSpecification[] {
  const name = nameIn(language);
  const layer = (id: string, from: string) => ({
    id: `pm-${id}`,
    source: PROTOMAPS_SOURCE,
    'source-layer': from,
  });
  const line = (
    id: string,
    from: string,
    filter: FilterSpecification,
    [color, width, minzoom = 0]: [string, number | ExpressionSpecification, number?],
  ): LayerSpecification => ({
    ...layer(id, from),
    type: 'line',
    filter,
    minzoom,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': color, 'line-width': width },
  });
  const text = { 'text-color': colours.muted, 'text-halo-color': colours.surface, 'text-halo-width': 1.4 };
  return [
    {
      ...layer('green', 'landuse'),
      type: 'fill',
      filter: isAnyOf('forest', 'wood', 'park', 'national_park', 'nature_reserve', 'protected_area'),
      paint: { 'fill-color': colours.primary, 'fill-opacity': 0.12 },
    },
    {
      ...layer('built-up', 'landuse'),
      type: 'fill',
      filter: isAnyOf('residential', 'industrial', 'commercial', 'school', 'hospital'),
      paint: { 'fill-color': colours['grey-soft'], 'fill-opacity': 0.6 },
    },
    {
      ...layer('water', 'water'),
      type: 'fill',
      minzoom: TILES_FROM_ZOOM,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': colours['water-soft'] },
    },
    line(
      'streams',
      'water',
      ['==', ['geometry-type'], 'LineString'],
      [colours.water, growing([8, 0.5], [16, 2])],
    ),
    {
      ...layer('buildings', 'buildings'),
      type: 'fill',
      minzoom: 14,
      paint: { 'fill-color': colours['line-strong'], 'fill-opacity': 0.7 },
    },
    line('paths', 'roads', isAnyOf('path', 'other'), [
      colours['line-strong'],
      growing([13, 0.5], [18, 2]),
      13,
    ]),
    line('rails', 'roads', isAnyOf('rail'), [colours.muted, growing([8, 0.4], [16, 1.6])]),
    line('minor-roads', 'roads', isAnyOf('minor_road'), [
      colours['line-strong'],
      growing([12, 0.6], [18, 7]),
      11,
    ]),
    line('major-roads', 'roads', isAnyOf('major_road'), [colours.edge, growing([7, 0.5], [18, 8])]),
    line('highways', 'roads', isAnyOf('highway'), [colours.ochre, growing([5, 0.6], [18, 9])]),
    {
      ...layer('boundaries', 'boundaries'),
      type: 'line',
      minzoom: TILES_FROM_ZOOM,
      filter: isAnyOf('country', 'region', 'county'),
      // Unlike a road.
      paint: { 'line-color': colours.edge, 'line-width': 1, 'line-dasharray': [3, 2] },
    },
    {
      ...layer('road-names', 'roads'),
      type: 'symbol',
      minzoom: 14,
      filter: isAnyOf('highway', 'major_road', 'minor_road'),
      layout: { 'symbol-placement': 'line', 'text-field': name, 'text-font': FONT, 'text-size': 12 },
      paint: { ...text, 'text-color': colours.ink, 'text-halo-width': 2 },
    },
    {
      ...layer('water-names', 'water'),
      type: 'symbol',
      minzoom: TILES_FROM_ZOOM,
      filter: ['==', ['geometry-type'], 'Point'],
      layout: { 'text-field': name, 'text-font': FONT, 'text-size': 12, 'text-max-width': 7 },
      paint: { ...text, 'text-color': colours.water },
    },
    {
      ...layer('places', 'places'),
      type: 'symbol',
      // The bundled names stay until here; the same names would otherwise be shown twice.
      minzoom: PLACES_FROM_ZOOM,
      filter: ['any', isKind('locality'), isKind('neighbourhood'), isKind('macrohood')],
      layout: {
        'text-field': name,
        'text-font': FONT,
        'text-size': ['case', isKind('locality'), 13, 11],
        'symbol-sort-key': ['coalesce', ['get', 'min_zoom'], 15],
        'text-padding': 6,
      },
      paint: text,
    },
  ];
}

/** From this zoom on, places are named by the tiles instead of the bundled table. */
export const PLACES_FROM_ZOOM = 10;
