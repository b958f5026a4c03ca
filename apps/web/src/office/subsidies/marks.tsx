import type { ManagedSubsidy } from '@ardhi/contract';
import { useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';

type Marked = Pick<ManagedSubsidy, 'marks' | 'status'>;

/** In a table: that two have to agree, and what the first one said. */
export function MarksBadge({ row }: { row: Marked }) {
  const t = useT();
  const [first] = useMarks(row);
  return <Badge tone="info">{first ?? t('subsidies.marks.none')}</Badge>;
}

/** Above a decision: that two have to agree, and who said what of it as it stands now. */
export function MarksLine({ row }: { row: Marked }) {
  const t = useT();
  const said = useMarks(row);
  return (
    <p className="mt-2 border-l-2 border-line-strong pl-3 text-sm">
      <span className="font-semibold">{t('subsidies.decide.needsTwo')}</span> {said.join(' · ')}
      {row.status === 'pending' && said.length > 0 && ` · ${t('subsidies.marks.wanted')}`}
    </p>
  );
}

function useMarks({ marks }: Marked): string[] {
  const t = useT();
  return marks.map(({ by, status }) =>
    t(`subsidies.marks.${status}`, { name: by.name || t('subsidies.deletedAccount') }),
  );
}
