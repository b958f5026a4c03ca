import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { call } from '../../lib/http/api.ts';
import { useConfig } from '../../lib/http/config.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { AuthFrame } from './auth-frame.tsx';
import { authProblem, useEmailField } from './fields.tsx';

export default function ForgotPasswordPage() {
  const t = useT();
  const { mail } = useConfig();
  return (
    <AuthFrame
      heading={t('auth.forgot.heading')}
      lead={mail ? t('auth.forgot.leadMail') : t('auth.forgot.leadOfficial')}
      after={
        <Link className="link inline-block py-2" to={paths.login}>
          {t('auth.backToLogin')}
        </Link>
      }
    >
      {mail ? <AskForMail /> : <AskAnOfficial />}
    </AuthFrame>
  );
}

function AskForMail() {
  const t = useT();
  const form = useForm<{ email: string }>();
  const [sent, setSent] = useState(false);
  const { isSubmitting } = form.formState;
  const email = useEmailField(form);
  const submit = useSubmit(
    async (body: { email: string }) => {
      await call('POST /auth/forgot-password', { body, anonymous: true });
      setSent(true);
    },
    (error) => authProblem(error, t),
  );
  if (sent) {
    return (
      <div role="status">
        <Callout tone="ok" headline={t('auth.forgot.sent')}>
          {t('auth.forgot.sentDetail')}
        </Callout>
      </div>
    );
  }
  return (
    <Form form={form} {...submit} method="post">
      <TextField autoComplete="username" {...email} />
      <Button type="submit" variant="main" wide busy={isSubmitting} busyLabel={t('auth.forgot.busy')}>
        {t('auth.forgot.submit')}
      </Button>
    </Form>
  );
}

/** Without a mail server, an official verifies the user's identity and hands out a code. */
function AskAnOfficial() {
  const t = useT();
  return (
    <>
      <ol className="list-decimal space-y-2 pl-5">
        <li>{t('auth.forgot.step1')}</li>
        <li>{t('auth.forgot.step2')}</li>
        <li>{t('auth.forgot.step3')}</li>
      </ol>
      <div className="mt-6 flex flex-wrap gap-3 *:flex-1">
        <ButtonLink variant="main" to={paths.resetPassword}>
          {t('auth.forgot.haveCode')}
        </ButtonLink>
        <ButtonLink to={paths.contact}>{t('app.nav.contact')}</ButtonLink>
      </div>
    </>
  );
}
