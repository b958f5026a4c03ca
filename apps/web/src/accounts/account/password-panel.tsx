import { useForm } from 'react-hook-form';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
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
  const { role } = useUser();
  const form = useForm<PasswordValues>({ defaultValues: { currentPassword: '', password: '' } });
  const field = fieldsOf(form);
  const change = useRefetchingWrite('PUT /auth/password', { refetch: accountKeys.sessions });
  const submit = useSubmit(
    async (body: PasswordValues) => {
      await change.mutateAsync({ body });
      form.reset();
      toast.done(t('account.password.done'));
    },
    (error) => toFormProblem(error, t),
  );
  return (
    <Panel title={t('account.password.title')} note={t('account.password.note')}>
      <Form form={form} {...submit}>
        <Username />
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField
            label={t('account.password.current')}
            autoComplete="current-password"
            required
            {...field('currentPassword', { required: t('account.required') })}
          />
          <NewPasswordField form={form} label={t('account.password.new')} role={role} />
        </div>
        <Button type="submit" variant="main" busy={change.isPending} busyLabel={t('account.saving')}>
          {t('account.password.submit')}
        </Button>
      </Form>
    </Panel>
  );
}
