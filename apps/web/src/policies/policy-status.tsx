import type { PolicyStatus } from '@ardhi/contract';
import { useT } from '../lib/i18n.tsx';
import { Badge } from '../ui/badge.tsx';

/** Officials read the status they set; farmers are told what a Draft means. */
export function PolicyStatusBadge({ status, explained }: { status: PolicyStatus; explained?: boolean }) {
  const t = useT();
  if (status === 'Active') return <Badge tone="ok">{t('policies.status.Active')}</Badge>;
  return <Badge tone="wait">{t(explained ? 'policies.proposal' : 'policies.status.Draft')}</Badge>;
}
