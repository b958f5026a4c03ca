import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
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

interface Values {
  email: string;
  reason: string;
}

/** For users without email: the official verifies their identity and hands them the code. */
export function ResetCodePanel() {
  const t = useT();
  const format = useFormat();
  const form = useForm<Values>({ defaultValues: { email: '', reason: '' } });
  const field = fieldsOf(form);
  const create = useRefetchingWrite('POST /government/reset-codes');
  const submit = useSubmit(
    async (body: Values) => {
      await create.mutateAsync({ body });
      form.reset();
    },
    (error) => toFormProblem(error, t),
  );
  return (
    <Panel title={t('account.resetCode.title')} note={t('account.resetCode.text')}>
      <Form form={form} {...submit}>
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <TextField
            label={t('account.resetCode.email')}
            type="email"
            autoComplete="off"
            required
            {...field('email', {
              validate: (value) => isEmail(value) || t('account.resetCode.emailInvalid'),
            })}
          />
          <TextField
            label={t('account.resetCode.reason')}
            hint={t('account.resetCode.reasonHint')}
            autoComplete="off"
            maxLength={MAX_NAME_LENGTH}
            required
            {...field('reason', { validate: (value) => value.trim() !== '' || t('account.required') })}
          />
        </div>
        <Button
          type="submit"
          variant="main"
          className="mt-3 max-sm:w-full"
          busy={create.isPending}
          busyLabel={t('account.creating')}
        >
          {t('account.resetCode.create')}
        </Button>
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
