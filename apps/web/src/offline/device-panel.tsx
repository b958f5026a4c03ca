import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { isPersistent } from '../lib/device/persistence.ts';
import { useOnline } from '../lib/http/connection.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { cachePagesNow, isFullyCached, isSupported, kilobytesLeft } from './worker.ts';

const MEGABYTE = 1_000_000;

async function readState() {
  const [cached, left, estimate, persistent] = await Promise.all([
    isFullyCached(),
    kilobytesLeft(),
    navigator.storage?.estimate?.(),
    isPersistent(),
  ]);
  return {
    cached,
    left,
    persistent,
    megabytes: estimate?.usage === undefined ? null : estimate.usage / MEGABYTE,
  };
}

/** State of the offline copy, and a button to download it now: with data saver on this does not happen automatically. */
export function DevicePanel() {
  const t = useT();
  const format = useFormat();
  const online = useOnline();
  const state = useQuery({ queryKey: ['device'], queryFn: readState, staleTime: 0 });
  const fetchPages = useMutation({ mutationFn: cachePagesNow, onSettled: () => state.refetch() });
  if (!isSupported()) {
    return (
      <Panel title={t('account.device.title')}>
        <Callout tone="wait" headline={t('account.device.notHere')}>
          {t('account.device.notHereText')}
        </Callout>
      </Panel>
    );
  }
  const { cached = false, left, persistent, megabytes = null } = state.data ?? {};
  const extent = cached ? 'all' : left === undefined ? 'some' : 'field';
  return (
    <Panel title={t('account.device.title')} note={t('account.device.note')}>
      <div role="status">
        {state.data && (
          <p>
            {t(`account.device.${extent}`)}
            {megabytes !== null && (
              <span className="text-muted">
                {' '}
                {t('account.device.uses', { megabytes: format.number(megabytes, 1) })}
              </span>
            )}
          </p>
        )}
        {state.data && (
          <p className="mt-2">{t(persistent ? 'account.device.persistent' : 'account.device.evictable')}</p>
        )}
        {fetchPages.isError && <p className="mt-2 text-clay">{t('account.device.failed')}</p>}
      </div>
      {state.data && !cached && (
        <Button
          className="mt-4"
          icon={<Download size={18} aria-hidden="true" />}
          busy={fetchPages.isPending}
          busyLabel={t('account.device.keeping')}
          disabled={!online}
          onClick={() => fetchPages.mutate()}
        >
          {left === undefined ? t('account.device.keep') : t('account.device.keepRest', { size: left })}
        </Button>
      )}
    </Panel>
  );
}
