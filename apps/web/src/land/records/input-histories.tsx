/** Water, fertilizer and pesticide of a parcel: what went onto the land. */
import type { FertilizerUsage, ParcelDetail, PesticideUsage, WaterUsage } from '@ardhi/contract';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { Marked } from '../../outbox/mark.tsx';
import { useAmounts } from './amounts.ts';
import { HistoryPanel } from './history-panel.tsx';
import { MonthChart, NoRecords } from './history-parts.tsx';
import { RecordButtons } from './record-buttons.tsx';
import { useRemoveRecord } from './use-remove-record.ts';

interface HistoryProps<Row> {
  parcel: ParcelDetail;
  onAdd: () => void;
  onCorrect: (record: Row) => void;
}

export function WaterHistory({ parcel, onAdd, onCorrect }: HistoryProps<WaterUsage>) {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  const remove = useRemoveRecord('water');
  const what = (row: WaterUsage) => `${amounts.litres(row.amount)}, ${format.date(row.date)}`;
  return (
    <HistoryPanel
      kind="water"
      title={t('land.waterHistory')}
      note={t('land.record.total', { amount: amounts.litres(parcel.totalWater) })}
      rows={[...parcel.waterUsage].reverse()}
      total={parcel.waterCount}
      chart={
        <MonthChart
          label={t('land.water.chart')}
          measure={t('land.water.amountColumn')}
          records={parcel.waterUsage}
          amount={amounts.litres}
          tone="water"
        />
      }
      columns={[
        {
          key: 'date',
          label: t('land.record.date'),
          title: true,
          cell: (row) => <Marked id={row._id}>{format.date(row.date)}</Marked>,
        },
        {
          key: 'amount',
          label: t('land.water.amountColumn'),
          numeric: true,
          cell: (row) => format.number(row.amount, 1),
        },
      ]}
      rowActions={(row) => (
        <RecordButtons
          what={what(row)}
          onCorrect={() => onCorrect(row)}
          onDelete={() => void remove(parcel._id, row._id, what(row))}
        />
      )}
      empty={<NoRecords text={t('land.noWater')} action={t('land.action.addWater')} onAdd={onAdd} />}
    />
  );
}

export function FertilizerHistory({ parcel, onAdd, onCorrect }: HistoryProps<FertilizerUsage>) {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  const remove = useRemoveRecord('fertilizer');
  const what = (row: FertilizerUsage) => `${row.type}, ${amounts.kg(row.amount)}, ${format.date(row.date)}`;
  return (
    <HistoryPanel
      kind="fertilizer"
      title={t('land.fertilizerHistory')}
      note={t('land.record.total', { amount: amounts.kg(parcel.totalFertilizer) })}
      rows={[...parcel.fertilizerUsage].reverse()}
      total={parcel.fertilizerCount}
      chart={
        <MonthChart
          label={t('land.fertilizer.chart')}
          measure={t('land.fertilizer.amountColumn')}
          records={parcel.fertilizerUsage}
          amount={amounts.kg}
          tone="primary"
        />
      }
      columns={[
        {
          key: 'type',
          label: t('land.fertilizer.typeColumn'),
          title: true,
          cell: (row) => <Marked id={row._id}>{row.type}</Marked>,
        },
        { key: 'date', label: t('land.record.date'), cell: (row) => format.date(row.date, 'medium') },
        {
          key: 'amount',
          label: t('land.fertilizer.amountColumn'),
          numeric: true,
          cell: (row) => format.number(row.amount, 1),
        },
      ]}
      rowActions={(row) => (
        <RecordButtons
          what={what(row)}
          onCorrect={() => onCorrect(row)}
          onDelete={() => void remove(parcel._id, row._id, what(row))}
        />
      )}
      empty={
        <NoRecords text={t('land.noFertilizer')} action={t('land.action.addFertilizer')} onAdd={onAdd} />
      }
    />
  );
}

export function PesticideHistory({ parcel, onAdd, onCorrect }: HistoryProps<PesticideUsage>) {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  const remove = useRemoveRecord('pesticides');
  const what = (row: PesticideUsage) =>
    `${row.product}, ${amounts.pesticide(row.amount, row.unit)}, ${format.date(row.date)}`;
  return (
    <HistoryPanel
      kind="pesticides"
      title={t('land.pesticideHistory')}
      note={t('land.record.total', { amount: amounts.kgOrL(parcel.totalPesticide) })}
      rows={[...parcel.pesticideUsage].reverse()}
      total={parcel.pesticideCount}
      chart={
        <MonthChart
          label={t('land.pesticide.chart')}
          measure={t('land.pesticide.amountColumn')}
          records={parcel.pesticideUsage}
          amount={amounts.kgOrL}
          tone="ochre"
        />
      }
      columns={[
        {
          key: 'product',
          label: t('land.pesticide.productColumn'),
          title: true,
          cell: (row) => <Marked id={row._id}>{row.product}</Marked>,
        },
        { key: 'date', label: t('land.record.date'), cell: (row) => format.date(row.date, 'medium') },
        {
          key: 'amount',
          label: t('land.pesticide.amountColumn'),
          numeric: true,
          cell: (row) => amounts.pesticide(row.amount, row.unit),
        },
      ]}
      rowActions={(row) => (
        <RecordButtons
          what={what(row)}
          onCorrect={() => onCorrect(row)}
          onDelete={() => void remove(parcel._id, row._id, what(row))}
        />
      )}
      empty={<NoRecords text={t('land.noPesticide')} action={t('land.action.addPesticide')} onAdd={onAdd} />}
    />
  );
}
