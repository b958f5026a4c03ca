import type { Analytics, PolicyEffect } from '@ardhi/contract';
import { MIN_COMPARED } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { Panel } from '../../ui/layout/panel.tsx';

/** Share of readers of each policy, and the score change of readers against non-readers, which proves no cause. */
export function PolicyEffects({ data }: { data: Analytics | undefined }) {
  const t = useT();
  return (
    <Panel title={t('analytics.policy.title')} note={t('analytics.policy.note')}>
      {!data && <SkeletonText lines={4} />}
      {data?.policyEffectiveness.length === 0 && (
        <Empty title={t('analytics.policy.none')} text={t('analytics.policy.noneText')} />
      )}
      <ul className="-mt-2">
        {data?.policyEffectiveness.map((effect) => (
          <Effect key={effect.policyId} effect={effect} />
        ))}
      </ul>
    </Panel>
  );
}

function Effect({ effect }: { effect: PolicyEffect }) {
  const t = useT();
  const format = useFormat();
  const rounded = (value: number) => Math.round(10 * value) / 10;
  const signed = (value: number) => {
    const shown = rounded(value);
    return `${shown > 0 ? '+' : shown < 0 ? '−' : ''}${format.number(Math.abs(shown), 1)}`;
  };
  const share = effect.readShare ?? 0;
  /** Of recipients of all sendings with land on the effective date, so the groups do not add up to those notified. */
  const comparison = () => {
    const { effectiveDate, readersChange, othersChange } = effect;
    if (effectiveDate === null) return t('analytics.policy.noDate');
    const date = format.date(effectiveDate);
    if (effectiveDate > effect.computedOn) return t('analytics.policy.notYet', { date });
    const readers = format.number(effect.readers, 0);
    const others = format.number(effect.others, 0);
    if (readersChange === null || othersChange === null)
      return t('analytics.policy.notEnough', { date, readers, others, fewest: MIN_COMPARED });
    return t('analytics.policy.change', {
      date,
      readers,
      readersChange: signed(readersChange),
      others,
      othersChange: signed(othersChange),
      // Of the numbers as shown, which otherwise contradict it.
      difference: signed(rounded(readersChange) - rounded(othersChange)),
    });
  };
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link className="link font-semibold" to={paths.policy(effect.policyId)}>
          {effect.title}
        </Link>
        <span className="num font-serif text-[1.375rem] leading-tight font-semibold">
          {effect.readShare === null ? '–' : format.percent(share)}
        </span>
      </div>
      <div aria-hidden="true" className="mt-1.5 h-1.5 overflow-hidden rounded bg-grey-soft">
        <div className="h-full rounded bg-water" style={{ width: `${share}%` }} />
      </div>
      <p className="num mt-1.5 text-sm text-muted">
        {t('analytics.policy.read', {
          read: format.number(effect.read, 0),
          notified: format.number(effect.notified, 0),
        })}{' '}
        {effect.sentAt &&
          `${t('analytics.policy.sending', { date: format.date(effect.sentAt), night: format.date(effect.computedOn) })} `}
        {comparison()}
      </p>
    </li>
  );
}
