import type { ScoreAction } from '@ardhi/contract';
import { Link } from 'react-router';
import { GUIDE_OF_ACTION } from '../../lib/guide-slugs.ts';
import { useT } from '../../lib/i18n.tsx';
import { paths } from '../../lib/paths.ts';
import { useScoreLabels } from './score-labels.ts';

/** Advice always comes with its points. */
export function ScoreActions({ actions }: { actions: readonly ScoreAction[] }) {
  const t = useT();
  const labels = useScoreLabels();
  if (actions.length === 0) return <p className="text-muted">{t('score.noActions')}</p>;
  return (
    <ul>
      {actions.map((action) => {
        const { title, text, points, pointsSpoken } = labels.action(action);
        return (
          <li
            key={action.key}
            className="flex gap-4 border-b border-line py-3 first:pt-1 last:border-0 last:pb-0"
          >
            <Points shown={points} spoken={pointsSpoken} />
            <div className="min-w-0">
              <p className="font-semibold">{title}</p>
              <p className="text-muted">{text}</p>
              <Link
                to={paths.guide(GUIDE_OF_ACTION[action.key])}
                className="link inline-flex min-h-11 items-center text-sm sm:pointer-fine:min-h-9"
              >
                {t('score.readGuide')}
              </Link>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** The figure before a piece of advice. */
export function Points({ shown, spoken }: { shown: string; spoken: string }) {
  return (
    <span className="num w-[4.25rem] shrink-0 whitespace-nowrap font-serif text-[1.625rem] leading-tight font-semibold text-primary">
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{spoken}</span>
    </span>
  );
}
