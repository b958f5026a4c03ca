import type { Crop } from '@ardhi/contract';
import { MAX_TONS_PER_HECTARE } from '@ardhi/contract/limits';
import { Wheat } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { today } from '../../../lib/device/dates.ts';
import { useProblemOf } from '../../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useReadersWords } from '../../../ui/controls/known-name.tsx';
import { Dialog } from '../../../ui/feedback/dialog.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Form, FormActions, type FormProblem } from '../../../ui/forms/form.tsx';
import { useDraft } from '../../../ui/forms/use-draft.ts';
import { calls } from '../calls.ts';
import { useScoreAnswer } from '../score/use-score-answer.ts';
import { AmountField } from './amount-field.tsx';
import type { RecordParcel } from './kinds.ts';
import { roundTo, yieldUnits } from './units.ts';
import { useAmounts } from './use-amounts.ts';

interface HarvestFormProps {
  parcel: { _id: string; size: number };
  crop: Crop;
  /** Field to choose the crop, if the page does not determine it. */
  cropChoice?: ReactNode;
  /** For a crop that is not harvested yet. */
  onChangeDate?: () => void;
  onDone?: () => void;
}

/** Actual harvest: one number, or one tap if it was as expected. */
function HarvestForm({ parcel, crop, cropChoice, onChangeDate, onDone }: HarvestFormProps) {
  const t = useT();
  const amounts = useAmounts();
  const wordOf = useReadersWords('crop');
  const confirm = useQueuedWrite('PUT /land/{id}/crops/{recordId}/harvest', calls);
  const problemOf = useProblemOf();
  const answered = useScoreAnswer();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const draft = useDraft<{ yield: number | undefined }>(`harvest:${crop._id}`, { yield: undefined });
  const form = useForm({ defaultValues: draft.values });

  const send = async (harvested: number) => {
    setProblem(null);
    const params = { id: parcel._id, recordId: crop._id };
    // Harvested before the planned date.
    const early = crop.harvestDate > today() && { harvestDate: today() };
    try {
      await answered(parcel._id, () =>
        confirm.mutateAsync({
          params,
          body: { yield: harvested, revision: crop.revision, ...early },
          onStored: draft.clear,
        }),
      );
      toast.done(
        t('land.harvest.thanks', { crop: wordOf(crop.name), amount: amounts.tonsPerHectare(harvested) }),
      );
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
        remember={`yield:${crop.name.toLowerCase()}`}
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

interface HarvestDialogProps extends Omit<HarvestFormProps, 'onDone' | 'onChangeDate'> {
  parcel: RecordParcel;
  onClose: () => void;
}

/** Harvest form outside the parcel page. */
export function HarvestDialog({ parcel, crop, cropChoice, onClose }: HarvestDialogProps) {
  const t = useT();
  const wordOf = useReadersWords('crop');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('land.harvest.question', { crop: wordOf(crop.name) })}
      text={
        <>
          {parcel.name} · <HarvestDue crop={crop} />
        </>
      }
    >
      <HarvestForm key={crop._id} parcel={parcel} crop={crop} cropChoice={cropChoice} onDone={onClose} />
    </Dialog>
  );
}

/** Shown on the parcel page once the harvest date has passed. */
export function HarvestQuestion(props: HarvestFormProps) {
  const t = useT();
  const wordOf = useReadersWords('crop');
  const { crop } = props;
  return (
    <section
      aria-label={t('land.harvest.label', { crop: wordOf(crop.name) })}
      className="rounded-card border border-line bg-ochre-soft p-4 sm:p-5"
    >
      <div className="flex gap-3">
        <Wheat size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-ochre" />
        <div className="min-w-0 flex-1">
          <h2 className="text-[1.1875rem]">{t('land.harvest.question', { crop: wordOf(crop.name) })}</h2>
          <p className="mt-1">
            <HarvestDue crop={crop} />
          </p>
          <HarvestForm {...props} />
        </div>
      </div>
    </section>
  );
}

function HarvestDue({ crop }: { crop: Crop }) {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  return t('land.harvest.due', {
    date: format.date(crop.harvestDate),
    amount: amounts.tonsPerHectare(crop.yield),
  });
}
