import type { DeletedLand } from '@ardhi/contract';
import { useState } from 'react';
import { useFormat, useT } from '../lib/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { useDeletedLands } from './queries.ts';
import { useRestore } from './use-remove-land.ts';

/** What was deleted in the last 30 days and can come back. Nothing at all when there is nothing. */
export function DeletedLands() {
  const t = useT();
  const { data } = useDeletedLands();
  if (!data?.length) return null;
  return (
    <Disclosure
      summary={t('land.deletedList', { count: data.length })}
      className="mt-8 border-t border-line pt-2 text-muted"
    >
      <ul className="text-ink">
        {data.map((land) => (
          <DeletedRow key={land._id} land={land} />
        ))}
      </ul>
    </Disclosure>
  );
}

function DeletedRow({ land }: { land: DeletedLand }) {
  const t = useT();
  const format = useFormat();
  const restore = useRestore();
  const [busy, setBusy] = useState(false);
  const bringBack = async () => {
    setBusy(true);
    await restore(land._id, land.name);
    setBusy(false);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line py-2 last:border-0">
      <span>
        <span className="font-semibold">{land.name}</span>
        <span className="block text-sm text-muted">
          {format.area(land.size)} · {t('land.restorableUntil', { date: format.date(land.restorableUntil) })}
        </span>
      </span>
      <Button
        size="small"
        busy={busy}
        busyLabel={t('land.restoring')}
        aria-label={t('land.restoreOf', { name: land.name })}
        onClick={bringBack}
      >
        {t('land.restore')}
      </Button>
    </li>
  );
}
