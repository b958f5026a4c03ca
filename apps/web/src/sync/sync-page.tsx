import { Send } from 'lucide-react';
import { useState } from 'react';
import { useOnline } from '../lib/http/connection.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { currentOutbox, useOutbox, useOutboxStatus } from '../outbox/current.ts';
import { type Entry, isUnsent } from '../outbox/entry.ts';
import { dependsOn } from '../outbox/relations.ts';
import { Button } from '../ui/controls/button.tsx';
import { ProgressBar } from '../ui/controls/progress.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { PageHeader } from '../ui/layout/page.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { LostChanges } from './lost-changes.tsx';
import { OfflineParcels } from './offline-parcels.tsx';
import { StuckEntry } from './stuck-entry.tsx';
import { UnsentFileButtons } from './unsent-file-buttons.tsx';
import { WaitingEntry } from './waiting-entry.tsx';

/** Queued entries, rejected entries and conflicts, and the time of the last successful sync. */
export default function SyncPage() {
  const t = useT();
  const { entries, progress } = useOutbox();
  const isOpen = useOutboxStatus().kind === 'open';
  const unsent = entries.filter(isUnsent);
  const stuck = unsent.filter(({ state }) => state !== 'waiting');
  const waiting = unsent.filter(({ state }) => state === 'waiting');
  return (
    <div className="wrap py-8">
      <PageHeader
        title={t('sync.heading')}
        lead={t('sync.lead')}
        actions={waiting.length > 0 && <SendNow busy={progress !== null} />}
      />
      <div className="max-w-3xl space-y-6">
        <div role="status" className="space-y-6">
          <State unsent={unsent.length} />
          {progress && (
            <ProgressBar
              label={t('sync.sending')}
              value={progress.total > 0 ? progress.done / progress.total : undefined}
              text={t('sync.progress', { done: progress.done, total: progress.total })}
            />
          )}
        </div>
        <LostChanges />
        {stuck.length > 0 && (
          <Panel title={t('sync.stuck.heading', { count: stuck.length })}>
            <ul className="divide-y divide-line">
              {stuck.map((entry) => (
                <StuckEntry key={entry.seq} entry={entry} entries={entries} />
              ))}
            </ul>
          </Panel>
        )}
        {waiting.length > 0 && (
          <Panel title={t('sync.waiting.heading', { count: waiting.length })}>
            <ol className="divide-y divide-line">
              {waiting.map((entry) => (
                <WaitingEntry
                  key={entry.seq}
                  entry={entry}
                  entries={entries}
                  behind={isBehind(entry, stuck)}
                />
              ))}
            </ol>
          </Panel>
        )}
        {isOpen && unsent.length === 0 && (
          <Panel>
            <Empty title={t('sync.empty')} text={t('sync.emptyText')} />
          </Panel>
        )}
        {isOpen && <UnsentFileButtons />}
        <OfflineParcels />
      </div>
    </div>
  );
}

const isBehind = (entry: Entry, stuck: readonly Entry[]) =>
  stuck.some((earlier) => earlier.seq < entry.seq && dependsOn(entry, earlier));

function SendNow({ busy }: { busy: boolean }) {
  const t = useT();
  const [isPushing, setIsPushing] = useState(false);
  const send = async () => {
    setIsPushing(true);
    await (await currentOutbox())?.push({ eager: true });
    setIsPushing(false);
  };
  return (
    <Button
      variant="main"
      icon={<Send size={18} aria-hidden="true" />}
      busy={busy || isPushing}
      busyLabel={t('sync.sending')}
      onClick={() => void send()}
    >
      {t('sync.sendNow')}
    </Button>
  );
}

function State({ unsent }: { unsent: number }) {
  const t = useT();
  const format = useFormat();
  const online = useOnline();
  const { lastSent } = useOutbox();
  const status = useOutboxStatus();
  const last = lastSent
    ? t('sync.lastSent', { time: format.dateTime(new Date(lastSent).toISOString()) })
    : // "Nothing has been sent" would contradict "Everything has been sent".
      unsent > 0 && t('sync.neverSent');
  if (status.kind === 'opening') return <p className="text-muted">{t('ui.loading')}</p>;
  if (status.kind === 'newer')
    return (
      <Callout tone="no" headline={t('sync.newer', { count: status.unsent })}>
        {t('sync.newerText')}
      </Callout>
    );
  if (status.kind !== 'open')
    return (
      <Callout tone="no" headline={t('sync.unreadable')}>
        {t('sync.unreadableText')}
      </Callout>
    );
  if (!online)
    return (
      <Callout tone="wait" headline={t('sync.offline')}>
        <p>{t('sync.offlineText')}</p>
        {last && <p className="text-sm text-muted">{last}</p>}
      </Callout>
    );
  if (unsent > 0) return <p className="text-muted">{last}</p>;
  return (
    <Callout tone="ok" headline={t('sync.online')}>
      {last}
    </Callout>
  );
}
