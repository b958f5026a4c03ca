import type { CaseLimit } from '@ardhi/contract';
import { MAX_OPEN_CASES } from '@ardhi/contract/limits';
import { useForm } from 'react-hook-form';
import { checkNumber, numberIn } from '../../lib/forms/checks.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { NumberField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useCaseLimit, useSetCaseLimit } from './queries.ts';

/** Maximum of open cases per official, which managers set. */
export function CaseLimitPanel({ canManage }: { canManage: boolean }) {
  const t = useT();
  const format = useFormat();
  const isCounty = Boolean(useUser().post?.county);
  const limit = useCaseLimit();
  const text = (max: number | null) => (max === null ? t('staff.limit.none') : format.number(max, 0));
  return (
    <Panel className="mt-6" title={t('staff.limit.title')} note={t('staff.limit.note')}>
      <QueryState query={limit} headline={t('staff.limit.failed')} loading={<SkeletonText lines={2} />}>
        {({ max, nationalMax }) => (
          <>
            {isCounty && nationalMax !== null && (
              <p className="mb-3">{t('staff.limit.national', { max: text(nationalMax) })}</p>
            )}
            {canManage ? (
              <LimitForm key={max} max={max} />
            ) : (
              <p>{t('staff.limit.now', { max: text(max) })}</p>
            )}
          </>
        )}
      </QueryState>
    </Panel>
  );
}

function LimitForm({ max }: Pick<CaseLimit, 'max'>) {
  const t = useT();
  const set = useSetCaseLimit();
  const form = useForm({ defaultValues: { max: max === null ? '' : String(max) } });
  const submit = useSubmit(
    async ({ max: typed }: { max: string }) => {
      await set.mutateAsync({ body: { max: numberIn(typed) ?? null } });
      toast.done(t('staff.limit.saved'));
    },
    (error) => problemOf(error, t('staff.limit.notSaved'), t),
  );
  return (
    <Form form={form} {...submit}>
      <div className="flex flex-wrap items-end gap-3">
        <NumberField
          className="min-w-56"
          label={t('staff.limit.field')}
          placeholder={t('staff.limit.none')}
          min={1}
          step={1}
          inputMode="numeric"
          error={form.formState.errors.max?.message}
          {...form.register('max', {
            validate: (value) =>
              checkNumber(value, { min: 1, max: MAX_OPEN_CASES, required: false, decimals: 0 }, t),
          })}
        />
        <Button type="submit" variant="main" busy={set.isPending} busyLabel={t('staff.saving')}>
          {t('staff.limit.save')}
        </Button>
      </div>
    </Form>
  );
}
