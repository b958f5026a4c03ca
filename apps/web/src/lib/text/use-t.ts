import { useCallback } from 'react';
import { useLanguage } from './language-context.tsx';
import type { MessageKey } from './message-keys.ts';
import { type MessageValues, translate } from './messages.ts';

export type Translate = (key: MessageKey, values?: MessageValues) => string;

export function useT(): Translate {
  const { language } = useLanguage();
  return useCallback<Translate>((key, values) => translate(language, key, values), [language]);
}
