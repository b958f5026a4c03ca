/** What was typed and not sent yet: persisted in localStorage per account and thread, so that it outlives a reload. */
import type { ChannelType, Recipient } from '@ardhi/contract';
import { useCallback, useState } from 'react';
import { useUser } from '../lib/session.tsx';
import { storage } from '../lib/storage.ts';

export interface NewMessageDraft {
  recipient: Recipient | null;
  channelType: ChannelType;
  subject: string;
  content: string;
}

const keyOf = (userId: string, name: string) => `draft:${userId}:${name}`;

/** The reply that is being written in a thread. */
export function useReplyDraft(threadId: string): [text: string, persist: (text: string) => void] {
  const key = keyOf(useUser()._id, threadId);
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

export function useNewMessageDraft() {
  const key = keyOf(useUser()._id, 'new');
  const read = useCallback((): Partial<NewMessageDraft> => {
    try {
      const value: unknown = JSON.parse(storage.get(key) ?? '{}');
      return typeof value === 'object' && value !== null ? value : {};
    } catch {
      return {};
    }
  }, [key]);
  const persist = useCallback((draft: NewMessageDraft) => storage.set(key, JSON.stringify(draft)), [key]);
  const discard = useCallback(() => storage.remove(key), [key]);
  return { read, persist, discard };
}
