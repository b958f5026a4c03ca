import type { Crop, ParcelDetail } from '@ardhi/contract';
import { today } from '../../lib/dates.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { Marked } from '../../outbox/mark.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { HistoryPanel } from './history-panel.tsx';
import { RecordButtons } from './record-buttons.tsx';
import { useRemoveRecord } from './use-remove-record.ts';

interface CropHistoryProps {
  parcel: ParcelDetail;
  onAdd: () => void;
  onCorrect: (crop: Crop) => void;
}

export function CropHistory({ parcel, onAdd, onCorrect }: CropHistoryProps) {
  const t = useT();
  const format = useFormat();
  const remove = useRemoveRecord('crops');
  const what = (crop: Crop) => `${crop.name}, ${format.date(crop.plantingDate)}`;
  return (
    <HistoryPanel
      kind="crops"
      title={t('land.cropHistory')}
      rows={[...parcel.crops].reverse()}
      total={parcel.cropCount}
      columns={[
        {
          key: 'name',
          label: t('land.crop.column'),
          title: true,
          cell: (crop) => <Marked id={crop._id}>{crop.name}</Marked>,
        },
        {
          key: 'planting',
          label: t('land.crop.plantingDate'),
          cell: (crop) => format.date(crop.plantingDate, 'medium'),
        },
        {
          key: 'harvest',
          label: t('land.crop.harvestDate'),
          cell: (crop) => format.date(crop.harvestDate, 'medium'),
        },
        {
          key: 'yield',
          label: t('land.crop.yieldColumn'),
          numeric: true,
          cell: (crop) => <Yield crop={crop} />,
        },
      ]}
      rowActions={(crop) => (
        <RecordButtons
          what={what(crop)}
          onCorrect={() => onCorrect(crop)}
          onDelete={() => void remove(parcel._id, crop._id, what(crop))}
        />
      )}
      empty={
        <Empty
          title={t('land.noCropHistory')}
          text={t('land.noCropHistoryText')}
          action={<Button onClick={onAdd}>{t('land.action.addCrop')}</Button>}
        />
      }
    />
  );
}

/** A yield is an expectation until the farmer has said what was harvested. */
function Yield({ crop }: { crop: Crop }) {
  const t = useT();
  const format = useFormat();
  const state = crop.yieldConfirmed
    ? t('land.crop.harvested')
    : crop.harvestDate <= today()
      ? t('land.crop.toConfirm')
      : t('land.crop.expected');
  return (
    <>
      {format.number(crop.yield)}
      <span className="block text-fine text-muted">{state}</span>
    </>
  );
}
