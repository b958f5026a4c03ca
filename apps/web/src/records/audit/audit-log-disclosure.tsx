import type { HistorySubject } from '@ardhi/contract/audit-actions';
import { useState } from 'react';
import { lazyPage } from '../../lib/page/lazy-page.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { LazyPart } from '../../ui/layout/part.tsx';

const trail = lazyPage(() => import('./entity-audit-log.tsx'), ['audit', 'land']);

/** Fetches the audit log only when unfolded: each view is recorded in the data owner's access log. */
export function AuditLogDisclosure({ of, id }: { of: HistorySubject; id: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Disclosure summary={t('ui.trail')} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {open && (
        <LazyPart>
          <trail.Component of={of} id={id} />
        </LazyPart>
      )}
    </Disclosure>
  );
}
