import { useLanguage } from './i18n.tsx';

/** Of a text that may be stored in both languages: the Kiswahili one for its readers, else the original. */
export function useTranslated(): (text: string, kiswahili: string | null | undefined) => string {
  const { language } = useLanguage();
  return (text, kiswahili) => (language === 'sw' && kiswahili ? kiswahili : text);
}
