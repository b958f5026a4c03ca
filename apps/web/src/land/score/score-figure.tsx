import { useFormat } from '../../lib/i18n.tsx';
import { type Score, ScoreMeter, useScoreLabel } from '../../ui/score.tsx';
import type { StatTileProps } from '../../ui/stat-tiles.tsx';

/** A score in a strip of figures: the figure large, its colour and word below. `more` follows the word. */
export function useScoreFigure(): (score: Score, more?: string) => Pick<StatTileProps, 'value' | 'note'> {
  const format = useFormat();
  const word = useScoreLabel();
  return (score, more) => ({
    value: score === null || score === undefined ? '–' : format.percent(score),
    note: (
      <>
        <ScoreMeter score={score} className="mt-0.5 mb-1.5 max-w-40" />
        {more ? `${word(score)} · ${more}` : word(score)}
      </>
    ),
  });
}
