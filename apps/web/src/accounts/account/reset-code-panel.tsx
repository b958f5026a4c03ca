import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { isEmail } from '../../lib/forms/checks.ts';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form, type FormProblem } from '../../ui/forms/form.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { OneTimeCode } from './one-time-code.tsx';
import { toFormProblem } from './problem.ts';

/** For users without email: the official verifies their identity and hands them the code. */
export function ResetCodePanel() {
  const t = useT();
  const format = useFormat();
  const form = useForm<{ email: string }>({ defaultValues: { email: '' } });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const makeCode = useKeyedCall('POST /government/reset-codes');
  const create = useMutation({
    mutationFn: (body: { email: string }) => makeCode({ body }),
    onMutate: () => setProblem(null),
    onSuccess: () => form.reset(),
    onError: (error) => setProblem(toFormProblem(error, t)),
  });
  return (
    <Panel title={t('account.resetCode.title')} note={t('account.resetCode.text')}>
      <Form form={form} onSubmit={(values) => create.mutateAsync(values).catch(() => {})} problem={problem}>
        <div className="flex flex-wrap items-start gap-3">
          <TextField
            label={t('account.resetCode.email')}
            type="email"
            autoComplete="off"
            className="min-w-56 flex-1"
            required
            error={form.formState.errors.email?.message}
            {...form.register('email', {
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
