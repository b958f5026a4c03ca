import type { ParcelDetail, WaterUsage } from '@ardhi/contract';
import { MAX_LITRES } from '@ardhi/contract/limits';
import { useForm } from 'react-hook-form';
import { today } from '../../lib/dates.ts';
import { useBase, useNewId } from '../../lib/form-row.ts';
import { useT } from '../../lib/i18n.tsx';
import { DateField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useAddWater, useCorrectWater } from '../writes.ts';
import { AmountField } from './amount-field.tsx';
import { useAmounts } from './amounts.ts';
import { checkDate } from './field-checks.ts';
import { FormSheet } from './form-sheet.tsx';
import { roundTo, waterUnits } from './units.ts';

interface WaterValues {
  date: string;
  amount: number | undefined;
}

interface WaterFormProps {
  parcel: ParcelDetail;
  record?: WaterUsage;
  onClose: () => void;
}

export function WaterForm({ parcel, record, onClose }: WaterFormProps) {
  const t = useT();
  const amounts = useAmounts();
  const add = useAddWater();
  const correct = useCorrectWater();
  const newRowId = useNewId();
  const base = useBase(record);
  const form = useForm<WaterValues>({
    defaultValues: { date: record?.date ?? today(), amount: record?.amount },
  });
  const { errors } = form.formState;

  const save = async ({ date, amount = 0 }: WaterValues) => {
    const fields = { date, amount: amount === record?.amount ? amount : roundTo(amount, 1) };
    if (record) {
      const params = { id: parcel._id, recordId: record._id };
      await correct.mutateAsync({ params, body: { ...fields, revision: base.revision }, base: base.row });
    } else {
      await add.mutateAsync({ params: { id: parcel._id }, body: { _id: newRowId, ...fields } });
    }
    toast.done(t(record ? 'land.saved.corrected' : 'land.saved.water'));
  };

  return (
    <FormSheet
      form={form}
      title={t(record ? 'land.water.correct' : 'land.action.addWater')}
      text={parcel.name}
      failed={record ? 'land.error.correct' : 'land.error.addWater'}
      submit={t('land.save')}
      onSubmit={save}
      onStale={base.forget}
      onClose={onClose}
    >
      <AmountField
        control={form.control}
        name="amount"
        label={t('land.water.amount')}
        hint={t('land.water.amountHint')}
        units={waterUnits(parcel.size)}
        step={1}
        max={MAX_LITRES}
        stored={record?.amount}
        formatBase={amounts.litres}
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
