/** Record sheet: choose an activity, then fill in its form, preset to the last used parcel. Loaded when opened. */

import { paths } from '@ardhi/contract/paths';
import { Tractor, Wheat } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMatch } from 'react-router';
import { useEquipment } from '../farm/equipment/queries.ts';
import { UsageDialog } from '../farm/equipment/usage-dialog.tsx';
import { useParcels } from '../farm/land/queries.ts';
import { HarvestDialog } from '../farm/land/records/harvest-form.tsx';
import { RECORD_ICONS } from '../farm/land/records/icons.ts';
import { RECORD_KINDS, type RecordKind } from '../farm/land/records/kinds.ts';
import { RecordForm } from '../farm/land/records/record-form.tsx';
import { today } from '../lib/device/dates.ts';
import { storage } from '../lib/device/storage.ts';
import { useT } from '../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { useReadersWords } from '../ui/controls/known-name.tsx';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { LoadError } from '../ui/feedback/query-state.tsx';
import { SkeletonText } from '../ui/feedback/skeleton.tsx';
import { SelectField } from '../ui/forms/field.tsx';
import { RecordAgain } from './record-again.tsx';

const JOBS = [...RECORD_KINDS, 'harvest', 'hours'] as const;
type Job = (typeof JOBS)[number];

const ICONS = { ...RECORD_ICONS, harvest: Wheat, hours: Tractor };

export default function RecordSheet({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [job, setJob] = useState<Job | null>(null);
  if (job === 'hours') return <HoursForm onClose={onClose} />;
  if (job === 'harvest') return <HarvestForm onClose={onClose} onCrop={() => setJob('crops')} />;
  if (job) return <OnParcel kind={job} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title={t('places.record')} text={t('dashboard.record.what')}>
      <ul className="grid grid-cols-2 gap-2.5 min-[340px]:grid-cols-3">
        {JOBS.map((one) => {
          const Icon = ICONS[one];
          return (
            <li key={one} className="grid">
              <button
                type="button"
                className="btn min-h-20 flex-col px-1"
                data-autofocus={one === JOBS[0] || undefined}
                onClick={() => setJob(one)}
              >
                <Icon size={22} aria-hidden="true" className="text-primary" />
                {t(`dashboard.record.${one}`)}
              </button>
            </li>
          );
        })}
      </ul>
      <RecordAgain onClose={onClose} />
    </Dialog>
  );
}

/** Puts the row last chosen on this device first. */
function useLastFirst<Row extends { _id: string }>(key: string, rows: readonly Row[] = [], first?: string) {
  const [last] = useState(() => first ?? storage.get(key));
  const [chosen, setChosen] = useState<string | null>(null);
  const known = rows.find(({ _id }) => _id === last);
  const sorted = known ? [known, ...rows.filter((row) => row !== known)] : rows;
  return {
    sorted,
    row: rows.find(({ _id }) => _id === chosen) ?? sorted[0],
    choose: (id: string) => {
      setChosen(id);
      storage.set(key, id);
    },
  };
}

function OnParcel({ kind, onClose }: { kind: RecordKind; onClose: () => void }) {
  const t = useT();
  const parcels = useParcels();
  // On a parcel's page, preselect that parcel.
  const currentParcelId = useMatch(paths.landDetail(':id'))?.params.id;
  const { sorted, row, choose } = useLastFirst('recordParcel', parcels.data?.rows, currentParcelId);
  if (!row)
    return <FormUnavailable query={parcels} onClose={onClose} empty={<NoParcel onClose={onClose} />} />;
  return (
    <RecordForm
      kind={kind}
      parcel={row}
      parcelChoice={
        // A single parcel is not asked for.
        sorted.length > 1 && (
          <SelectField
            label={t('dashboard.record.parcel')}
            value={row._id}
            onChange={(event) => choose(event.target.value)}
            options={sorted.map(({ _id, name }) => ({ value: _id, label: name }))}
          />
        )
      }
      onClose={onClose}
    />
  );
}

function HarvestForm({ onClose, onCrop }: { onClose: () => void; onCrop: () => void }) {
  const t = useT();
  const parcels = useParcels();
  const wordOf = useReadersWords('crop');
  const [chosen, setChosen] = useState<string | null>(null);
  const unharvested = (parcels.data?.rows ?? [])
    .flatMap((parcel) => parcel.crops.map((crop) => ({ parcel, crop })))
    .filter(({ crop }) => !crop.yieldConfirmed && crop.plantingDate <= today())
    .sort((a, b) => a.crop.harvestDate.localeCompare(b.crop.harvestDate));
  const row = unharvested.find(({ crop }) => crop._id === chosen) ?? unharvested[0];
  if (!row) {
    const add = <Button onClick={onCrop}>{t('land.action.addCrop')}</Button>;
    const empty = parcels.data?.rows.length ? (
      <Empty title={t('dashboard.record.noHarvest')} action={add} />
    ) : (
      <NoParcel onClose={onClose} />
    );
    return <FormUnavailable query={parcels} onClose={onClose} empty={empty} />;
  }
  return (
    <HarvestDialog
      {...row}
      cropChoice={
        <SelectField
          label={t('land.crop.column')}
          value={row.crop._id}
          onChange={(event) => setChosen(event.target.value)}
          options={unharvested.map(({ parcel, crop }) => ({
            value: crop._id,
            label: `${wordOf(crop.name)}, ${parcel.name}`,
          }))}
        />
      }
      onClose={onClose}
    />
  );
}

function HoursForm({ onClose }: { onClose: () => void }) {
  const t = useT();
  const equipment = useEquipment();
  const inUse = equipment.data?.rows.filter(({ status }) => status !== 'retired');
  const { sorted, row, choose } = useLastFirst('recordMachine', inUse);
  if (!row) {
    const add = (
      <ButtonLink to={paths.equipment} onClick={onClose}>
        {t('equipment.addFirst')}
      </ButtonLink>
    );
    const empty = <Empty title={t('equipment.none')} text={t('equipment.noneText')} action={add} />;
    return <FormUnavailable query={equipment} onClose={onClose} empty={empty} />;
  }
  return (
    <UsageDialog
      equipment={row}
      equipmentChoice={
        <SelectField
          label={t('dashboard.record.machine')}
          value={row._id}
          onChange={(event) => choose(event.target.value)}
          options={sorted.map(({ _id, name }) => ({ value: _id, label: name }))}
        />
      }
      onClose={onClose}
    />
  );
}

function NoParcel({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Empty
      title={t('land.list.empty')}
      text={t('land.list.emptyText')}
      action={
        <ButtonLink variant="main" to={paths.landAdd} onClick={onClose}>
          {t('land.list.addFirst')}
        </ButtonLink>
      }
    />
  );
}

interface FormUnavailableProps {
  query: ReturnType<typeof useParcels> | ReturnType<typeof useEquipment>;
  empty: ReactNode;
  onClose: () => void;
}

/** Shown instead of a form while its data is loading, failed to load, or does not exist. */
function FormUnavailable({ query, empty, onClose }: FormUnavailableProps) {
  const t = useT();
  return (
    <Dialog open onClose={onClose} title={t('places.record')}>
      {query.isPending && (
        <div aria-busy="true">
          <SkeletonText lines={4} />
        </div>
      )}
      <LoadError query={query} headline={t('dashboard.record.failed')} />
      {query.data && empty}
    </Dialog>
  );
}
