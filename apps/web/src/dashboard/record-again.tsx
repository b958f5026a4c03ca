/** Records of the last time, repeated in one tap: spraying and machine hours, which the season plan does not propose. */
import type { EquipmentDetail, ParcelDetail } from '@ardhi/contract';
import { useQueries } from '@tanstack/react-query';
import { Bug, Tractor } from 'lucide-react';
import { calls as equipmentCalls } from '../farm/equipment/calls.ts';
import { equipmentQuery, useEquipment } from '../farm/equipment/queries.ts';
import { parcelQuery } from '../farm/land/parcel-query.ts';
import { type QuickRecord, useQuickRecord } from '../farm/land/plan/use-quick-record.ts';
import { useParcels } from '../farm/land/queries.ts';
import { useAction } from '../farm/use-action.ts';
import { today } from '../lib/device/clock.ts';
import { newId } from '../lib/device/id.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { useQueuedWrite } from '../outbox/use-queued-write.ts';
import { Button } from '../ui/controls/button.tsx';

/** Latest first by date. */
const latest = <T,>(rows: readonly T[], dateOf: (row: T) => string): T | undefined =>
  rows.toSorted((a, b) => (dateOf(a) < dateOf(b) ? 1 : -1))[0];

/** The farm's last spraying, from the details on the phone. */
function useLastSpraying() {
  const { data } = useParcels();
  const details = useQueries({
    queries: (data?.rows ?? []).map(({ _id }) => ({ ...parcelQuery(_id), enabled: false })),
    combine: (queries) => queries.flatMap(({ data: detail }): ParcelDetail[] => (detail ? [detail] : [])),
  });
  const last = latest(
    details.flatMap((parcel) => parcel.pesticideUsage.map((usage) => ({ parcel, usage }))),
    ({ usage }) => usage.date,
  );
  if (!last) return undefined;
  const { product, amount, unit } = last.usage;
  const record: QuickRecord = { kind: 'pesticides', body: { product, amount, unit } };
  return { parcel: last.parcel, record };
}

/** The machine that was used last, and its hours. */
function useLastHours() {
  const { data } = useEquipment();
  const inUse = (data?.rows ?? []).filter(({ status }) => status !== 'retired');
  const details = useQueries({
    queries: inUse.map(({ _id }) => ({ ...equipmentQuery(_id), enabled: false })),
    combine: (queries) => queries.flatMap(({ data: detail }): EquipmentDetail[] => (detail ? [detail] : [])),
  });
  return latest(
    details.flatMap((machine) => machine.usage.map(({ date, hours }) => ({ machine, date, hours }))),
    ({ date }) => date,
  );
}

export function RecordAgain({ onClose }: { onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const act = useAction();
  const quick = useQuickRecord();
  const spraying = useLastSpraying();
  const hours = useLastHours();
  const addHours = useQueuedWrite('PUT /equipment/{id}/usage', equipmentCalls);
  const removeHours = useQueuedWrite('DELETE /equipment/{id}/usage/{recordId}', equipmentCalls);
  if (!spraying && !hours) return null;

  const spray = async () => {
    if (spraying && (await quick.record(spraying.parcel, spraying.record))) onClose();
  };
  const use = async () => {
    if (!hours) return;
    const params = { id: hours.machine._id };
    const _id = newId();
    const isDone = await act({
      run: () => addHours.mutateAsync({ params, body: { _id, hours: hours.hours, date: today() } }),
      done: t('dashboard.record.hoursSaved', { hours: format.number(hours.hours), name: hours.machine.name }),
      failed: 'dashboard.record.hoursFailed',
      onUndo: () =>
        void act({
          run: () => removeHours.mutateAsync({ params: { ...params, recordId: _id } }),
          done: t('plan.undone'),
          failed: 'dashboard.record.hoursFailed',
        }),
    });
    if (isDone) onClose();
  };
  return (
    <section aria-label={t('dashboard.record.again')} className="mt-4 space-y-2.5">
      <h3>{t('dashboard.record.again')}</h3>
      {spraying && (
        <Button
          wide
          busy={quick.isPending}
          icon={<Bug size={20} aria-hidden="true" className="text-primary" />}
          onClick={() => void spray()}
        >
          {quick.textOf(spraying.record)} · {spraying.parcel.name}
        </Button>
      )}
      {hours && (
        <Button
          wide
          busy={addHours.isPending}
          icon={<Tractor size={20} aria-hidden="true" className="text-primary" />}
          onClick={() => void use()}
        >
          {t('dashboard.record.hoursAgain', {
            hours: format.number(hours.hours),
            name: hours.machine.name,
          })}
        </Button>
      )}
    </section>
  );
}
