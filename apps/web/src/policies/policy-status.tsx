import type { PolicyStatus } from '@ardhi/contract';
import { useT } from '../lib/i18n.tsx';
import { Badge } from '../ui/badge.tsx';

/** Officials read the status they set; farmers are told what a Draft means. */
export function PolicyStatusBadge({
  status,
  explained,
  className,
}: {
  status: PolicyStatus;
  explained?: boolean;
  className?: string;
}) {
  const t = useT();
  const draft = t(explained ? 'policies.proposal' : 'policies.status.Draft');
  return (
    <Badge tone={status === 'Active' ? 'ok' : 'wait'} className={className}>
      {status === 'Active' ? t('policies.status.Active') : draft}
    </Badge>
  );
}
