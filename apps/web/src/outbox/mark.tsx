import type { ReactNode } from 'react';
import { useT } from '../lib/text/i18n.tsx';
import { Badge } from '../ui/controls/badge.tsx';
import { useOutbox } from './current.ts';
import { isUnsent } from './entry.ts';
import { concerns, targetOf } from './relations.ts';

interface UnsentMarkProps {
  /** The row that is shown. */
  id: string;
  /** What belongs to it counts too: the records of a parcel. */
  within?: boolean;
  className?: string;
}

/** Beside a row that the server does not know yet as it is shown here. */
export function UnsentMark({ id, within = false, className }: UnsentMarkProps) {
  const t = useT();
  const mine = useOutbox().entries.filter(
    (entry) => isUnsent(entry) && (within ? concerns(entry, id) : targetOf(entry) === id),
  );
  if (mine.length === 0) return null;
  const stuck = mine.some(({ state }) => state !== 'waiting');
  return (
    <Badge tone={stuck ? 'no' : 'wait'} className={className}>
      {t(stuck ? 'ui.unsent.stuck' : 'ui.unsent.waiting')}
    </Badge>
  );
}

/** The name of a row in a table, and its mark below it. */
export function Marked({ id, children }: { id: string; children: ReactNode }) {
  return (
    <>
      {children}
      <UnsentMark id={id} className="mt-1 block w-fit max-sm:whitespace-normal" />
    </>
  );
}
