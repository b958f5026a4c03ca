import type { PasskeyChallenge } from '@ardhi/contract';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { passkeysWork } from '../../lib/session/passkey.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TextField } from '../../ui/forms/field.tsx';

/** Second factors that the server offers for the account. */
export type SecondFactorOptions = {
  totp: boolean;
  passkey: PasskeyChallenge | null;
};

/** Accepts an app or recovery code, or a passkey if the account has one. */
export function SecondFactorField({
  choice,
  field,
  error,
  onPasskey,
}: {
  choice: SecondFactorOptions;
  field: UseFormRegisterReturn;
  error: string | undefined;
  onPasskey: (challenge: PasskeyChallenge) => void;
}) {
  const t = useT();
  const { passkey } = choice;
  return (
    <>
      <TextField
        label={t('auth.factor.code')}
        hint={t(choice.totp ? 'auth.factor.codeHint' : 'auth.factor.recoveryHint')}
        inputMode="text"
        autoComplete="one-time-code"
        data-autofocus
        error={error}
        {...field}
      />
      {passkey && passkeysWork() && (
        <Button wide onClick={() => onPasskey(passkey)}>
          {t('auth.factor.passkey')}
        </Button>
      )}
    </>
  );
}
