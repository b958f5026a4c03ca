import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { Form, type FormProblem, fieldsOf } from '../../ui/forms/form.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { NewPasswordField } from '../auth/fields.tsx';
import { toFormProblem } from './problem.ts';
import { accountKeys } from './queries.ts';
import { Username } from './username.tsx';

interface PasswordValues {
  currentPassword: string;
  password: string;
}

export function PasswordPanel() {
  const t = useT();
  const client = useQueryClient();
  const form = useForm<PasswordValues>({ defaultValues: { currentPassword: '', password: '' } });
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const field = fieldsOf(form);

  const setPassword = useKeyedCall('PUT /auth/password');
  const change = useMutation({
    mutationFn: (body: PasswordValues) => setPassword({ body }),
    onMutate: () => setProblem(null),
    onSuccess: () => {
      form.reset();
      toast.done(t('account.password.done'));
      void client.invalidateQueries({ queryKey: accountKeys.sessions });
    },
    onError: (error) => setProblem(toFormProblem(error, t)),
  });

  return (
    <Panel title={t('account.password.title')} note={t('account.password.note')}>
      <Form form={form} onSubmit={(values) => change.mutateAsync(values).catch(() => {})} problem={problem}>
        <Username />
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField
            label={t('account.password.current')}
            autoComplete="current-password"
            required
            {...field('currentPassword', { required: t('account.required') })}
          />
          <NewPasswordField form={form} label={t('account.password.new')} />
        </div>
        <Button type="submit" variant="main" busy={change.isPending} busyLabel={t('account.saving')}>
          {t('account.password.submit')}
        </Button>
      </Form>
    </Panel>
  );
}
