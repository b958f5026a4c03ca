import { useFormat } from '../../../lib/text/i18n.tsx';
import { type Score, ScoreMeter, useScoreLabel } from '../../../ui/controls/score.tsx';
import type { StatTileProps } from '../../../ui/layout/stat-tiles.tsx';

/** Props of a stat tile for a score. `more` follows the label. */
export function useScoreTile(): (score: Score, more?: string) => Pick<StatTileProps, 'value' | 'note'> {
  const format = useFormat();
  const label = useScoreLabel();
  return (score, more) => ({
    value: score === null || score === undefined ? '–' : format.percent(score),
    note: (
      <>
        <ScoreMeter score={score} className="mt-0.5 mb-1.5 max-w-40 max-sm:hidden" />
        {more ? `${label(score)} · ${more}` : label(score)}
      </>
    ),
  });
}
