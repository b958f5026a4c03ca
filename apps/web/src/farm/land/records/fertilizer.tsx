import { MAX_KILOGRAMS } from '@ardhi/contract/limits';
import { today } from '../../../lib/device/dates.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { KnownName } from '../../../ui/controls/known-name.tsx';
import { AmountField } from './amount-field.tsx';
import type { FieldsProps, RecordDescription } from './kinds.ts';
import { NameField, RecordDateField } from './record-fields.tsx';
import { fertilizerUnits, roundUnlessStored } from './units.ts';
import { useAmounts } from './use-amounts.ts';

const STEP_KILOGRAMS = 0.1;

export const fertilizer: RecordDescription<'fertilizer'> = {
  summary: (row, { format, amounts }) => `${row.type}, ${amounts.kg(row.amount)}, ${format.date(row.date)}`,
  form: {
    correct: 'land.fertilizer.correct',
    submit: 'land.action.addFertilizer',
    failed: 'land.error.addFertilizer',
    saved: 'land.saved.fertilizer',
    values: (record) => ({
      date: record?.date ?? today(),
      type: record?.type ?? '',
      amount: record?.amount,
    }),
    body: ({ date, type, amount }, record) => ({
      date,
      type,
      amount: roundUnlessStored(amount, STEP_KILOGRAMS, record?.amount),
    }),
    Fields: FertilizerFields,
  },
  history: {
    title: 'land.fertilizerHistory',
    empty: { text: 'land.noFertilizer' },
    columns: [
      {
        key: 'type',
        label: 'land.fertilizer.typeColumn',
        cell: ({ type }) => <KnownName typed={type} kind="fertilizer" />,
      },
      { key: 'date', label: 'land.record.date', cell: (row, { format }) => format.date(row.date, 'medium') },
      {
        key: 'amount',
        label: 'land.fertilizer.amountColumn',
        numeric: true,
        cell: (row, { format }) => format.number(row.amount, 1),
      },
    ],
    amounts: {
      records: (parcel) => parcel.fertilizerUsage,
      format: (value, { amounts }) => amounts.kg(value),
      chart: 'land.fertilizer.chart',
      measure: 'land.fertilizer.amountColumn',
      tone: 'primary',
    },
  },
};

function FertilizerFields({ form, parcel, record }: FieldsProps<'fertilizer'>) {
  const t = useT();
  const amounts = useAmounts();
  return (
    <>
      <NameField
        form={form}
        name="type"
        label={t('land.fertilizer.type')}
        hint={t('land.fertilizer.typeHint')}
        known="fertilizers"
      />
      <AmountField
        control={form.control}
        name="amount"
        label={t('land.fertilizer.amount')}
        hint={t('land.fertilizer.amountHint')}
        units={fertilizerUnits(parcel.size)}
        step={STEP_KILOGRAMS}
        max={MAX_KILOGRAMS}
        stored={record?.amount}
        remember="fertilizer"
        formatBase={amounts.kg}
      />
      <RecordDateField form={form} />
    </>
  );
}
