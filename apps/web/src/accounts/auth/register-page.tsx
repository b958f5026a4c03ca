import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { ApiError, call } from '../../lib/http/api.ts';
import { serverMessage } from '../../lib/http/error-kinds.ts';
import { useSession } from '../../lib/session/session.tsx';
import { withUser } from '../../lib/session/session-store.ts';
import { useLanguage, useT } from '../../lib/text/i18n.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { AuthFrame, SignedOutOnly } from './auth-frame.tsx';
import { RegisterForm, type RegisterValues, registerBody } from './register-form.tsx';

export default function RegisterPage() {
  const t = useT();
  const { language } = useLanguage();
  const { signIn } = useSession();
  const submit = useSubmit(
    async (values: RegisterValues) => {
      const body = { ...registerBody(values), language };
      signIn(
        await withUser(await call('POST /auth/register', { body, anonymous: true, ownsUnauthorized: true })),
      );
    },
    (error) => ({
      headline: t('auth.somethingWrong'),
      detail: serverMessage(error),
      issues: error instanceof ApiError ? error.issues : [],
    }),
  );
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
        <RegisterForm {...submit} />
      </AuthFrame>
    </SignedOutOnly>
  );
}
