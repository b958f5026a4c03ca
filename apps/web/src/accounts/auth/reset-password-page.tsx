import { MAX_CODE_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { ApiError, call, serverMessage } from '../../lib/http/api.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form, type FormProblem, fieldsOf } from '../../ui/forms/form.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useCodeFromUrl } from './code-from-url.ts';
import { NewPasswordField } from './fields.tsx';

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
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);

  async function reset(body: { code: string; password: string }) {
    setProblem(null);
    try {
      await call('POST /auth/reset-password', { body, anonymous: true });
      onDone();
    } catch (error) {
      setProblem({
        headline: serverMessage(error) ?? t('auth.somethingWrong'),
        issues: error instanceof ApiError ? error.issues : [],
      });
    }
  }

  return (
    <Form form={form} onSubmit={reset} problem={problem} method="post">
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
