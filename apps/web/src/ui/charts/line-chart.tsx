import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { cx } from '../controls/cx.ts';
import { ChartFrame, type ChartProps, useWidth } from './chart-frame.tsx';
import { linearScale, roundTicks } from './scale.ts';

export interface Point {
  /** YYYY-MM-DD: position on the time axis. */
  date: string;
  /** Formatted date. */
  label: string;
  /** Basis of the value, beside the date but not on the axis. */
  basis?: string;
  value: number;
  text: string;
}

export interface LineChartProps extends ChartProps {
  points: readonly Point[];
  height?: number;
  /** Minimum and maximum of the scale, e.g. [0, 100] for scores; default: zero to the largest value. */
  domain?: readonly [number, number];
  formatTick: (value: number, highest: number) => string;
  tone?: keyof typeof TONES;
}

const TONES = {
  primary: { stroke: 'stroke-primary', fill: 'fill-primary' },
  water: { stroke: 'stroke-water', fill: 'fill-water' },
  ochre: { stroke: 'stroke-ochre', fill: 'fill-ochre' },
};

const LEFT = 48;
const SIDE = 8;
const TOP = 12;
const BOTTOM = 26;

/** Value over time. Arrow keys or a finger select a point, which is announced and shown above the chart. */
export function LineChart({
  points,
  height = 200,
  domain,
  formatTick,
  tone = 'primary',
  ...frame
}: LineChartProps) {
  const [container, width] = useWidth();
  const [chosen, setChosen] = useState<number | null>(null);
  const nameOf = ({ label, basis }: Point) => (basis ? `${label} (${basis})` : label);
  const rows = points.map((point) => ({ key: point.date, label: nameOf(point), text: point.text }));
  const last = points.length - 1;
  const at = Math.min(chosen ?? last, last);
  const current = points[at];

  const times = points.map((point) => Date.parse(point.date));
  const x = linearScale(
    [times[0] ?? 0, times[last] ?? 1],
    last > 0 ? [LEFT, width - SIDE] : [(LEFT + width) / 2, (LEFT + width) / 2],
  );
  const ticks = roundTicks(domain ?? [0, Math.max(1, ...points.map((point) => point.value))], 3);
  const y = linearScale([ticks[0] ?? 0, ticks.at(-1) ?? 1], [height - BOTTOM, TOP]);
  const spots = points.map((point, index) => ({ x: x(times[index] ?? 0), y: y(point.value) }));
  const floor = height - BOTTOM;
  const path = `M${spots.map((spot) => `${spot.x},${spot.y}`).join('L')}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = {
      ArrowRight: 1,
      ArrowUp: 1,
      ArrowLeft: -1,
      ArrowDown: -1,
      Home: -points.length,
      End: points.length,
    }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setChosen(Math.min(last, Math.max(0, at + step)));
  };
  const onPointerMove = (event: PointerEvent) => {
    const left = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const distances = spots.map((spot) => Math.abs(spot.x - left));
    setChosen(distances.indexOf(Math.min(...distances)));
  };
  return (
    <ChartFrame {...frame} rows={rows} height={height}>
      {current && (
        <p className="num mb-1 text-sm" aria-hidden="true">
          <span className="font-semibold">{current.text}</span>{' '}
          <span className="text-muted">{nameOf(current)}</span>
        </p>
      )}
      <div
        ref={container}
        role="slider"
        tabIndex={0}
        aria-label={frame.label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={at + 1}
        aria-valuetext={current && `${nameOf(current)}: ${current.text}`}
        className="touch-pan-y rounded"
        style={{ minHeight: height }}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
      >
        {width > 0 && (
          <svg aria-hidden="true" width={width} height={height} className="block">
            {ticks.map((tick) => (
              <g key={tick} transform={`translate(0 ${y(tick)})`}>
                <line x1={LEFT} x2={width} className="stroke-line" />
                <text x={LEFT - 8} y="4" textAnchor="end" className="num fill-muted text-fine">
                  {formatTick(tick, ticks.at(-1) ?? 0)}
                </text>
              </g>
            ))}
            <path className={cx(TONES[tone].fill, 'opacity-10')} d={`${path}V${floor}H${spots[0]?.x}Z`} />
            <path
              fill="none"
              strokeWidth="2"
              strokeLinejoin="round"
              className={TONES[tone].stroke}
              d={path}
            />
            {spots.map((spot, index) => (
              <circle
                key={points[index]?.date}
                cx={spot.x}
                cy={spot.y}
                r={index === at ? 6 : 3.5}
                strokeWidth="2"
                className={cx(TONES[tone].fill, 'stroke-surface')}
              />
            ))}
            <text x={LEFT} y={height - 6} className="fill-muted text-fine">
              {last > 0 && points[0]?.label}
            </text>
            <text x={width} y={height - 6} textAnchor="end" className="fill-muted text-fine">
              {points[last]?.label}
            </text>
          </svg>
        )}
      </div>
    </ChartFrame>
  );
}
