import { type Bbox, bboxOf, joinBboxes, type Position, type Shape } from '@ardhi/geo';
import { useMemo } from 'react';
import { cx } from '../ui/controls/cx.ts';
import { scoreBucket } from '../ui/controls/score.tsx';
import type { MapParcel, MapStrip } from './map-features.ts';

// Literal class names: Tailwind finds them by scanning the source.
const FILLS = [
  'fill-score-0',
  'fill-score-1',
  'fill-score-2',
  'fill-score-3',
  'fill-score-4',
  'fill-score-5',
];

const WIDTH = 400;
const HEIGHT = 300;
const MARGIN = 28;

const NONE: readonly MapStrip[] = [];

interface SketchProps {
  parcels: readonly MapParcel[];
  strips?: readonly MapStrip[];
  className?: string;
}

/** Parcels as a plain drawing, until the map has loaded or if it cannot be shown. */
export function Sketch({ parcels, strips = NONE, className }: SketchProps) {
  const path = useMemo(() => {
    const shapes = [...parcels, ...strips].map(({ shape }) => shape).filter(({ length }) => length > 0);
    const bbox = joinBboxes(shapes.map(bboxOf));
    return bbox ? pathIn(bbox) : null;
  }, [parcels, strips]);
  if (!path) return null;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      className={cx('size-full', className)}
      fillRule="evenodd"
    >
      {parcels.map(({ id, shape, score }) => (
        <path
          key={id}
          d={path.area(shape)}
          className={cx(FILLS[scoreBucket(score)], 'stroke-ink')}
          fillOpacity={0.75}
          strokeWidth={1.5}
          strokeLinejoin="round"
        />
      ))}
      {strips.map(({ id, shape, stretch }) => (
        <g key={id}>
          <path d={path.area(shape)} className="fill-clay" />
          <path
            d={path.lines(stretch)}
            className="fill-none stroke-clay"
            strokeWidth={6}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </g>
      ))}
    </svg>
  );
}

/** Equirectangular projection, to scale at this latitude. */
function pathIn({ west, south, east, north }: Bbox) {
  const lonScale = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const [wide, high] = [(east - west) * lonScale || 1e-9, north - south || 1e-9];
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, (HEIGHT - 2 * MARGIN) / high);
  const [left, top] = [(WIDTH - wide * scale) / 2, (HEIGHT - high * scale) / 2];
  const project = ([lon, lat]: Position) =>
    `${(left + (lon - west) * lonScale * scale).toFixed(1)} ${(top + (north - lat) * scale).toFixed(1)}`;
  const lineOf = (positions: Position[]) => `M${positions.map(project).join('L')}`;
  return {
    area: (shape: Shape) =>
      shape
        .flat()
        .map((ring) => `${lineOf(ring)}Z`)
        .join(''),
    lines: (lines: Position[][]) => lines.map(lineOf).join(''),
  };
}
