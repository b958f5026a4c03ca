/** Single keys of the list of applications. They can be switched off (WCAG 2.1.4); the choice is stored under `case-keys`. */
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { storage } from '../../lib/device/storage.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { Checkbox } from '../../ui/forms/field.tsx';

const STORED = 'case-keys';
const KEYS = ['j', 'k', 'a', 'r', 'c', 'm', '/', '?'] as const;
type Key = (typeof KEYS)[number];

const isOff = () => storage.get(STORED) === 'off';
const isKey = (key: string): key is Key => (KEYS as readonly string[]).includes(key);

/** Typing in a field, a choice in a list, or an open dialog. */
export const isTyping = (target: EventTarget | null) =>
  document.querySelector('dialog[open]') !== null ||
  (target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select')));

export function useCaseKeys(actions: Record<Key, () => void>): void {
  const latest = useRef(actions);
  // Before the page is painted: a key pressed at once acts on the case that is shown.
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, target, repeat, ctrlKey, metaKey, altKey, defaultPrevented } = event;
      if (!isKey(key) || ctrlKey || metaKey || altKey || defaultPrevented || isOff() || isTyping(target))
        return;
      // A held key steps through the list, but does not act on case after case.
      if (repeat && key !== 'j' && key !== 'k') return;
      event.preventDefault();
      latest.current[key]();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

export function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [isOn, setIsOn] = useState(!isOff());
  return (
    <Dialog open onClose={onClose} title={t('queue.keys.title')} text={t('queue.keys.text')}>
      <dl className="divide-y divide-line">
        {KEYS.map((key) => (
          <div key={key} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{t(`queue.keys.${key === '/' ? 'search' : key === '?' ? 'help' : key}`)}</dt>
            <dd>
              <kbd className="rounded-md border border-line-strong px-2 font-semibold">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <Checkbox
        className="mt-3"
        label={t('queue.keys.use')}
        checked={isOn}
        onChange={(event) => {
          setIsOn(event.target.checked);
          if (event.target.checked) storage.remove(STORED);
          else storage.set(STORED, 'off');
        }}
      />
    </Dialog>
  );
}
