import type { ManagedSubsidy } from '@ardhi/contract';
import { useUser } from '../../lib/session/session.tsx';
import { LazyTemplateSelect } from '../../records/templates/lazy-template-select.tsx';

interface CaseTemplateProps {
  kind: 'return' | 'rejection';
  row: ManagedSubsidy;
  getText: () => string;
  onText: (text: string) => void;
}

/** Fills the reason of a return or rejection from a template of the office, in the farmer's language. */
export function CaseTemplate({ kind, row, ...text }: CaseTemplateProps) {
  const { name } = useUser();
  const { applicant } = row;
  if (!applicant) return null;
  return (
    <LazyTemplateSelect
      kind={kind}
      language={applicant.language}
      values={{
        farmer: applicant.name,
        official: name,
        application: row.name,
        reference: row.reference,
        amount: row.amount,
        programme: row.programmeName ?? undefined,
        county: row.county,
      }}
      {...text}
    />
  );
}
