/**
 * Minimal page of unsent changes, shown where the real one cannot be loaded: lists, sends and exports them with nothing
 * but the outbox and texts that every page has.
 */
import './offline.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { currentOutbox, useOutbox, useOutboxStatus } from '../outbox/current.ts';
import { isUnsent } from '../outbox/entry.ts';
import { useEntryText } from '../sync/entry-text.ts';
import { UnsentFileButtons } from '../sync/unsent-file-buttons.tsx';
import { Button } from '../ui/controls/button.tsx';

export default function Lifeboat() {
  const t = useT();
  const format = useFormat();
  const entryText = useEntryText();
  const { entries, progress } = useOutbox();
  const isOpen = useOutboxStatus().kind === 'open';
  const unsent = entries.filter(isUnsent);
  const send = async () => void (await currentOutbox())?.push({ eager: true });
  return (
    <div className="wrap max-w-3xl space-y-5 py-8">
      <h1>{t('app.unsent.heading')}</h1>
      <p role="status">
        {isOpen ? t('app.unsent.count', { count: unsent.length }) : t('app.unsent.unreadable')}
      </p>
      <ul className="divide-y divide-line">
        {unsent.map((entry) => (
          <li key={entry.seq} className="py-3">
            <p className="font-semibold break-words">{entryText(entry).details || entry.call}</p>
            <p className="text-sm text-muted">{format.dateTime(new Date(entry.madeAt))}</p>
            {entry.refusal && <p className="text-clay">{entry.refusal.message}</p>}
          </li>
        ))}
      </ul>
      {unsent.length > 0 && (
        <Button
          variant="main"
          busy={progress !== null}
          busyLabel={t('ui.loading')}
          onClick={() => void send()}
        >
          {t('app.unsent.send')}
        </Button>
      )}
      <UnsentFileButtons />
      <p className="text-muted">{t('app.unsent.reduced')}</p>
      <Button onClick={() => location.reload()}>{t('ui.retry')}</Button>
    </div>
  );
}
