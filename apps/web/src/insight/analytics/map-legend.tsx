import { useT } from '../../lib/text/i18n.tsx';
import { bandNames } from './labels.ts';

/** Not assessed, then the five ranges. Written out because Tailwind only generates class names found in the source. */
export const SCORE_SHADES = [
  'fill-score-0',
  'fill-score-1',
  'fill-score-2',
  'fill-score-3',
  'fill-score-4',
  'fill-score-5',
];

type ShadeName = [shade: string, name: string];

export function useScoreShades(): ShadeName[] {
  const names = bandNames(useT());
  return SCORE_SHADES.map((shade, index) => [shade, names[index]!]);
}

/** Colour legend of a map. */
export function Legend({ label, shades }: { label: string; shades: ShadeName[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-fine text-muted" aria-label={label}>
      {shades.map(([shade, name]) => (
        <li key={shade} className="inline-flex items-center gap-1.5">
          <svg aria-hidden="true" width="14" height="14">
            <rect width="14" height="14" rx="3" className={shade} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}
