import type { ParcelEligibility, RuleResult } from '@ardhi/contract';
import { Check, X } from 'lucide-react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { ScoreBadge } from '../../ui/controls/score.tsx';
import { useRuleLabels } from './rule-labels.ts';

/** Each parcel with its data and the result of each rule. Shared by farmers and officials. */
export function ParcelRules({ parcels }: { parcels: readonly ParcelEligibility[] }) {
  return (
    <ul className="divide-y divide-line">
      {parcels.map((parcel) => (
        <ParcelRow key={parcel._id} parcel={parcel} />
      ))}
    </ul>
  );
}

function ParcelRow({ parcel }: { parcel: ParcelEligibility }) {
  const t = useT();
  const format = useFormat();
  const labels = useRuleLabels();
  const place = [parcel.county, parcel.region && labels.place(parcel.region)].filter(Boolean).join(', ');
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">{parcel.name || t('subsidies.deletedAccount')}</span>
        {parcel.rules.length > 0 && (
          <Badge tone={parcel.meets ? 'ok' : 'wait'}>
            {t(parcel.meets ? 'subsidies.rules.meet' : 'subsidies.rules.meetNot')}
          </Badge>
        )}
      </div>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 text-sm text-muted">
        <span title={format.hectares(parcel.size)}>{format.area(parcel.size)}</span>
        {place && <span>{place}</span>}
        <ScoreBadge score={parcel.status === 'initial' ? null : parcel.sustainabilityScore} />
        {parcel.status !== 'initial' && (
          <span>{t('subsidies.details.confidence', { percent: format.percent(parcel.confidence) })}</span>
        )}
      </p>
      {parcel.rules.length > 0 && (
        <ul className="mt-2 space-y-1.5">
          {parcel.rules.map((rule) => (
            <RuleLine key={rule.rule} rule={rule} />
          ))}
        </ul>
      )}
    </li>
  );
}

function RuleLine({ rule }: { rule: RuleResult }) {
  const t = useT();
  const labels = useRuleLabels();
  const Icon = rule.met ? Check : X;
  return (
    <li className="flex gap-2.5">
      <Icon
        size={18}
        aria-hidden="true"
        className={cx('mt-0.5 shrink-0', rule.met ? 'text-primary' : 'text-clay')}
      />
      <div className="min-w-0">
        <span className="sr-only">{t(rule.met ? 'subsidies.rules.met' : 'subsidies.rules.notMet')} </span>
        {labels.sentence(rule)}
        {labels.remedies(rule).map((remedy) => (
          <span key={remedy} className="block text-sm text-muted">
            {remedy}
          </span>
        ))}
      </div>
    </li>
  );
}
