import type { ReactNode } from 'react';
import { useT } from '../lib/text/i18n.tsx';
import { Badge } from '../ui/controls/badge.tsx';
import { useOutbox } from './current.ts';
import { isUnsent } from './entry.ts';
import { concerns, targetOf } from './relations.ts';

interface UnsentMarkProps {
  /** ID of the row. */
  id: string;
  /** Also counts changes of rows that belong to it, e.g. the records of a parcel. */
  within?: boolean;
  className?: string;
}

/** Badge for a row with unsent changes. */
export function UnsentBadge({ id, within = false, className }: UnsentMarkProps) {
  const t = useT();
  const unsent = useOutbox().entries.filter(
    (entry) => isUnsent(entry) && (within ? concerns(entry, id) : targetOf(entry) === id),
  );
  if (unsent.length === 0) return null;
  const isStuck = unsent.some(({ state }) => state !== 'waiting');
  return (
    <Badge tone={isStuck ? 'no' : 'wait'} className={className}>
      {t(isStuck ? 'ui.unsent.stuck' : 'ui.unsent.waiting')}
    </Badge>
  );
}

/** The name of a row in a table with its badge below. */
export function WithUnsentBadge({ id, children }: { id: string; children: ReactNode }) {
  return (
    <>
      {children}
      <UnsentBadge id={id} className="mt-1 block w-fit max-sm:whitespace-normal" />
    </>
  );
}
