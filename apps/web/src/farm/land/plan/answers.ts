/** Answers to tasks that write no record: stored on this device, deleted at sign-out. */
import { useMemo, useSyncExternalStore } from 'react';
import { today } from '../../../lib/device/clock.ts';
import { storage } from '../../../lib/device/storage.ts';

const KEY = 'plan:answers';
const FOREVER = '9999-12-31';
/** A season has about ten tasks; the oldest answers belong to past seasons. */
const MAX_ANSWERS = 200;

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const stored = () => storage.get(KEY) ?? '{}';

function parse(text: string): Record<string, string> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return {};
  }
}

function save(answers: Record<string, string>): void {
  storage.set(KEY, JSON.stringify(Object.fromEntries(Object.entries(answers).slice(-MAX_ANSWERS))));
  for (const listener of listeners) listener();
}

/** Ends the question about a task, until a day if one is given. */
export function answerTask(id: string, until: string = FOREVER): void {
  const { [id]: _, ...others } = parse(stored());
  save({ ...others, [id]: until });
}

export function withdrawAnswer(id: string): void {
  const { [id]: _, ...others } = parse(stored());
  save(others);
}

/** Whether a task is answered today. An answer for a crop and kind covers all its tasks. */
export function useIsAnswered(): (id: string) => boolean {
  const text = useSyncExternalStore(subscribe, stored, stored);
  return useMemo(() => {
    const answers = parse(text);
    const isCurrent = (id: string) => (answers[id] ?? '') > today();
    return (id) => isCurrent(id) || isCurrent(allLike(id));
  }, [text]);
}

/** `crop:weed:1` becomes `crop:weed`. */
export const allLike = (id: string) => id.split(':').slice(0, 2).join(':');
