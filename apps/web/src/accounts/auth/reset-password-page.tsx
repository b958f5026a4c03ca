import { MAX_CODE_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { call } from '../../lib/http/api.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { AuthFrame } from './auth-frame.tsx';
import { useCodeFromUrl } from './code-from-url.ts';
import { authProblem, NewPasswordField } from './fields.tsx';

export default function ResetPasswordPage() {
  const t = useT();
  const [done, setDone] = useState(false);
  const codeFromLink = useCodeFromUrl();
  return (
    <AuthFrame
      heading={t('auth.reset.heading')}
      lead={done ? undefined : codeFromLink ? t('auth.reset.leadLink') : t('auth.reset.leadCode')}
      after={
        !done && (
          <Link className="link inline-block py-2" to={paths.login}>
            {t('auth.backToLogin')}
          </Link>
        )
      }
    >
      {done ? <Done /> : <ResetForm codeFromLink={codeFromLink} onDone={() => setDone(true)} />}
    </AuthFrame>
  );
}

function ResetForm({ codeFromLink, onDone }: { codeFromLink: string; onDone: () => void }) {
  const t = useT();
  const form = useForm<{ code: string; password: string }>({ defaultValues: { code: codeFromLink } });
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const submit = useSubmit(
    async (body: { code: string; password: string }) => {
      await call('POST /auth/reset-password', { body, anonymous: true });
      onDone();
    },
    (error) => authProblem(error, t),
  );
  return (
    <Form form={form} {...submit} method="post">
      {!codeFromLink && (
        <TextField
          label={t('auth.reset.code')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_CODE_LENGTH}
          required
          {...field('code', { required: t('auth.reset.codeRequired') })}
        />
      )}
      <NewPasswordField form={form} label={t('auth.reset.password')} />
      <Button type="submit" variant="main" wide busy={isSubmitting} busyLabel={t('auth.saving')}>
        {t('auth.reset.submit')}
      </Button>
    </Form>
  );
}

function Done() {
  const t = useT();
  return (
    <div role="status">
      <Callout tone="ok" headline={t('auth.reset.done')}>
        {t('auth.reset.doneDetail')}
      </Callout>
      <ButtonLink variant="main" wide className="mt-5" to={paths.login}>
        {t('auth.login.submit')}
      </ButtonLink>
    </div>
  );
}
