import type { SecondFactorProof } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router';
import { type UnsentNote, unsentNotes } from '../../lib/device/unsent-cookie.ts';
import { ApiError, call } from '../../lib/http/api.ts';
import { signChallenge } from '../../lib/session/passkey.ts';
import { useSession } from '../../lib/session/session.tsx';
import { withUser } from '../../lib/session/session-store.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { PasswordField, TextField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { AuthFrame, SignedOutOnly } from './auth-frame.tsx';
import { authProblem, useEmailField } from './fields.tsx';
import { SecondFactorField, type SecondFactorOptions } from './second-factor-field.tsx';

interface Values {
  email: string;
  password: string;
  code?: string;
}

export default function LoginPage() {
  const t = useT();
  return (
    <SignedOutOnly>
      <AuthFrame
        heading={t('auth.login.heading')}
        lead={t('auth.login.lead')}
        after={
          <>
            {t('auth.login.noAccount')}{' '}
            <Link className="link inline-block py-2" to={paths.register}>
              {t('auth.login.register')}
            </Link>
          </>
        }
      >
        <LoginForm />
      </AuthFrame>
    </SignedOutOnly>
  );
}

function LoginForm() {
  const t = useT();
  const { signIn } = useSession();
  const form = useForm<Values>();
  const [choice, setChoice] = useState<SecondFactorOptions | null>(null);
  const { errors, isSubmitting } = form.formState;
  const email = useEmailField(form);
  const field = fieldsOf(form);
  const submit = useSubmit(
    async ({ code, ...credentials }: Values & Pick<SecondFactorProof, 'passkey'>) => {
      const body = { ...credentials, ...(code ? { code } : {}) };
      // A wrong password also returns 401: shown here, without the redirect of an expired session.
      signIn(
        await withUser(await call('POST /auth/login', { body, anonymous: true, ownsUnauthorized: true })),
      );
    },
    (error) => {
      if (error instanceof ApiError && error.code === 'second-factor-needed') {
        setChoice(error.current as SecondFactorOptions);
        return null;
      }
      const isUnauthorized = error instanceof ApiError && error.status === 401;
      return authProblem(error, t, isUnauthorized ? 'auth.login.invalid' : undefined);
    },
  );
  return (
    <Form form={form} {...submit} method="post">
      <ExpiredNotice />
      <UnsentNotice />
      <TextField autoComplete="username" {...email} />
      <PasswordField
        label={t('auth.password')}
        autoComplete="current-password"
        required
        {...field('password', { required: t('auth.passwordRequired') })}
      />
      {choice && (
        <SecondFactorField
          choice={choice}
          field={form.register('code')}
          error={errors.code?.message}
          onPasskey={async (challenge) =>
            submit.onSubmit({ ...form.getValues(), passkey: await signChallenge(challenge) })
          }
        />
      )}
      <Button type="submit" variant="main" wide busy={isSubmitting} busyLabel={t('auth.login.busy')}>
        {t('auth.login.submit')}
      </Button>
      <p className="text-center">
        <Link className="link inline-block py-2" to={paths.forgotPassword}>
          {t('auth.login.forgot')}
        </Link>
      </p>
    </Form>
  );
}

/** Unsent changes on this device, with initials only: anyone can open this page. Read after hydration. */
function UnsentNotice() {
  const t = useT();
  const [notes, setNotes] = useState<UnsentNote[]>([]);
  useEffect(() => setNotes(unsentNotes()), []);
  if (notes.length === 0) return null;
  return (
    <Callout tone="info" headline={t('auth.login.unsent')}>
      {notes.map(({ id, count, initials }) => (
        <p key={id}>{t('auth.login.unsentOf', { count, initials })}</p>
      ))}
    </Callout>
  );
}

/** Shown after the server rejected the token, not on a plain visit. */
function ExpiredNotice() {
  const t = useT();
  const { state } = useLocation();
  const expired = typeof state === 'object' && state !== null && 'expired' in state;
  return expired ? <Callout tone="info" headline={t('auth.login.expired')} /> : null;
}
