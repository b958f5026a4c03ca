import { MAX_CODE_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { toFormProblem } from './problem.ts';
import { accountKeys, secondFactorsQuery } from './queries.ts';
import { SecondFactorPanel } from './second-factor-panel.tsx';

/** Replaces every page of an official who must set up a second factor first. */
export default function EnrolmentPage() {
  const t = useT();
  const factors = useQuery(secondFactorsQuery);
  const isEnrolled = (factors.data?.factors.length ?? 0) > 0;
  return (
    <div className="wrap py-8">
      <PageHeader title={t('account.enrol.title')} lead={t('account.enrol.lead')} />
      <div className="max-w-[46rem] space-y-6">
        {factors.isError && !factors.data ? (
          <LoadError query={factors} headline={t('account.enrol.failed')} />
        ) : factors.data?.needsCode ? (
          <EnrolCode />
        ) : (
          <SecondFactorPanel />
        )}
        {isEnrolled && (
          // A new page load also opens the event stream, which the server refused before.
          <Button variant="main" onClick={() => location.assign(paths.dashboard)}>
            {t('account.enrol.continue')}
          </Button>
        )}
      </div>
    </div>
  );
}

function EnrolCode() {
  const t = useT();
  const client = useQueryClient();
  const form = useForm<{ code: string }>({ defaultValues: { code: '' } });
  const field = fieldsOf(form);
  const send = useKeyedCall('POST /auth/second-factors/enrolment');
  const submit = useSubmit(
    async (body: { code: string }) => {
      await send({ body });
      await client.invalidateQueries({ queryKey: accountKeys.secondFactors });
    },
    (error) => toFormProblem(error, t),
  );
  return (
    <Panel title={t('account.enrol.codeTitle')} note={t('account.enrol.codeText')}>
      <Form form={form} {...submit}>
        <TextField
          label={t('account.enrol.code')}
          autoComplete="off"
          maxLength={MAX_CODE_LENGTH}
          required
          {...field('code', { required: t('account.required') })}
        />
        <Button
          type="submit"
          variant="main"
          busy={form.formState.isSubmitting}
          busyLabel={t('account.saving')}
        >
          {t('account.enrol.codeSubmit')}
        </Button>
      </Form>
    </Panel>
  );
}
