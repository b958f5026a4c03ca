import type { Policy } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Megaphone, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ClampedText } from '../../ui/controls/clamped-text.tsx';
import { PolicyStatusBadge } from './policy-status.tsx';

const ACTIONS = [
  ['edit', Pencil],
  ['delete', Trash2],
  ['notify', Megaphone],
] as const;

interface PolicyRowProps {
  policy: Policy;
  /** False for officials with read access only. */
  actions: Record<(typeof ACTIONS)[number][0], () => void> | false;
}

export function PolicyRow({ policy, actions }: PolicyRowProps) {
  const t = useT();
  const format = useFormat();
  const date = policy.effectiveDate ? format.date(policy.effectiveDate) : t('policies.noDate');
  return (
    <li className="grid gap-x-8 gap-y-3 py-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center">
      <div className="min-w-0">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3>
            <Link to={paths.policy(policy._id)} className="thumb hover:underline">
              {policy.title}
            </Link>
          </h3>
          <PolicyStatusBadge status={policy.status} />
        </div>
        <ClampedText className="prose mt-1" text={policy.description} />
        <p className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted">
          <span>{policy.effectiveDate ? t('policies.effective', { date }) : date}</span>
          <span>
            {policy.notifiedAt
              ? t('policies.notified', { when: format.relative(policy.notifiedAt) })
              : t('policies.notNotified')}
          </span>
        </p>
      </div>
      {actions && (
        <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
          {ACTIONS.map(([name, Icon]) => (
            <Button
              key={name}
              size="small"
              icon={<Icon size={16} aria-hidden="true" />}
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
