import type { TrailSubject } from '@ardhi/contract/audit-actions';
import { useState } from 'react';
import { lazyPage } from '../../lib/page/lazy-page.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Part } from '../../ui/layout/part.tsx';

const trail = lazyPage(() => import('./trail.tsx'), ['audit']);

/** Fetches the audit log only when unfolded: each view is recorded in the data owner's access log. */
export function TrailDisclosure({ of, id }: { of: TrailSubject; id: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Disclosure summary={t('ui.trail')} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {open && (
        <Part>
          <trail.Component of={of} id={id} />
        </Part>
      )}
    </Disclosure>
  );
}
