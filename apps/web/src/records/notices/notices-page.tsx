import type { Notice } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { Listen } from '../../ui/controls/listen.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton-list.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { useNotices } from './queries.ts';
import { useUnreadNotices } from './unread.ts';
import { useReadAllNotices, useReadNotice } from './writes.ts';

export default function NoticesPage() {
  const t = useT();
  return (
    <div className="wrap py-8">
      <div className="max-w-3xl">
        <PageHeader title={t('notices.heading')} lead={t('notices.lead')} actions={<ReadAll />} />
        <NoticeList />
      </div>
    </div>
  );
}

function ReadAll() {
  const t = useT();
  const unread = useUnreadNotices().data?.count ?? 0;
  const readAll = useReadAllNotices();
  const press = () =>
    readAll
      .mutateAsync({})
      .catch((error: unknown) => toast.failed(problemLine(error, t('notices.error.readAll'), t)));
  if (unread === 0) return null;
  return (
    <Button onClick={press} busy={readAll.isPending} busyLabel={t('notices.marking')}>
      {t('notices.readAll')}
    </Button>
  );
}

function NoticeList() {
  const t = useT();
  const notices = useNotices();
  const rows = notices.data?.pages.flatMap((page) => page.rows) ?? [];
  if (notices.isPending)
    return (
      <SkeletonList
        className="divide-y divide-line rounded-card border border-line bg-surface"
        itemClassName="px-5 py-4"
      />
    );
  if (!notices.data) return <LoadError query={notices} headline={t('notices.error.fetch')} />;
  if (rows.length === 0) {
    return (
      <Empty
        title={t('notices.none')}
        text={t('notices.noneText')}
        action={<ButtonLink to={paths.dashboard}>{t('notices.toDashboard')}</ButtonLink>}
      />
    );
  }
  return (
    <>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {rows.map((notice) => (
          <NoticeItem key={notice._id} notice={notice} />
        ))}
      </ul>
      <LoadMore query={notices} className="mt-5">
        {t('notices.more')}
      </LoadMore>
    </>
  );
}

function NoticeItem({ notice }: { notice: Notice }) {
  const t = useT();
  const format = useFormat();
  const read = useReadNotice();
  const open = () => {
    // Not awaited: navigation must not wait for the read flag.
    if (!notice.read) read.mutate({ params: { id: notice._id } });
  };
  return (
    <li
      className={cx(
        'relative border-l-4 px-5 py-4',
        notice.read ? 'border-l-transparent' : 'border-l-primary bg-primary-soft/40',
      )}
    >
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className={cx('font-sans text-base tracking-normal', notice.read && 'font-medium')}>
          {notice.link ? (
            <Link to={notice.link} onClick={open} className="hover:underline">
              {/* Makes the whole item clickable. */}
              <span aria-hidden="true" className="absolute inset-0" />
              {notice.title}
            </Link>
          ) : (
            notice.title
          )}
        </h2>
        {!notice.read && <Badge tone="ok">{t('notices.unread')}</Badge>}
        <time
          className="text-sm text-muted sm:ml-auto"
          dateTime={notice.createdAt}
          title={format.dateTime(notice.createdAt)}
        >
          {format.relative(notice.createdAt)}
        </time>
      </div>
      {notice.body && <p className="prose mt-1 text-muted">{notice.body}</p>}
      <Listen
        className="relative -mb-2 -ml-2.5"
        title={notice.title}
        text={`${notice.title}. ${notice.body}`}
      />
    </li>
  );
}
