import type { FertilizerUsage, ParcelDetail } from '@ardhi/contract';
import { MAX_KILOGRAMS, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useForm } from 'react-hook-form';
import { today } from '../../lib/dates.ts';
import { useBase, useNewId } from '../../lib/form-row.ts';
import { useT } from '../../lib/i18n.tsx';
import { ComboField, DateField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useAddFertilizer, useCorrectFertilizer } from '../writes.ts';
import { AmountField } from './amount-field.tsx';
import { useAmounts } from './amounts.ts';
import { checkDate, checkText } from './field-checks.ts';
import { FormSheet } from './form-sheet.tsx';
import { useSuggestions } from './suggestions.ts';
import { fertilizerUnits, roundTo } from './units.ts';

interface FertilizerValues {
  date: string;
  type: string;
  amount: number | undefined;
}

interface FertilizerFormProps {
  parcel: ParcelDetail;
  record?: FertilizerUsage;
  onClose: () => void;
}

export function FertilizerForm({ parcel, record, onClose }: FertilizerFormProps) {
  const t = useT();
  const amounts = useAmounts();
  const add = useAddFertilizer();
  const correct = useCorrectFertilizer();
  const newRowId = useNewId();
  const base = useBase(record);
  const suggestions = useSuggestions('fertilizers');
  const form = useForm<FertilizerValues>({
    defaultValues: { date: record?.date ?? today(), type: record?.type ?? '', amount: record?.amount },
  });
  const { errors } = form.formState;

  const save = async ({ date, type, amount = 0 }: FertilizerValues) => {
    const fields = { date, type, amount: amount === record?.amount ? amount : roundTo(amount, 0.1) };
    if (record) {
      const params = { id: parcel._id, recordId: record._id };
      await correct.mutateAsync({ params, body: { ...fields, revision: base.revision }, base: base.row });
    } else {
      await add.mutateAsync({ params: { id: parcel._id }, body: { _id: newRowId, ...fields } });
    }
    toast.done(t(record ? 'land.saved.corrected' : 'land.saved.fertilizer'));
  };

  return (
    <FormSheet
      form={form}
      title={t(record ? 'land.fertilizer.correct' : 'land.action.addFertilizer')}
      text={parcel.name}
      failed={record ? 'land.error.correct' : 'land.error.addFertilizer'}
      submit={t(record ? 'land.save' : 'land.action.addFertilizer')}
      onSubmit={save}
      onStale={base.forget}
      onClose={onClose}
    >
      <ComboField
        label={t('land.fertilizer.type')}
        hint={t('land.fertilizer.typeHint')}
        suggestions={suggestions}
        maxLength={MAX_NAME_LENGTH}
        required
        error={errors.type?.message}
        {...form.register('type', { validate: (value) => checkText(value, t) })}
      />
      <AmountField
        control={form.control}
        name="amount"
        label={t('land.fertilizer.amount')}
        hint={t('land.fertilizer.amountHint')}
        units={fertilizerUnits(parcel.size)}
        step={0.1}
        max={MAX_KILOGRAMS}
        stored={record?.amount}
        formatBase={amounts.kg}
      />
      <DateField
        label={t('land.record.date')}
        required
        error={errors.date?.message}
        {...form.register('date', { validate: (value) => checkDate(value, t) })}
      />
    </FormSheet>
  );
}
