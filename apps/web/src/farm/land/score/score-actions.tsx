import type { ScoreAction } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { GUIDE_OF_ACTION } from '../../../lib/page/guide-slugs.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { Listen } from '../../../ui/controls/listen.tsx';
import { AdviceOrigin, Points } from './advice-parts.tsx';
import { useScoreLabels } from './score-labels.ts';

/** Advice is always shown with its points. */
export function ScoreActions({ actions }: { actions: readonly ScoreAction[] }) {
  const t = useT();
  const labels = useScoreLabels();
  if (actions.length === 0) return <p className="text-muted">{t('score.noActions')}</p>;
  return (
    <>
      <ul>
        {actions.map((action) => {
          const { title, text, points, pointsSpoken } = labels.action(action);
          return (
            <li
              key={action.key}
              // On a phone the text has the whole width, below points, title and Listen.
              className="flex gap-3 border-b border-line py-2.5 first:pt-0 last:border-0 last:pb-0 max-sm:grid max-sm:grid-cols-[auto_1fr_auto] max-sm:items-center max-sm:gap-y-1"
            >
              <Points shown={points} spoken={pointsSpoken} />
              <div className="min-w-0 max-sm:contents">
                <p className="font-semibold">{title}</p>
                <p className="text-muted max-sm:col-span-3 max-sm:row-start-2 max-sm:text-sm">
                  {text}{' '}
                  <Link to={paths.guide(GUIDE_OF_ACTION[action.key])} className="link text-sm">
                    {t('score.readGuide')}
                  </Link>
                </p>
                <Listen className="max-sm:-mr-2.5 sm:-ml-2.5" title={title} text={`${title}. ${text}`} />
              </div>
            </li>
          );
        })}
      </ul>
      <AdviceOrigin />
    </>
  );
}
