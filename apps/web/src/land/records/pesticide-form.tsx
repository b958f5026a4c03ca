import type { ParcelDetail, PesticideUsage } from '@ardhi/contract';
import { MAX_KILOGRAMS, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useForm } from 'react-hook-form';
import { today } from '../../lib/dates.ts';
import { useBase, useNewId } from '../../lib/form-row.ts';
import { useT } from '../../lib/i18n.tsx';
import { ComboField, DateField } from '../../ui/field.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useAddPesticide, useCorrectPesticide } from '../writes.ts';
import { AmountField } from './amount-field.tsx';
import { useAmounts } from './amounts.ts';
import { checkDate, checkText } from './field-checks.ts';
import { FormSheet } from './form-sheet.tsx';
import { useSuggestions, useTables } from './suggestions.ts';
import { pesticideUnits, roundTo } from './units.ts';

interface PesticideValues {
  date: string;
  product: string;
  amount: number | undefined;
  unit: 'kg' | 'L';
}

interface PesticideFormProps {
  parcel: ParcelDetail;
  record?: PesticideUsage;
  onClose: () => void;
}

export function PesticideForm({ parcel, record, onClose }: PesticideFormProps) {
  const t = useT();
  const amounts = useAmounts();
  const add = useAddPesticide();
  const correct = useCorrectPesticide();
  const newRowId = useNewId();
  const base = useBase(record);
  const suggestions = useSuggestions('pesticides');
  const form = useForm<PesticideValues>({
    defaultValues: {
      date: record?.date ?? today(),
      product: record?.product ?? '',
      amount: record?.amount,
      unit: record?.unit ?? 'L',
    },
  });
  const { errors } = form.formState;
  const [unit, product] = form.watch(['unit', 'product']);

  const save = async ({ date, product: name, amount = 0, unit: measure }: PesticideValues) => {
    const fields = { date, product: name, amount: roundTo(amount, 0.0001), unit: measure };
    if (record) {
      const params = { id: parcel._id, recordId: record._id };
      await correct.mutateAsync({ params, body: { ...fields, revision: base.revision }, base: base.row });
    } else {
      await add.mutateAsync({ params: { id: parcel._id }, body: { _id: newRowId, ...fields } });
    }
    toast.done(t(record ? 'land.saved.corrected' : 'land.saved.pesticide'));
  };

  return (
    <FormSheet
      form={form}
      title={t(record ? 'land.pesticide.correct' : 'land.action.addPesticide')}
      text={parcel.name}
      failed={record ? 'land.error.correct' : 'land.error.addPesticide'}
      submit={t('land.save')}
      onSubmit={save}
      onStale={base.forget}
      onClose={onClose}
    >
      <ComboField
        label={t('land.pesticide.product')}
        hint={<HazardHint product={product} />}
        suggestions={suggestions}
        maxLength={MAX_NAME_LENGTH}
        required
        error={errors.product?.message}
        {...form.register('product', { validate: (value) => checkText(value, t) })}
      />
      <div className="space-y-2">
        <Segmented
          label={t('land.pesticide.measure')}
          options={[
            { value: 'L', label: t('land.pesticide.liquid') },
            { value: 'kg', label: t('land.pesticide.powder') },
          ]}
          value={unit}
          onChange={(value) => form.setValue('unit', value, { shouldDirty: true })}
        />
        <AmountField
          // Another measure has other units; the field starts again with the figure it had.
          key={unit}
          control={form.control}
          name="amount"
          label={t('land.pesticide.amount')}
          units={pesticideUnits(parcel.size, unit)}
          step={0.0001}
          max={MAX_KILOGRAMS}
          stored={record?.amount}
          formatBase={(value) => amounts.pesticide(value, unit)}
        />
      </div>
      <DateField
        label={t('land.record.date')}
        required
        error={errors.date?.message}
        {...form.register('date', { validate: (value) => checkDate(value, t) })}
      />
    </FormSheet>
  );
}

/** A product of the WHO classes Ia and Ib weighs heavily; the farmer learns it before the next spraying. */
function HazardHint({ product }: { product: string }) {
  const t = useT();
  const hazardous = useTables()?.recognisePesticide(product)?.highlyHazardous;
  if (!hazardous) return <>{t('land.pesticide.productHint')}</>;
  return <span className="font-semibold text-ochre">{t('land.pesticide.hazardous')}</span>;
}
