import { useEffect, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';

const LEVELS = ['weak', 'weak', 'fair', 'good', 'strong'] as const;

/** Loads the dictionary only when the user types a password. */
export function PasswordStrength({ password }: { password: string | undefined }) {
  const t = useT();
  const [score, setScore] = useState<number | null>(null);
  useEffect(() => {
    if (!password) {
      setScore(null);
      return;
    }
    let isCurrent = true;
    void import('./password-score.ts')
      .then(({ passwordScore }) => isCurrent && setScore(passwordScore(password)))
      // Only advice: without the dictionary it is omitted.
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [password]);
  const level = score === null ? null : LEVELS[score];
  return (
    <p className="mt-2 flex min-h-6 items-center gap-2 text-sm text-muted" aria-live="polite">
      {level && (
        <>
          <meter
            className="w-24"
            min={0}
            max={4}
            low={2}
            high={3}
            optimum={4}
            value={score ?? 0}
            aria-hidden="true"
          />
          {t(`auth.strength.${level}`)}
        </>
      )}
    </p>
  );
}
