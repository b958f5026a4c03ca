import type { PolicyStatus } from '@ardhi/contract';
import { useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';

export function PolicyStatusBadge({ status, className }: { status: PolicyStatus; className?: string }) {
  const t = useT();
  return (
    <Badge tone={status === 'Active' ? 'ok' : 'wait'} className={className}>
      {t(`policies.status.${status}`)}
    </Badge>
  );
}
