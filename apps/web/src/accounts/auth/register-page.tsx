import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { ApiError, call, serverMessage } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session/session.tsx';
import { useLanguage, useT } from '../../lib/text/i18n.tsx';
import type { FormProblem } from '../../ui/forms/form.tsx';
import { AuthFrame, SignedOutOnly } from './auth-frame.tsx';
import { RegisterForm, type RegisterValues, registerBody } from './register-form.tsx';

export default function RegisterPage() {
  const t = useT();
  const { language } = useLanguage();
  const { signIn } = useSession();
  const [problem, setProblem] = useState<FormProblem | null>(null);

  async function create(values: RegisterValues) {
    setProblem(null);
    try {
      const body = { ...registerBody(values), language };
      signIn(await call('POST /auth/register', { body, anonymous: true, ownsUnauthorized: true }));
    } catch (error) {
      setProblem({
        headline: t('auth.somethingWrong'),
        detail: serverMessage(error),
        issues: error instanceof ApiError ? error.issues : [],
      });
    }
  }

  return (
    <SignedOutOnly>
      <AuthFrame
        heading={t('auth.register.heading')}
        lead={t('auth.register.lead')}
        after={
          <>
            {t('auth.register.haveAccount')}{' '}
            <Link className="link inline-block py-2" to={paths.login}>
              {t('auth.register.login')}
            </Link>
          </>
        }
      >
        <RegisterForm onSubmit={create} problem={problem} />
      </AuthFrame>
    </SignedOutOnly>
  );
}
