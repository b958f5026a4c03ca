import type { ParcelDetail } from '@ardhi/contract';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useProblemOf } from '../../../lib/http/problem-text.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { CountyField } from '../../../ui/forms/county-field.tsx';
import { Form, FormActions, type FormProblem, fieldsOf } from '../../../ui/forms/form.tsx';
import { calls } from '../calls.ts';
import { checkText } from '../records/field-checks.ts';

/** The county derived from the address is right in only four of five cases, so the farmer is asked to confirm it. */
export function CountyConfirmation({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  const edit = useQueuedWrite('PUT /land/{id}', calls);
  const problemOf = useProblemOf();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [choosing, setChoosing] = useState(false);
  const place = parcel.county
    ? t('land.county.line', {
        county: parcel.county,
        region: parcel.region ? t(`land.region.${parcel.region}`) : '',
      })
    : t('land.county.unknown');

  const confirm = async (county: string) => {
    setProblem(null);
    try {
      await edit.mutateAsync({ params: { id: parcel._id }, body: { county } });
      toast.done(t('land.county.confirmed', { county }));
      setChoosing(false);
    } catch (error) {
      setProblem(problemOf(error, 'land.error.update'));
    }
  };

  if (choosing) {
    return (
      <CountyForm parcel={parcel} problem={problem} onConfirm={confirm} onCancel={() => setChoosing(false)} />
    );
  }
  return (
    <div>
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="font-semibold">{place}</span>
        {parcel.countyConfirmed && (
          <span className="inline-flex items-center gap-1 text-sm text-primary">
            <CircleCheck size={16} aria-hidden="true" />
            {t('land.county.byYou')}
          </span>
        )}
      </p>
      {!parcel.countyConfirmed && (
        <p className="mt-1 text-sm text-muted">
          {t(parcel.county ? 'land.county.question' : 'land.county.unknownText')}
        </p>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-sm font-semibold text-clay">
          {problem.headline} {problem.detail}
        </p>
      )}
      <div className="mt-2 flex flex-wrap gap-1 max-sm:*:px-2">
        {!parcel.countyConfirmed && parcel.county !== null && (
          <Button
            size="small"
            busy={edit.isPending}
            busyLabel={t('land.saving')}
            onClick={() => void confirm(parcel.county ?? '')}
          >
            {t('land.county.yes')}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => setChoosing(true)}>
          {t(parcel.county ? 'land.county.other' : 'land.county.choose')}
        </Button>
      </div>
    </div>
  );
}

interface CountyFormProps {
  parcel: ParcelDetail;
  problem: FormProblem | null;
  onConfirm: (county: string) => Promise<void>;
  onCancel: () => void;
}

function CountyForm({ parcel, problem, onConfirm, onCancel }: CountyFormProps) {
  const t = useT();
  const form = useForm({ defaultValues: { county: parcel.county ?? '' } });
  const { isSubmitting } = form.formState;
  return (
    <Form form={form} problem={problem} onSubmit={({ county }) => onConfirm(county)}>
      <CountyField
        wanted
        label={t('land.field.county')}
        placeholder={t('land.county.placeholder')}
        defaultValue={parcel.county ?? ''}
        {...fieldsOf(form)('county', { validate: (value) => checkText(value, t) })}
      />
      <FormActions>
        <Button size="small" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" size="small" variant="main" busy={isSubmitting} busyLabel={t('land.saving')}>
          {t('land.county.confirm')}
        </Button>
      </FormActions>
    </Form>
  );
}
