import { useRef } from 'react';
import { newId } from '../device/id.ts';

/** Returns the same key for retries of the same content, and a new one after it changes or is accepted. */
export function useIdempotencyKey() {
  const last = useRef({ text: '', key: '' });
  return {
    keyFor(...content: (object | undefined)[]): string {
      const text = JSON.stringify(content);
      if (last.current.text !== text) last.current = { text, key: newId() };
      return last.current.key;
    },
    /** Resets the key unless other content was sent meanwhile. */
    accepted(key: string): void {
      if (last.current.key === key) last.current = { text: '', key: '' };
    },
  };
}
