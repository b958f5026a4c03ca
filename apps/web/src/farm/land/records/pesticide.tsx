import { MAX_KILOGRAMS } from '@ardhi/contract/limits';
import { useEffect } from 'react';
import { today } from '../../../lib/device/dates.ts';
import { storage } from '../../../lib/device/storage.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { useT } from '../../../lib/text/i18n.tsx';
import { useReferenceTables } from '../../../lib/text/use-reference-tables.ts';
import { KnownName } from '../../../ui/controls/known-name.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { AmountField } from './amount-field.tsx';
import type { FieldsProps, RecordDescription } from './kinds.ts';
import { NameField, RecordDateField } from './record-fields.tsx';
import { pesticideUnits, roundTo } from './units.ts';
import { useAmounts } from './use-amounts.ts';

const STEP_KILOGRAMS = 0.0001;

export const pesticides: RecordDescription<'pesticides'> = {
  summary: (row, { format, amounts }) =>
    `${row.product}, ${amounts.pesticide(row.amount, row.unit)}, ${format.date(row.date)}`,
  form: {
    correct: 'land.pesticide.correct',
    submit: 'land.save',
    failed: 'land.error.addPesticide',
    saved: 'land.saved.pesticide',
    values: (record) => ({
      date: record?.date ?? today(),
      product: record?.product ?? '',
      amount: record?.amount,
      unit: record?.unit ?? 'L',
    }),
    body: ({ amount = 0, ...values }) => ({ ...values, amount: roundTo(amount, STEP_KILOGRAMS) }),
    Fields: PesticideFields,
  },
  history: {
    title: 'land.pesticideHistory',
    empty: { text: 'land.noPesticide' },
    columns: [
      {
        key: 'product',
        label: 'land.pesticide.productColumn',
        cell: ({ product }) => <KnownName typed={product} kind="pesticide" />,
      },
      { key: 'date', label: 'land.record.date', cell: (row, { format }) => format.date(row.date, 'medium') },
      {
        key: 'amount',
        label: 'land.pesticide.amountColumn',
        numeric: true,
        cell: (row, { amounts }) => amounts.pesticide(row.amount, row.unit),
      },
    ],
    amounts: {
      records: (parcel) => parcel.pesticideUsage,
      format: (value, { amounts }) => amounts.kgOrL(value),
      chart: 'land.pesticide.chart',
      measure: 'land.pesticide.amountColumn',
      tone: 'ochre',
    },
  },
};

function PesticideFields({ form, parcel, record }: FieldsProps<'pesticides'>) {
  const t = useT();
  const amounts = useAmounts();
  const [unit, product] = form.watch(['unit', 'product']);
  // The reference tables do not say whether a product is liquid, so the farmer's choice is remembered with its name.
  const key = `pesticide:${useSession().user?._id}:${product.trim().toLowerCase()}`;
  useEffect(() => {
    const known = storage.get(key);
    if (!record && (known === 'L' || known === 'kg')) form.setValue('unit', known);
  }, [key, record, form]);
  return (
    <>
      <NameField
        form={form}
        name="product"
        label={t('land.pesticide.product')}
        hint={<HazardHint product={product} />}
        known="pesticides"
      />
      <div className="space-y-2">
        <Segmented
          label={t('land.pesticide.unit')}
          options={[
            { value: 'L', label: t('land.pesticide.liquid') },
            { value: 'kg', label: t('land.pesticide.powder') },
          ]}
          value={unit}
          onChange={(value) => {
            storage.set(key, value);
            form.setValue('unit', value, { shouldDirty: true });
          }}
        />
        <AmountField
          // Another measure has other units: remounts the field, with the same value.
          key={unit}
          control={form.control}
          name="amount"
          label={t('land.pesticide.amount')}
          units={pesticideUnits(parcel.size, unit)}
          step={STEP_KILOGRAMS}
          max={MAX_KILOGRAMS}
          stored={record?.amount}
          remember={`pesticides:${unit}`}
          formatBase={(value) => amounts.pesticide(value, unit)}
        />
      </div>
      <RecordDateField form={form} />
    </>
  );
}

/** Warns about products of WHO classes Ia and Ib, which cap the pesticide score. */
function HazardHint({ product }: { product: string }) {
  const t = useT();
  const hazardous = useReferenceTables()?.recognisePesticide(product)?.highlyHazardous;
  if (!hazardous) return <>{t('land.pesticide.productHint')}</>;
  return <span className="font-semibold text-ochre">{t('land.pesticide.hazardous')}</span>;
}
