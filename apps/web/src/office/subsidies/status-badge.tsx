import type { SubsidyStatus } from '@ardhi/contract';
import { useT } from '../../lib/text/i18n.tsx';
import { Badge, type Tone } from '../../ui/controls/badge.tsx';

const TONES: Record<SubsidyStatus, Tone> = {
  pending: 'wait',
  approved: 'ok',
  rejected: 'no',
  withdrawn: 'off',
};

/** The text repeats the status, so that it does not depend on colour alone. */
export function StatusBadge({ status }: { status: SubsidyStatus }) {
  const t = useT();
  return <Badge tone={TONES[status]}>{t(`subsidies.status.${status}`)}</Badge>;
}
