import { useEffect, useState } from 'react';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { currentOutbox, useOutbox } from '../outbox/current.ts';
import type { Entry } from '../outbox/entry.ts';
import { Button } from '../ui/controls/button.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { useEntryText } from './entry-text.ts';

/** Changes that a restore of the server lost and that are too old to be sent again. */
export function LostChanges() {
  const t = useT();
  const format = useFormat();
  const textOf = useEntryText();
  const { entries } = useOutbox();
  const [lost, setLost] = useState<readonly Entry[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries change when an epoch begins.
  useEffect(() => {
    let isCurrent = true;
    void currentOutbox()
      .then((opened) => opened?.outbox.lost() ?? [])
      .then((found) => isCurrent && setLost(found))
      .catch(() => {});
    return () => {
      isCurrent = false;
    };
  }, [entries]);
  if (lost.length === 0) return null;
  const dismiss = async () => {
    await (await currentOutbox())?.outbox.dismissLost();
    setLost([]);
  };
  return (
    <Panel title={t('sync.lost.heading', { count: lost.length })}>
      <p className="text-muted">{t('sync.lost.text')}</p>
      <ul className="my-3 divide-y divide-line">
        {lost.map((entry) => {
          const { what, details } = textOf(entry);
          const at = format.dateTime(new Date(entry.sentAt ?? entry.madeAt).toISOString());
          return (
            <li key={entry.key} className="py-2">
              {[what, details, at].filter(Boolean).join(' · ')}
            </li>
          );
        })}
      </ul>
      <Button onClick={() => void dismiss()}>{t('sync.lost.dismiss')}</Button>
    </Panel>
  );
}
