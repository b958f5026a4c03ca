/** Map styles and features of the boundary editor. */
import { distanceBetween, type Position, type Shape } from '@ardhi/geo';
import type { Feature, FeatureCollection } from 'geojson';
import type { FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { MapColours } from '../../../map/colours.ts';
import { collection, feature } from '../../../map/geojson.ts';
import {
  type EditorState,
  type Outline,
  shapeOfDrawing,
  type VertexRef,
  vertexTotal,
} from './editor-state.ts';

export const EDITOR_SOURCE = 'editor';
const FONT = ['system-ui', 'Noto Sans', 'sans-serif'];

const kind = (...names: string[]): FilterSpecification => ['in', ['get', 'kind'], ['literal', names]];

export function editorLayers(colours: MapColours): LayerSpecification[] {
  const source = EDITOR_SOURCE;
  return [
    {
      id: 'editor-area',
      type: 'fill',
      source,
      filter: kind('area'),
      paint: { 'fill-color': colours.primary, 'fill-opacity': 0.22 },
    },
    {
      id: 'editor-edges',
      type: 'line',
      source,
      filter: kind('edge'),
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': colours.primary, 'line-width': 3 },
    },
    {
      id: 'editor-rubber',
      type: 'line',
      source,
      filter: kind('rubber'),
      paint: { 'line-color': colours.primary, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    {
      id: 'editor-lengths',
      type: 'symbol',
      source,
      filter: kind('length'),
      layout: {
        'text-field': ['get', 'text'],
        'text-font': FONT,
        'text-size': 13,
        'text-padding': 2,
        // Above the handle in the middle of the edge.
        'text-offset': [0, -1],
        'symbol-sort-key': ['get', 'order'],
      },
      paint: { 'text-color': colours.ink, 'text-halo-color': colours.surface, 'text-halo-width': 2 },
    },
    {
      id: 'editor-midpoints',
      type: 'circle',
      source,
      filter: kind('midpoint'),
      paint: {
        'circle-radius': 5,
        'circle-color': colours.surface,
        'circle-stroke-color': colours.primary,
        'circle-stroke-width': 1.5,
        'circle-opacity': 0.85,
      },
    },
    {
      id: 'editor-vertices',
      type: 'circle',
      source,
      filter: kind('vertex', 'first', 'chosen'),
      paint: {
        'circle-radius': ['match', ['get', 'kind'], 'chosen', 10, 'first', 9, 7.5],
        'circle-color': [
          'match',
          ['get', 'kind'],
          'chosen',
          colours.ochre,
          'first',
          colours.surface,
          colours.primary,
        ],
        'circle-stroke-color': ['match', ['get', 'kind'], 'first', colours.primary, colours.surface],
        'circle-stroke-width': 2.5,
      },
    },
    {
      id: 'editor-fault',
      type: 'circle',
      source,
      filter: kind('fault'),
      paint: {
        'circle-radius': 16,
        'circle-color': colours.clay,
        'circle-opacity': 0.25,
        'circle-stroke-color': colours.clay,
        'circle-stroke-width': 3,
      },
    },
  ];
}

/** Above this number, labels and handles would cover the map and are omitted. */
const MAX_HANDLES = 400;

/** For example "24 m". */
type FormatLength = (metres: number) => string;

interface EditorPicture {
  state: EditorState;
  pointer: Position | null;
  fault: Position | null;
  length: FormatLength;
}

export function editorFeatures({ state, pointer, fault, length }: EditorPicture): FeatureCollection {
  const { outlines, draft } = state;
  const shown = draft ? [...outlines, draft] : outlines;
  const features: Feature[] = [
    ...areaFeature(shapeOfDrawing(state)),
    ...shown.flatMap((outline, index) => edges(outline, index < outlines.length)),
    ...rubber(draft, pointer),
  ];
  if (vertexTotal(state) <= MAX_HANDLES) {
    features.push(
      ...shown.flatMap((outline, index) => lengths(outline, index < outlines.length, length)),
      ...pointerLabel(draft, pointer, length),
      ...shown.flatMap((outline, index) => handles(outline, index, index < outlines.length, state.chosen)),
    );
  }
  if (fault) features.push(point('fault', fault));
  return collection(features);
}

const point = (name: string, coordinates: Position, more: object = {}) =>
  feature({ kind: name, ...more }, { type: 'Point', coordinates });

const line = (name: string, coordinates: Position[]) =>
  feature({ kind: name }, { type: 'LineString', coordinates });

function areaFeature(coordinates: Shape): Feature[] {
  if (coordinates.length === 0) return [];
  return [feature({ kind: 'area' }, { type: 'MultiPolygon', coordinates })];
}

/** A closed outline has an extra edge from the last vertex to the first. */
function edgesOf({ vertices }: Outline, closed: boolean): [from: Position, to: Position][] {
  return vertices.flatMap((from, index): [Position, Position][] => {
    const next = vertices[index + 1] ?? (closed ? vertices[0] : undefined);
    return next ? [[from, next]] : [];
  });
}

const edges = (outline: Outline, closed: boolean) =>
  edgesOf(outline, closed).map((edge) => line('edge', edge));

function rubber(draft: Outline | null, pointer: Position | null): Feature[] {
  const [first, last] = [draft?.vertices[0], draft?.vertices.at(-1)];
  if (!draft || !first || !last) return [];
  const features = pointer ? [line('rubber', [last, pointer])] : [];
  if (draft.vertices.length >= 2) features.push(line('rubber', [pointer ?? last, first]));
  return features;
}

const midpointOf = (from: Position, to: Position): Position => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];

function lengthLabel(from: Position, to: Position, length: FormatLength, order: number): Feature {
  return point('length', midpointOf(from, to), { text: length(distanceBetween(from, to)), order });
}

/** No label while the pointer is still on the vertex just added. */
function pointerLabel(draft: Outline | null, pointer: Position | null, length: FormatLength): Feature[] {
  const last = draft?.vertices.at(-1);
  if (!last || !pointer || distanceBetween(last, pointer) < 0.5) return [];
  return [lengthLabel(last, pointer, length, 0)];
}

const lengths = (outline: Outline, closed: boolean, length: FormatLength) =>
  edgesOf(outline, closed).map(([from, to], index) => lengthLabel(from, to, length, index + 1));

function handles(outline: Outline, index: number, closed: boolean, chosen: VertexRef | null): Feature[] {
  const vertices = outline.vertices.map((position, vertex) => {
    const isChosen = chosen?.outline === index && chosen.vertex === vertex;
    const first = !closed && vertex === 0 && outline.vertices.length >= 3;
    return point(isChosen ? 'chosen' : first ? 'first' : 'vertex', position, { outline: index, vertex });
  });
  const midpoints = closed
    ? edgesOf(outline, true).map(([from, to], vertex) =>
        point('midpoint', midpointOf(from, to), { outline: index, vertex: vertex + 1 }),
      )
    : [];
  return [...midpoints, ...vertices];
}
