import { useState } from 'react';
import { useT } from '../../../lib/text/i18n.tsx';
import { UnsentBadge } from '../../../outbox/unsent-badge.tsx';
import { useParcels } from '../queries.ts';
import type { RecordKind } from '../records/kinds.ts';
import { RecordForm } from '../records/record-form.tsx';
import { QuickActions } from './quick-actions.tsx';

/** Offline, records can be added even to a parcel that is not stored on this phone. */
export function UncachedParcel({ id }: { id: string }) {
  const t = useT();
  const [kind, setKind] = useState<RecordKind | null>(null);
  const name = useParcels().data?.rows.find(({ _id }) => _id === id)?.name ?? t('land.unknown.name');
  return (
    <>
      <p className="mt-6 mb-3">
        {t('land.unknown.text')} <UnsentBadge id={id} within />
      </p>
      <QuickActions onRecord={setKind} />
      {kind && <RecordForm kind={kind} parcel={{ _id: id, name, size: 0 }} onClose={() => setKind(null)} />}
    </>
  );
}
