import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { clearOutbox } from '../../outbox/current.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { toFormProblem } from './problem.ts';
import { Username } from './username.tsx';

export function DeletePanel() {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title={t('account.delete.title')} note={t('account.delete.note')}>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        {t('account.delete.open')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('account.delete.question')}
        text={t('account.delete.text')}
        role="alertdialog"
      >
        <DeleteForm onCancel={() => setIsOpen(false)} />
      </Dialog>
    </Panel>
  );
}

function DeleteForm({ onCancel }: { onCancel: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const form = useForm<{ password: string }>({ defaultValues: { password: '' } });
  const { isSubmitting } = form.formState;
  const deleteAccount = useKeyedCall('DELETE /auth/account');
  const submit = useSubmit(
    async (body: { password: string }) => {
      await deleteAccount({ body });
      await clearOutbox();
      sessionStore.forget();
      void navigate(paths.home);
    },
    (error) => ({ ...toFormProblem(error, t), headline: t('account.delete.failed') }),
  );
  return (
    <Form form={form} {...submit}>
      <Username />
      <PasswordField
        label={t('account.delete.password')}
        autoComplete="current-password"
        required
        {...fieldsOf(form)('password', { required: t('account.required') })}
      />
      <DialogActions>
        <Button data-autofocus onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting} busyLabel={t('account.delete.busy')}>
          {t('account.delete.submit')}
        </Button>
      </DialogActions>
    </Form>
  );
}
