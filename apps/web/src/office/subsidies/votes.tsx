import type { ManagedSubsidy } from '@ardhi/contract';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';

type VotedRow = Pick<ManagedSubsidy, 'marks' | 'status'>;

/** Table badge for four-eyes approval, with the first vote. */
export function VotesBadge({ row }: { row: VotedRow }) {
  const t = useT();
  const [first] = useVoteTexts(row);
  return <Badge tone="info">{first ?? t('subsidies.marks.none')}</Badge>;
}

/** Notice above a decision: four-eyes approval is required, with the votes on the current revision. */
export function VotesLine({ row }: { row: VotedRow }) {
  const t = useT();
  const format = useFormat();
  const texts = useVoteTexts(row);
  const votes = row.marks.map(({ at }, index) => `${texts[index]}, ${format.dateTime(at)}`);
  return (
    <p className="mt-2 border-l-2 border-line-strong pl-3 text-sm">
      <span className="font-semibold">{t('subsidies.decide.needsTwo')}</span> {votes.join(' · ')}
      {row.status === 'pending' && votes.length > 0 && ` · ${t('subsidies.marks.wanted')}`}
    </p>
  );
}

function useVoteTexts({ marks }: VotedRow): string[] {
  const t = useT();
  return marks.map(({ by, status }) =>
    t(`subsidies.marks.${status}`, { name: by.name || t('subsidies.deletedAccount') }),
  );
}
