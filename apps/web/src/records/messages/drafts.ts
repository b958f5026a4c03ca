/** Reply drafts, persisted in localStorage per account and thread to survive a reload. */
import { useCallback, useState } from 'react';
import { storage } from '../../lib/device/storage.ts';
import { useUser } from '../../lib/session/session.tsx';

export function useReplyDraft(threadId: string): [text: string, persist: (text: string) => void] {
  const key = `draft:${useUser()._id}:${threadId}`;
  const [text, setText] = useState(() => storage.get(key) ?? '');
  const persist = useCallback(
    (next: string) => {
      setText(next);
      if (next) storage.set(key, next);
      else storage.remove(key);
    },
    [key],
  );
  return [text, persist];
}
