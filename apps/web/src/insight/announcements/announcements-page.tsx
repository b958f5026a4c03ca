import type { Announcement } from '@ardhi/contract';
import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useFilters } from '../../lib/page/use-filters.ts';
import { useSearchChange } from '../../lib/page/use-search-change.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable, numeric } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { PagedList } from '../../ui/layout/paged-list.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { AnnouncementForm } from './announcement-form.tsx';
import { useAudienceText } from './audience-text.ts';
import { type Audience, useAnnouncements, useWithdrawAnnouncement } from './queries.ts';

/** Filters of the register of farmers with which it opens the form. */
const AUDIENCE = ['q', 'county', 'region', 'machines', 'programmeId'] as const;

/** Announcements of the office and their readers; `new` in the URL opens the form. */
export default function AnnouncementsPage() {
  const t = useT();
  const canSend = hasDuty(useUser(), 'decide');
  const [search, changeSearch] = useSearchChange();
  const [audience] = useFilters<Audience>(AUDIENCE);
  const [isWriting, setIsWriting] = useState(search.has('new'));
  const close = () => {
    setIsWriting(false);
    changeSearch(Object.fromEntries(['new', ...AUDIENCE].map((name) => [name, undefined])));
  };
  const create = canSend && (
    <Button
      variant="main"
      icon={<Megaphone size={18} aria-hidden="true" />}
      onClick={() => setIsWriting(true)}
    >
      {t('announcements.new')}
    </Button>
  );
  return (
    <div className="wrap py-8">
      <PageHeader title={t('announcements.title')} lead={t('announcements.lead')} actions={create} />
      <Panel aria-label={t('announcements.title')}>
        <List />
      </Panel>
      {isWriting && canSend && <AnnouncementForm audience={audience} onClose={close} />}
    </div>
  );
}

function List() {
  const t = useT();
  const format = useFormat();
  const audienceText = useAudienceText();
  const canSend = hasDuty(useUser(), 'decide');
  const announcements = useAnnouncements();
  const columns: Column<Announcement>[] = [
    {
      key: 'title',
      label: t('announcements.field.title'),
      title: true,
      cell: ({ title, content, translation, withdrawnAt }) => (
        <>
          {title} {withdrawnAt && <Badge tone="off">{t('announcements.withdrawn')}</Badge>}
          <span className="line-clamp-2 text-sm font-normal text-muted">{content}</span>
          {translation && (
            <span className="line-clamp-1 text-sm font-normal text-muted">{translation.title}</span>
          )}
        </>
      ),
    },
    {
      key: 'audience',
      label: t('announcements.audience'),
      cell: ({ audience, programmeName, county }) =>
        audienceText(audience, { programmeName, office: county }),
    },
    {
      key: 'sent',
      label: t('announcements.sent'),
      cell: ({ sentAt, sentBy }) => (
        <>
          {format.dateTime(sentAt)}
          <span className="block text-sm text-muted">{sentBy || t('announcements.deletedOfficial')}</span>
        </>
      ),
    },
    {
      ...numeric('read', t('announcements.read')),
      cell: ({ read, farmers }) => (
        <>
          {t('announcements.readOf', { read: format.number(read), farmers: format.number(farmers) })}
          <span className="block text-sm text-muted">{format.percent((read / farmers) * 100)}</span>
        </>
      ),
    },
  ];
  return (
    <PagedList query={announcements} failed={t('announcements.error.list')}>
      {(rows) => (
        <DataTable
          caption={t('announcements.title')}
          loading={!rows}
          loadingRows={4}
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={columns}
          rowActions={(row) => canSend && !row.withdrawnAt && <Withdraw announcement={row} />}
          empty={<Empty title={t('announcements.none')} text={t('announcements.noneText')} />}
        />
      )}
    </PagedList>
  );
}

function Withdraw({ announcement: { _id, title } }: { announcement: Announcement }) {
  const t = useT();
  const confirm = useConfirm();
  const withdraw = useWithdrawAnnouncement();
  const ask = async () => {
    const sure = await confirm({
      title: t('announcements.withdrawQuestion'),
      text: t('announcements.withdrawText', { title }),
      action: t('announcements.withdraw'),
    });
    if (!sure) return;
    try {
      const { message } = await withdraw.mutateAsync({ params: { id: _id } });
      toast.done(message);
    } catch (error) {
      toast.failed(problemLine(error, t('announcements.error.withdraw'), t));
    }
  };
  return (
    <Button
      size="small"
      variant="quiet"
      aria-label={t('announcements.withdrawOf', { title })}
      busy={withdraw.isPending}
      onClick={() => void ask()}
    >
      {t('announcements.withdraw')}
    </Button>
  );
}
