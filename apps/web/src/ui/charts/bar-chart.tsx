import { useNavigate } from 'react-router';
import { ChartFrame, type ChartProps, useWidth } from './chart-frame.tsx';

// Literal class names: Tailwind finds them by scanning the source.
const FILLS = {
  'score-0': 'fill-score-0',
  'score-1': 'fill-score-1',
  'score-2': 'fill-score-2',
  'score-3': 'fill-score-3',
  'score-4': 'fill-score-4',
  'score-5': 'fill-score-5',
  primary: 'fill-primary',
  water: 'fill-water',
  ochre: 'fill-ochre',
  clay: 'fill-clay',
};

export interface Bar {
  key: string;
  label: string;
  value: number;
  /** Formatted value shown at the bar. */
  text: string;
  /** Scores use the score colours; other charts use one colour. */
  tone?: keyof typeof FILLS;
  /** Share of the value that is drawn grey and hatched, explained next to the chart. */
  hatched?: number;
  /** Link to the underlying list. */
  to?: string;
}

export interface BarChartProps extends ChartProps {
  bars: readonly Bar[];
  /** Height of the tallest bar, without the texts above and below. */
  height?: 200 | 220 | 250;
  /** Horizontal rows of one line each, at any width. */
  rows?: boolean;
}

/** Vertical bars with values; horizontal rows if the labels do not fit. */
export function BarChart({ bars, height = 200, rows = false, ...frame }: BarChartProps) {
  const [container, width] = useWidth();
  const drawn = bars.some((bar) => bar.value > 0) ? bars : [];
  const longest = Math.max(0, ...drawn.flatMap((bar) => [bar.label.length, bar.text.length]));
  const isVertical = !rows && width / Math.max(1, drawn.length) >= longest * CHARACTER;
  const description = drawn.map((bar) => `${bar.label}: ${bar.text}`).join('; ');
  const totalHeight = height + 2 * TEXT;
  const rowHeight = rows ? LINE : ROW;
  return (
    <ChartFrame {...frame} rows={drawn} height={rows ? 6 * LINE : totalHeight}>
      <div ref={container} style={{ minHeight: isVertical ? totalHeight : undefined }}>
        {width > 0 && (
          <svg
            role="img"
            aria-label={`${frame.label}. ${description}`}
            width={width}
            height={isVertical ? totalHeight : drawn.length * rowHeight}
            className="block"
          >
            <Hatching />
            {isVertical && <Columns bars={drawn} width={width} height={height} />}
            {!isVertical &&
              (rows ? <Lines bars={drawn} width={width} /> : <Rows bars={drawn} width={width} />)}
          </svg>
        )}
      </div>
    </ChartFrame>
  );
}

const TEXT = 22;
const GAP = 0.1;

/** Lines in the background colour. */
function Hatching() {
  return (
    <pattern id={HATCHING} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="3" height="6" className="fill-surface" />
    </pattern>
  );
}

// Identical in every chart, so duplicate IDs in the document are harmless.
const HATCHING = 'hatching';
const hatchedFill = `url(#${HATCHING})`;

/** Grey below the lines: the colours of the scores are for assessed parcels only. */
function Hatched(place: { x?: number; y: number; width: number; height: number }) {
  return (
    <>
      <rect {...place} className="fill-score-0" />
      <rect {...place} fill={hatchedFill} />
    </>
  );
}

/** Click handler for pointers; keyboard users have the link in the table. */
function useOpen() {
  const navigate = useNavigate();
  return ({ to }: Bar) =>
    to ? { onClick: () => void navigate(to), className: 'cursor-pointer hover:opacity-80' } : {};
}

function Columns({ bars, width, height }: { bars: readonly Bar[]; width: number; height: number }) {
  // A tenth of each step is the gap to the next bar; there is none after the last.
  const step = width / (bars.length - GAP);
  const band = step * (1 - GAP);
  const max = Math.max(...bars.map((bar) => bar.value));
  const floor = TEXT + height;
  const open = useOpen();
  const wide = Math.min(band, 160);
  return (
    <>
      {bars.map((bar, index) => {
        const barHeight = (bar.value / max) * height;
        const middle = index * step + band / 2;
        const top = floor - barHeight;
        const round = Math.min(6, barHeight);
        return (
          <g key={bar.key} textAnchor="middle" {...open(bar)}>
            <path
              className={FILLS[bar.tone ?? 'primary']}
              d={`M${middle - wide / 2} ${floor}V${top + round}q0-${round} ${round}-${round}h${wide - 2 * round}q${round} 0 ${round} ${round}V${floor}z`}
            />
            {bar.hatched !== undefined && (
              <Hatched
                x={middle - wide / 2}
                y={floor - (bar.hatched / max) * height}
                width={wide}
                height={(bar.hatched / max) * height}
              />
            )}
            <text x={middle} y={top - 7} className="num fill-ink text-fine font-semibold">
              {bar.text}
            </text>
            <text x={middle} y={floor + TEXT - 4} className="fill-muted text-fine">
              {bar.label}
            </text>
          </g>
        );
      })}
      <line x1="0" x2={width} y1={floor + 0.5} y2={floor + 0.5} className="stroke-line-strong" />
    </>
  );
}

const ROW = 44;

function Rows({ bars, width }: { bars: readonly Bar[]; width: number }) {
  const max = Math.max(...bars.map((bar) => bar.value));
  const open = useOpen();
  return bars.map((bar, index) => (
    <g key={bar.key} transform={`translate(0 ${index * ROW})`} {...open(bar)}>
      <text y={14} className="fill-muted text-sm">
        {bar.label}
      </text>
      <text x={width} y={14} textAnchor="end" className="num fill-ink text-sm font-semibold">
        {bar.text}
      </text>
      <rect y={22} width={width} height={10} rx={4} className="fill-grey-soft" />
      <rect
        y={22}
        width={(bar.value / max) * width}
        height={10}
        rx={4}
        className={FILLS[bar.tone ?? 'primary']}
      />
      {bar.hatched !== undefined && <Hatched y={22} width={(bar.hatched / max) * width} height={10} />}
    </g>
  ));
}

const LINE = 32;
const CHARACTER = 7.6;

/** Label, bar and value in one line. */
function Lines({ bars, width }: { bars: readonly Bar[]; width: number }) {
  const max = Math.max(...bars.map((bar) => bar.value));
  const left = CHARACTER * Math.max(...bars.map(({ label }) => label.length)) + 8;
  const right = CHARACTER * Math.max(...bars.map(({ text }) => text.length)) + 16;
  const full = Math.max(0, width - left - right);
  const open = useOpen();
  return bars.map((bar, index) => (
    <g key={bar.key} transform={`translate(0 ${index * LINE})`} {...open(bar)}>
      <text y={LINE / 2} dominantBaseline="central" className="fill-muted text-sm">
        {bar.label}
      </text>
      <rect x={left} y={7} width={full} height={LINE - 14} rx={4} className="fill-grey-soft" />
      <rect
        x={left}
        y={7}
        width={(bar.value / max) * full}
        height={LINE - 14}
        rx={4}
        className={FILLS[bar.tone ?? 'primary']}
      />
      <text
        x={width}
        y={LINE / 2}
        textAnchor="end"
        dominantBaseline="central"
        className="num fill-ink text-sm font-semibold"
      >
        {bar.text}
      </text>
    </g>
  ));
}
