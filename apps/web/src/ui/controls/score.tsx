import { useT } from '../../lib/text/i18n.tsx';
import { cx } from './cx.ts';

export type ScoreBucket = 0 | 1 | 2 | 3 | 4 | 5;

/** A score from 0 to 100; null and undefined mean "not yet assessed". */
export type Score = number | null | undefined;

/** One label for each colour, by bucket. */
export const SCORE_LABELS = [
  'ui.notAssessed',
  'ui.scorePoor',
  'ui.scoreNeedsAttention',
  'ui.scoreFair',
  'ui.scoreGood',
  'ui.scoreVeryGood',
] as const;

// Literal class names: Tailwind finds them by scanning the source.
const FILLS = ['bg-score-0', 'bg-score-1', 'bg-score-2', 'bg-score-3', 'bg-score-4', 'bg-score-5'] as const;

/**
 * Index of colour and label, from the rounded number as displayed: 1 to 5 for 0-20, 21-40, 41-60, 61-80, 81-100;
 * 0 (grey) means "not yet assessed".
 */
export function scoreBucket(score: Score): ScoreBucket {
  if (score === null || score === undefined) return 0;
  return Math.min(5, Math.max(1, Math.ceil(Math.round(score) / 20))) as ScoreBucket;
}

/** Translated score label, e.g. for a chart or a document title. */
export function useScoreLabel(): (score: Score) => string {
  const t = useT();
  return (score) => t(SCORE_LABELS[scoreBucket(score)]);
}

/** Scores are always shown with colour, number and label. */
export function ScoreBadge({
  score,
  large = false,
  className,
}: {
  score: Score;
  large?: boolean;
  className?: string;
}) {
  const label = useScoreLabel()(score);
  const isAssessed = score !== null && score !== undefined;
  return (
    <span
      className={cx(
        'inline-flex items-center gap-2 font-semibold wrap-break-word',
        !isAssessed && 'text-muted',
        className,
      )}
    >
      <span
        aria-hidden="true"
        className={cx('mark shrink-0 rounded-[3px]', large ? 'size-4' : 'size-3', FILLS[scoreBucket(score)])}
      />
      <span>
        {isAssessed && (
          <span className={cx('num', large && 'font-serif text-[2.125rem] leading-tight')}>
            {Math.round(score)}%{' '}
          </span>
        )}
        {label}
      </span>
    </span>
  );
}

/** Colour and number, for rows; the label is read out. */
export function ScoreMark({ score }: { score: Score }) {
  const label = useScoreLabel()(score);
  const isAssessed = score !== null && score !== undefined;
  return (
    <>
      <span
        aria-hidden="true"
        className={cx('mark mr-1.5 inline-block size-2.5 rounded-[3px]', FILLS[scoreBucket(score)])}
      />
      {isAssessed && <span className="num font-semibold text-ink">{Math.round(score)}% </span>}
      <span className={cx(isAssessed && 'max-sm:sr-only')}>{label}</span>
    </>
  );
}

/** Score as a bar. Decorative: the score is next to it as text. */
export function ScoreMeter({ score, className }: { score: Score; className?: string }) {
  const width = `${Math.round(score ?? 0)}%`;
  return (
    <div aria-hidden="true" className={cx('h-2 overflow-hidden rounded bg-grey-soft', className)}>
      <div className={cx('mark h-full rounded', FILLS[scoreBucket(score)])} style={{ width }} />
    </div>
  );
}
