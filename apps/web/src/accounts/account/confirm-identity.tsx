import type { SecondFactorProof } from '@ardhi/contract';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, setConfirmHandler } from '../../lib/http/api.ts';
import { serverMessage } from '../../lib/http/error-kinds.ts';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { signChallenge } from '../../lib/session/passkey.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { SecondFactorField, type SecondFactorOptions } from '../auth/second-factor-field.tsx';
import { toFormProblem } from './problem.ts';
import { Username } from './username.tsx';

/** Re-authentication dialog: opens when the server requires it, then lets the rejected call continue. */
export function ConfirmIdentity() {
  const [request, setRequest] = useState<{ settle: (confirmed: boolean) => void } | null>(null);
  useEffect(
    () =>
      setConfirmHandler(
        () =>
          new Promise((resolve) => {
            const settle = (confirmed: boolean) => {
              setRequest(null);
              resolve(confirmed);
            };
            setRequest({ settle });
          }),
      ),
    [],
  );
  return (
    request && <ConfirmDialog onDone={() => request.settle(true)} onCancel={() => request.settle(false)} />
  );
}

interface Values {
  password: string;
  code: string;
}

function ConfirmDialog({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const t = useT();
  const form = useForm<Values>({ defaultValues: { password: '', code: '' } });
  const [choice, setChoice] = useState<SecondFactorOptions | null>(null);
  const { errors, isSubmitting } = form.formState;
  const field = fieldsOf(form);

  const proveIdentity = useKeyedCall('POST /auth/confirm');
  const submit = useSubmit(
    async (body: Partial<Values> & Pick<SecondFactorProof, 'passkey'>) => {
      await proveIdentity({ body: { ...body, code: body.code || undefined } });
      onDone();
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'second-factor-needed') {
        setChoice(error.current as SecondFactorOptions);
        return null;
      }
      return { ...toFormProblem(error, t), headline: serverMessage(error) ?? t('account.noConnection') };
    },
  );
  return (
    <Dialog open onClose={onCancel} title={t('account.confirm.title')} text={t('account.confirm.text')}>
      <Form form={form} {...submit}>
        <Username />
        {choice ? (
          <SecondFactorField
            choice={choice}
            field={form.register('code')}
            error={errors.code?.message}
            onPasskey={async (challenge) => submit.onSubmit({ passkey: await signChallenge(challenge) })}
          />
        ) : (
          <PasswordField
            label={t('account.confirm.password')}
            autoComplete="current-password"
            required
            {...field('password', { required: t('account.required') })}
          />
        )}
        <DialogActions>
          <Button onClick={onCancel}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('account.confirm.busy')}>
            {t('account.confirm.submit')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
