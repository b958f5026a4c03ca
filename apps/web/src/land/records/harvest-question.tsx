import type { Crop } from '@ardhi/contract';
import { MAX_TONS_PER_HECTARE } from '@ardhi/contract/limits';
import { Wheat } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { useProblemOf } from '../../lib/problem-text.ts';
import { Button } from '../../ui/button.tsx';
import { Form, FormActions, type FormProblem } from '../../ui/form.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useConfirmHarvest } from '../writes.ts';
import { AmountField } from './amount-field.tsx';
import { roundTo, yieldUnits } from './units.ts';
import { useAmounts } from './use-amounts.ts';

interface HarvestQuestionProps {
  parcel: { _id: string; size: number };
  crop: Crop;
  /** Where the question stands away from the parcel: its name, linked. */
  place?: ReactNode;
  /** For a crop that still stands in the field. */
  onChangeDate?: () => void;
  onDone?: () => void;
}

/** The harvest date has passed: what was really brought in? One number, or one tap if it came as expected. */
export function HarvestQuestion({ parcel, crop, place, onChangeDate, onDone }: HarvestQuestionProps) {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  const confirm = useConfirmHarvest();
  const problemOf = useProblemOf();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const form = useForm<{ yield: number | undefined }>({ defaultValues: { yield: undefined } });

  const send = async (harvested: number) => {
    setProblem(null);
    const params = { id: parcel._id, recordId: crop._id };
    try {
      await confirm.mutateAsync({ params, body: { yield: harvested, revision: crop.revision } });
      toast.done(t('land.harvest.thanks', { crop: crop.name, amount: amounts.tonsPerHectare(harvested) }));
      onDone?.();
    } catch (error) {
      setProblem(problemOf(error, 'land.error.harvest'));
    }
  };

  return (
    <section
      aria-label={t('land.harvest.label', { crop: crop.name })}
      className="rounded-card border border-line bg-ochre-soft p-4 sm:p-5"
    >
      <div className="flex gap-3">
        <Wheat size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-ochre" />
        <div className="min-w-0 flex-1">
          <h2 className="text-[1.1875rem]">{t('land.harvest.question', { crop: crop.name })}</h2>
          <p className="mt-1">
            {place && <>{place} · </>}
            {t('land.harvest.due', {
              date: format.date(crop.harvestDate),
              amount: amounts.tonsPerHectare(crop.yield),
            })}
          </p>
          <Form
            form={form}
            problem={problem}
            onSubmit={(values) => send(roundTo(values.yield ?? 0, 0.001))}
            className="mt-3"
          >
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
              <Button type="submit" variant="main" busy={confirm.isPending} busyLabel={t('land.saving')}>
                {t('land.harvest.confirm')}
              </Button>
              <Button disabled={confirm.isPending} onClick={() => void send(crop.yield)}>
                {t('land.harvest.asExpected')}
              </Button>
              {onChangeDate && (
                <Button variant="quiet" onClick={onChangeDate}>
                  {t('land.harvest.notYet')}
                </Button>
              )}
            </FormActions>
          </Form>
        </div>
      </div>
    </section>
  );
}
