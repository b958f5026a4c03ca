import { useRef } from 'react';
import { newId } from './id.ts';

/** The same key while the same thing is sent again, a new one as soon as it differs or was accepted: sent twice, done once. */
export function useIdempotencyKey() {
  const last = useRef({ text: '', key: '' });
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content);
      if (last.current.text !== text) last.current = { text, key: newId() };
      return last.current.key;
    },
    accepted(): void {
      last.current = { text: '', key: '' };
    },
  };
}
