import type { Advice } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { DASHBOARD_LIMITS } from '../farm/land/keys.ts';
import { useAdvice } from '../farm/land/queries.ts';
import { AdviceOrigin, Points } from '../farm/land/score/advice-parts.tsx';
import { useScoreLabels } from '../farm/land/score/score-labels.ts';
import { GUIDE_OF_ACTION } from '../lib/page/guide-slugs.ts';
import { useWide } from '../lib/page/use-wide.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { LoadError } from '../ui/feedback/query-state.tsx';
import { SkeletonText } from '../ui/feedback/skeleton.tsx';

/** Tips that would improve the farmer's scores most, with the points of each. */
export function FarmerAdvice({ shown }: { shown: number }) {
  const t = useT();
  const wide = useWide();
  const advice = useAdvice(DASHBOARD_LIMITS.advice);
  if (advice.isPending) return <SkeletonText lines={4} />;
  if (!advice.data) return <LoadError query={advice} headline={t('dashboard.farmer.adviceFailed')} />;
  if (advice.data.length === 0) return <p className="text-muted">{t('dashboard.farmer.noAdvice')}</p>;
  return (
    <>
      <ul>
        {advice.data.slice(0, shown).map((one) => (
          <li
            key={`${one.landId} ${one.action?.key ?? one.nextEvidence?.code}`}
            className="flex gap-3 border-b border-line py-2.5 first:pt-0 last:border-0 last:pb-0"
          >
            {one.action ? <ActionTip advice={one} action={one.action} /> : <RecordTip advice={one} />}
          </li>
        ))}
      </ul>
      {wide && <AdviceOrigin />}
    </>
  );
}

function ParcelLink({ advice }: { advice: Advice }) {
  return (
    <Link to={paths.landDetail(advice.landId)} className="link">
      {advice.landName}
    </Link>
  );
}

function ActionTip({ advice, action }: { advice: Advice; action: NonNullable<Advice['action']> }) {
  const t = useT();
  const labels = useScoreLabels().action(action);
  return (
    <>
      <Points shown={labels.points} spoken={labels.pointsSpoken} />
      <div className="min-w-0">
        <p className="leading-snug font-semibold sm:leading-normal">{labels.title}</p>
        <p className="max-sm:text-sm">
          <ParcelLink advice={advice} />
          {' · '}
          <Link
            to={paths.guide(GUIDE_OF_ACTION[action.key])}
            className="text-sm text-muted underline underline-offset-2 hover:text-ink"
          >
            {t('score.readGuide')}
          </Link>
        </p>
        <p className="text-sm text-muted max-sm:line-clamp-1">{labels.text}</p>
      </div>
    </>
  );
}

/** More records improve the confidence, not the score, so the number has another style. */
function RecordTip({ advice }: { advice: Advice }) {
  const format = useFormat();
  const labels = useScoreLabels();
  const next = advice.nextEvidence;
  if (!next) return null;
  return (
    <>
      <span
        aria-hidden="true"
        className="num w-15 shrink-0 font-serif text-lg leading-tight sm:w-[4.75rem] sm:text-2xl font-semibold text-water"
      >
        +{format.number(next.confidenceGain, 0)}%
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{labels.next(next)}</p>
        <ParcelLink advice={advice} />
      </div>
    </>
  );
}
