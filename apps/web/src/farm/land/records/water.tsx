import { MAX_LITRES } from '@ardhi/contract/limits';
import { today } from '../../../lib/device/dates.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { AmountField } from './amount-field.tsx';
import type { FieldsProps, RecordDescription } from './kinds.ts';
import { RecordDateField } from './record-fields.tsx';
import { roundUnlessStored, waterUnits } from './units.ts';
import { useAmounts } from './use-amounts.ts';

const STEP_LITRES = 1;

export const water: RecordDescription<'water'> = {
  summary: (row, { format, amounts }) => `${amounts.litres(row.amount)}, ${format.date(row.date)}`,
  form: {
    correct: 'land.water.correct',
    submit: 'land.save',
    failed: 'land.error.addWater',
    saved: 'land.saved.water',
    values: (record) => ({ date: record?.date ?? today(), amount: record?.amount }),
    body: ({ date, amount }, record) => ({
      date,
      amount: roundUnlessStored(amount, STEP_LITRES, record?.amount),
    }),
    Fields: WaterFields,
  },
  history: {
    title: 'land.waterHistory',
    empty: { text: 'land.noWater' },
    columns: [
      { key: 'date', label: 'land.record.date', cell: (row, { format }) => format.date(row.date) },
      {
        key: 'amount',
        label: 'land.water.amountColumn',
        numeric: true,
        cell: (row, { format }) => format.number(row.amount, 1),
      },
    ],
    amounts: {
      records: (parcel) => parcel.waterUsage,
      format: (value, { amounts }) => amounts.litres(value),
      chart: 'land.water.chart',
      measure: 'land.water.amountColumn',
      tone: 'water',
    },
  },
};

function WaterFields({ form, parcel, record }: FieldsProps<'water'>) {
  const t = useT();
  const amounts = useAmounts();
  return (
    <>
      <AmountField
        control={form.control}
        name="amount"
        label={t('land.water.amount')}
        hint={t('land.water.amountHint')}
        units={waterUnits(parcel.size)}
        step={STEP_LITRES}
        max={MAX_LITRES}
        stored={record?.amount}
        remember="water"
        formatBase={amounts.litres}
      />
      <RecordDateField form={form} />
    </>
  );
}
