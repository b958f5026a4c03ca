import { useRef } from 'react';
import { newId } from './id.ts';

/** The same key while the same thing is sent again, a new one as soon as it differs: sent twice, done once. */
export function useIdempotencyKey(): (body: unknown) => string {
  const last = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: newId() };
    return last.current.key;
  };
}
