import { useRef } from 'react';
import { newId } from '../lib/write.ts';

/**
 * The id of the message about to be sent. Sent again after a lost answer, the same text has the same id and arrives
 * once; a changed text, or the next message, is another one.
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
