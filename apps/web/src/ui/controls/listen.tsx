import { Square, Volume2 } from 'lucide-react';
import { useEffect, useId, useSyncExternalStore } from 'react';
import { useLanguage, useT } from '../../lib/text/i18n.tsx';
import type { Language } from '../../lib/text/language.ts';
import { Button } from './button.tsx';

const synthesis = typeof speechSynthesis === 'undefined' ? undefined : speechSynthesis;

/** Only voices that are installed on the device: the others send the text to a service of the browser's maker. */
const findVoice = (language: Language) =>
  synthesis
    ?.getVoices()
    .find(({ lang, localService }) => localService && lang.toLowerCase().startsWith(language));

/** The page speaks one text at a time. */
let current: { id: string; utterance: SpeechSynthesisUtterance } | undefined;
const listeners = new Set<() => void>();

function setCurrent(next: typeof current): void {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Browsers load the list of voices after the page.
  synthesis?.addEventListener('voiceschanged', listener);
  return () => {
    listeners.delete(listener);
    synthesis?.removeEventListener('voiceschanged', listener);
  };
}

function stop(id: string): void {
  if (current?.id !== id) return;
  setCurrent(undefined);
  synthesis?.cancel();
}

function speak(id: string, text: string, language: Language): void {
  const utterance = new SpeechSynthesisUtterance(text);
  const voice = findVoice(language);
  if (!voice || !synthesis) return;
  utterance.voice = voice;
  utterance.lang = voice.lang;
  const finish = () => {
    if (current?.utterance === utterance) setCurrent(undefined);
  };
  utterance.addEventListener('end', finish);
  utterance.addEventListener('error', finish);
  synthesis.cancel();
  setCurrent({ id, utterance });
  synthesis.speak(utterance);
}

interface ListenProps {
  /** Tells screen readers which text is read. */
  title: string;
  text: string;
  className?: string;
}

/** Reads a text aloud. Shown where the device has a voice for the page's language. */
export function Listen({ title, text, className }: ListenProps) {
  const t = useT();
  const { language } = useLanguage();
  const id = useId();
  const hasVoice = useSyncExternalStore(subscribe, () => findVoice(language) !== undefined);
  const isSpeaking = useSyncExternalStore(subscribe, () => current?.id === id);
  useEffect(() => () => stop(id), [id]);
  if (!hasVoice) return null;
  const Icon = isSpeaking ? Square : Volume2;
  const label = t(isSpeaking ? 'ui.stopListening' : 'ui.listen');
  return (
    <Button
      size="small"
      variant="quiet"
      className={className}
      icon={<Icon size={18} aria-hidden="true" />}
      aria-label={`${label}: ${title}`}
      onClick={() => (isSpeaking ? stop(id) : speak(id, text, language))}
    >
      {label}
    </Button>
  );
}
