import { useRef } from 'react';
import { newId } from '../../lib/device/id.ts';

/**
 * Client-generated message id that makes sending idempotent: resending the same text after a lost response reuses
 * the id. A changed text or the next message gets a new one.
 */
export function useMessageId() {
  const last = useRef({ text: '', id: '' });
  return {
    idFor(text: string): string {
      if (last.current.text !== text || !last.current.id) last.current = { text, id: newId() };
      return last.current.id;
    },
    renew() {
      last.current = { text: '', id: '' };
    },
  };
}
