import { useRef } from 'react';
import { newId } from '../../lib/device/id.ts';

/**
 * The client-made id of the next message, which makes sending idempotent: sent again after a lost response, the same
 * text has the same id and arrives once; a changed text, or the next message, gets a new id.
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
