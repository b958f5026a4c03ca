import { useForm } from 'react-hook-form';
import { isEmail } from '../../lib/forms/checks.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { OneTimeCode } from './one-time-code.tsx';
import { toFormProblem } from './problem.ts';

/** For users without email: the official verifies their identity and hands them the code. */
export function ResetCodePanel() {
  const t = useT();
  const format = useFormat();
  const form = useForm<{ email: string }>({ defaultValues: { email: '' } });
  const create = useRefetchingWrite('POST /government/reset-codes');
  const submit = useSubmit(
    async (body: { email: string }) => {
      await create.mutateAsync({ body });
      form.reset();
    },
    (error) => toFormProblem(error, t),
  );
  return (
    <Panel title={t('account.resetCode.title')} note={t('account.resetCode.text')}>
      <Form form={form} {...submit}>
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            label={t('account.resetCode.email')}
            type="email"
            autoComplete="off"
            className="min-w-56 flex-1"
            required
            {...fieldsOf(form)('email', {
              validate: (value) => isEmail(value) || t('account.resetCode.emailInvalid'),
            })}
          />
          <Button
            type="submit"
            variant="main"
            className="max-sm:w-full sm:mt-7.5"
            busy={create.isPending}
            busyLabel={t('account.creating')}
          >
            {t('account.resetCode.create')}
          </Button>
        </div>
      </Form>
      {create.data && (
        <OneTimeCode
          headline={t('account.resetCode.created')}
          code={create.data.code}
          note={t('account.code.onceUntil', { time: format.dateTime(create.data.expiresAt) })}
        />
      )}
    </Panel>
  );
}
