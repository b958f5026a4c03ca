/** Hooks for components: `useT()` for texts, `useFormat()` for numbers and dates, `useLanguage()` to switch. */
export type { Language } from './language.ts';
export { LanguageProvider, type Translate, useLanguage, useT } from './language-context.tsx';
export type { Domain, MessageKey } from './message-keys.ts';
export { isMessageKey } from './messages.ts';
export { useFormat } from './use-format.ts';
