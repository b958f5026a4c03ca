import { useState } from 'react';
import { newId } from '../../lib/device/id.ts';
import { call } from '../../lib/http/api.ts';
import { useSession } from '../../lib/session/session.tsx';
import { type Language, useLanguage, useT } from '../../lib/text/i18n.tsx';
import { LANGUAGE_NAMES, LANGUAGES } from '../../lib/text/language.ts';

export function LanguageSwitch() {
  const t = useT();
  const { language } = useLanguage();
  const { choose, failed } = useChooseLanguage();
  return (
    <fieldset className="language-switch relative flex">
      <legend className="sr-only">{t('app.language.label')}</legend>
      {LANGUAGES.map((each) => (
        <button
          key={each}
          type="button"
          data-early={each}
          lang={each}
          title={LANGUAGE_NAMES[each]}
          aria-pressed={each === language}
          className="min-h-11 min-w-11 rounded-card px-2 text-sm font-semibold text-muted hover:text-ink aria-pressed:text-ink aria-pressed:underline aria-pressed:decoration-primary aria-pressed:decoration-2 aria-pressed:underline-offset-[6px]"
          onClick={() => choose(each)}
        >
          {each.toUpperCase()}
          <span className="sr-only"> {LANGUAGE_NAMES[each]}</span>
        </button>
      ))}
      {failed && (
        <p
          role="alert"
          className="absolute top-full right-0 z-10 w-60 rounded-card border border-line bg-surface px-3 py-2 text-sm text-clay"
        >
          {t('app.language.failed', { language: LANGUAGE_NAMES[failed] })}
        </p>
      )}
    </fieldset>
  );
}

/** Switches the page; for signed-in users also emails and documents. */
export function useChooseLanguage() {
  const { setLanguage } = useLanguage();
  const { status, setUser } = useSession();
  /** The language whose texts could not be loaded; the page keeps its current one. */
  const [failed, setFailed] = useState<Language | null>(null);
  const choose = async (language: Language) => {
    setFailed(null);
    try {
      await setLanguage(language);
    } catch {
      setFailed(language);
      return;
    }
    // The page does not depend on this call, so an offline failure is ignored; the next choice updates the server. Each
    // choice has its own idempotency key, because another device may have changed the language in between.
    if (status === 'in')
      await call('PUT /auth/language', { body: { language }, idempotencyKey: newId() }).then(
        setUser,
        () => {},
      );
  };
  return { choose, failed };
}
