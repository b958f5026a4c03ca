import type { Policy, PolicySending } from '@ardhi/contract';
import { useState } from 'react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable } from '../../ui/charts/table.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { NotifyDialog } from './notify-dialog.tsx';
import { useReach } from './queries.ts';

/** For officials: the policy's notifications and how many farmers have read each. */
export function PolicyReach({ policy }: { policy: Policy }) {
  const t = useT();
  const reach = useReach(policy._id);
  const [isNotifying, setIsNotifying] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const [newest, ...earlier] = reach.data ?? [];
  const notify = <Button onClick={() => setIsNotifying(true)}>{t('policies.notify')}</Button>;
  return (
    <Panel title={t('reach.reach')} actions={newest && notify} className="mt-8">
      <div role="status" className="empty:hidden">
        {message && <Callout tone="ok" headline={message} className="mb-4" />}
      </div>
      {reach.isPending && <Loading />}
      <LoadError query={reach} headline={t('policies.error.reach')} />
      {reach.data?.length === 0 && (
        <Empty title={t('reach.reachNone')} text={t('reach.reachNoneText')} action={notify} />
      )}
      {newest && <Sending sending={newest} />}
      {earlier.length > 0 && (
        <Disclosure summary={t('reach.earlier')} className="mt-6 border-t border-line pt-2">
          <div className="space-y-8">
            {earlier.map((sending) => (
              <Sending key={sending._id} sending={sending} />
            ))}
          </div>
        </Disclosure>
      )}
      {isNotifying && (
        <NotifyDialog
          policy={policy}
          onClose={() => setIsNotifying(false)}
          onSent={(text) => {
            setIsNotifying(false);
            setMessage(text || t('policies.sent'));
            setTimeout(() => setMessage(null), 3_000);
          }}
        />
      )}
    </Panel>
  );
}

const share = (read: number, farmers: number) => (farmers > 0 ? (read / farmers) * 100 : null);

function Sending({ sending }: { sending: PolicySending }) {
  const t = useT();
  const format = useFormat();
  const { farmers, read } = sending;
  const percent = farmers === null ? null : share(read, farmers);
  return (
    <section className="space-y-5">
      <p className="text-muted">
        {t('reach.reachSent', { date: format.dateTime(sending.sentAt), name: sending.sentBy })}
      </p>
      {farmers === null ? (
        <Loading label={t('reach.reachCounting')} />
      ) : (
        <StatTiles
          tiles={[
            { label: t('reach.reachFarmers'), value: format.number(farmers) },
            { label: t('reach.reachRead'), value: format.number(read) },
            {
              label: t('reach.reachShare'),
              value: percent === null ? '–' : format.percent(percent),
              note: t('reach.reachShareNote', { date: format.date(sending.sentAt) }),
            },
          ]}
        />
      )}
      <MailState sending={sending} />
      {sending.counties.length > 0 && (
        <div>
          <Counties counties={sending.counties} />
          <p className="mt-3 text-sm text-muted">{t('reach.reachNote')}</p>
        </div>
      )}
    </section>
  );
}

function MailState({ sending: { mail, farmers } }: { sending: PolicySending }) {
  const t = useT();
  const format = useFormat();
  if (!mail) return <p className="text-sm text-muted">{t('reach.mailOff')}</p>;
  return (
    <p className="num text-sm text-muted">
      {t('reach.mail', {
        mailed: format.number(mail.mailed),
        farmers: format.number(farmers ?? mail.mailed),
      })}
      {mail.refused > 0 && ` · ${t('reach.mailRefused', { count: mail.refused })}`}
    </p>
  );
}

type County = PolicySending['counties'][number];

function Counties({ counties }: { counties: County[] }) {
  const t = useT();
  const format = useFormat();
  const columns: Column<County>[] = [
    {
      key: 'county',
      label: t('reach.county'),
      title: true,
      cell: ({ county, region }) => (
        <>
          {county ?? t('reach.county.none')}
          {region && (
            <span className="block text-sm font-normal text-muted">{t(`reach.region.${region}`)}</span>
          )}
        </>
      ),
    },
    {
      key: 'read',
      label: t('reach.reachRead'),
      numeric: true,
      cell: ({ read, farmers }) => (
        <>
          {t('reach.readOf', { read: format.number(read), farmers: format.number(farmers) })}
          <span className="block text-sm text-muted">{format.percent(share(read, farmers) ?? 0)}</span>
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('reach.countyTable')}
      columns={columns}
      rows={counties}
      rowKey={({ county }) => county ?? ''}
      cards={false}
    />
  );
}
