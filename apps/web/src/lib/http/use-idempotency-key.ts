import { useRef } from 'react';
import { newId } from '../device/id.ts';

/** The same key while the same content is sent again, a new one as soon as it differs or was accepted. */
export function useIdempotencyKey() {
  const last = useRef({ text: '', key: '' });
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content);
      if (last.current.text !== text) last.current = { text, key: newId() };
      return last.current.key;
    },
    /** The next content gets a new key, unless another was sent meanwhile. */
    accepted(key: string): void {
      if (last.current.key === key) last.current = { text: '', key: '' };
    },
  };
}
