import type { Policy } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { useTranslated } from '../../lib/text/use-translated.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ClampedText } from '../../ui/controls/clamped-text.tsx';
import { PolicyStatusBadge } from './policy-status.tsx';

const ACTIONS = ['edit', 'delete', 'notify'] as const;

interface PolicyRowProps {
  policy: Policy;
  /** False for officials with read access only. */
  actions: Record<(typeof ACTIONS)[number], () => void> | false;
}

export function PolicyRow({ policy, actions }: PolicyRowProps) {
  const t = useT();
  const format = useFormat();
  const translated = useTranslated();
  const date = policy.effectiveDate ? format.date(policy.effectiveDate) : t('policies.noDate');
  return (
    <li className="grid gap-x-8 gap-y-2 py-1.5 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h3 className="text-[1.0625rem]">
            <Link to={paths.policy(policy._id)} className="thumb hover:underline">
              {translated(policy.title, policy.titleSw)}
            </Link>
          </h3>
          <p className="flex flex-wrap items-baseline gap-x-3 text-fine text-muted">
            <PolicyStatusBadge status={policy.status} />
            <span>{date}</span>
            <span>
              {policy.notifiedAt
                ? t('policies.notified', { when: format.relative(policy.notifiedAt) })
                : t('policies.notNotified')}
            </span>
          </p>
        </div>
        <ClampedText
          className="max-w-[95ch] text-sm"
          text={translated(policy.description, policy.descriptionSw)}
        />
      </div>
      {actions && (
        <div className="flex gap-2 max-sm:*:flex-1">
          {ACTIONS.map((name) => (
            <Button
              key={name}
              size="small"
              aria-label={t('policies.actionsFor', { action: t(`policies.${name}`), title: policy.title })}
              onClick={actions[name]}
            >
              {t(`policies.${name}`)}
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}
