import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react';
import { currentLanguage, type Language, rememberLanguage, setCurrentLanguage } from './language.ts';
import type { MessageKey } from './message-keys.ts';
import { loadedDomains, loadMessages, type MessageValues, translate } from './messages.ts';

interface LanguageState {
  language: Language;
  /** Loads the catalogues of the open pages first, so that all texts switch at once. */
  setLanguage: (language: Language) => Promise<void>;
}

const outsideProvider: LanguageState = { language: 'en', setLanguage: async () => {} };

const LanguageContext = createContext<LanguageState>(outsideProvider);

export function LanguageProvider({ initial, children }: { initial: Language; children: ReactNode }) {
  const [language, setState] = useState(initial);

  const setLanguage = useCallback(async (next: Language) => {
    await loadMessages(loadedDomains(currentLanguage()), next);
    rememberLanguage(next);
    setCurrentLanguage(next);
    document.documentElement.lang = next;
    setState(next);
  }, []);

  const state = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageState {
  return useContext(LanguageContext);
}

export type Translate = (key: MessageKey, values?: MessageValues) => string;

export function useT(): Translate {
  const { language } = useLanguage();
  return useCallback<Translate>((key, values) => translate(language, key, values), [language]);
}
