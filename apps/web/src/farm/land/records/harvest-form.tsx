import type { Crop } from '@ardhi/contract';
import { MAX_TONS_PER_HECTARE } from '@ardhi/contract/limits';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { today } from '../../../lib/device/dates.ts';
import { useProblemOf } from '../../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Form, FormActions, type FormProblem } from '../../../ui/forms/form.tsx';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { useConfirmHarvest } from '../writes.ts';
import { AmountField } from './amount-field.tsx';
import { roundTo, yieldUnits } from './units.ts';
import { useAmounts } from './use-amounts.ts';

export interface HarvestFormProps {
  parcel: { _id: string; size: number };
  crop: Crop;
  /** Field to choose the crop, if the page does not determine it. */
  cropChoice?: ReactNode;
  /** For a crop that is not harvested yet. */
  onChangeDate?: () => void;
  onDone?: () => void;
}

/** Actual harvest: one number, or one tap if it was as expected. */
export function HarvestForm({ parcel, crop, cropChoice, onChangeDate, onDone }: HarvestFormProps) {
  const t = useT();
  const amounts = useAmounts();
  const confirm = useConfirmHarvest();
  const problemOf = useProblemOf();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const draft = useDraft<{ yield: number | undefined }>(`harvest:${crop._id}`, { yield: undefined });
  const form = useForm({ defaultValues: draft.values });

  const send = async (harvested: number) => {
    setProblem(null);
    const params = { id: parcel._id, recordId: crop._id };
    // Harvested before the planned date.
    const early = crop.harvestDate > today() && { harvestDate: today() };
    try {
      await confirm.mutateAsync({
        params,
        body: { yield: harvested, revision: crop.revision, ...early },
        onStored: draft.clear,
      });
      toast.done(t('land.harvest.thanks', { crop: crop.name, amount: amounts.tonsPerHectare(harvested) }));
      onDone?.();
    } catch (error) {
      setProblem(problemOf(error, 'land.error.harvest'));
    }
  };

  return (
    <Form
      form={form}
      problem={problem}
      draft={draft}
      onSubmit={(values) => send(roundTo(values.yield ?? 0, 0.001))}
      className="mt-3"
    >
      {cropChoice}
      <AmountField
        className="max-w-md"
        control={form.control}
        name="yield"
        label={t('land.harvest.yield')}
        units={yieldUnits(parcel.size, crop.areaShare ?? 1)}
        step={0.1}
        max={MAX_TONS_PER_HECTARE}
        formatBase={amounts.tonsPerHectare}
      />
      <FormActions>
        {onChangeDate && (
          <Button variant="quiet" onClick={onChangeDate}>
            {t('land.harvest.notYet')}
          </Button>
        )}
        <Button disabled={confirm.isPending} onClick={() => void send(crop.yield)}>
          {t('land.harvest.asExpected')}
        </Button>
        <Button type="submit" variant="main" busy={confirm.isPending} busyLabel={t('land.saving')}>
          {t('land.harvest.confirm')}
        </Button>
      </FormActions>
    </Form>
  );
}

export function HarvestDue({ crop }: { crop: Crop }) {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  return t('land.harvest.due', {
    date: format.date(crop.harvestDate),
    amount: amounts.tonsPerHectare(crop.yield),
  });
}
