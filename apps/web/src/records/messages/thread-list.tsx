import type { ThreadSummary } from '@ardhi/contract';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton-list.tsx';
import type { ChannelFilter } from './channels.ts';
import { OfficeStatusText } from './office-status.tsx';
import { partnerOf, preview } from './preview.ts';
import { useThreads } from './queries.ts';

interface ThreadListProps {
  channel: ChannelFilter;
  limit?: number;
  selected: string | undefined;
  onSelect: (threadId: string) => void;
}

export function ThreadList({ channel, limit, selected, onSelect }: ThreadListProps) {
  const t = useT();
  const threads = useThreads(channel);
  const rows = threads.data?.pages.flatMap((page) => page.rows) ?? [];
  if (threads.isPending) return <SkeletonList className="divide-y divide-line" itemClassName="px-4 py-4" />;
  if (!threads.data) return <LoadError query={threads} headline={t('messages.error.fetch')} />;
  if (rows.length === 0) {
    return channel === 'all' ? (
      <Empty drawing="message" title={t('messages.none')} text={t('messages.noneText')} />
    ) : (
      <Empty drawing="message" title={t('messages.noneChannel')} />
    );
  }
  return (
    <>
      <ul aria-label={t('messages.conversations')} className="divide-y divide-line">
        {rows.slice(0, limit).map((thread) => (
          <li key={thread.threadId}>
            <ThreadItem
              thread={thread}
              selected={thread.threadId === selected}
              onSelect={() => onSelect(thread.threadId)}
            />
          </li>
        ))}
      </ul>
      {threads.hasNextPage && limit === undefined && (
        <div className="p-4">
          <LoadMore query={threads} wide size="small">
            {t('messages.more')}
          </LoadMore>
        </div>
      )}
    </>
  );
}

interface ItemProps {
  thread: ThreadSummary;
  selected: boolean;
  onSelect: () => void;
}

function ThreadItem({ thread, selected, onSelect }: ItemProps) {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const partner = partnerOf(thread, user._id);
  const unread = thread.unreadCount;
  return (
    <button
      type="button"
      aria-current={selected || undefined}
      onClick={onSelect}
      className={cx(
        'flex w-full gap-3 border-l-4 px-4 py-2 text-left leading-snug sm:py-3 sm:leading-normal outline-offset-[-2px] hover:bg-grey-soft',
        selected ? 'border-l-primary bg-primary-soft' : 'border-l-transparent',
      )}
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-3">
          <span
            className={cx(
              'min-w-0 flex-1 truncate',
              unread ? 'font-bold' : 'font-semibold',
              thread.names !== 'shown' && 'first-letter:uppercase',
            )}
          >
            {partner.name}
          </span>
          <time dateTime={thread.createdAt} className="text-fine whitespace-nowrap text-muted">
            {format.relative(thread.createdAt)}
          </time>
        </span>
        <span className={cx('block truncate', unread > 0 && 'font-semibold')}>
          {!partner.deleted && !(thread.office && user.role === 'farmer') && (
            <span className="font-normal text-muted">{t(`messages.role.${partner.role}`)} · </span>
          )}
          {thread.subject}
        </span>
        {thread.office && (
          <span className="block text-sm">
            <OfficeStatusText thread={{ ...thread, office: thread.office }} />
          </span>
        )}
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 text-sm wrap-anywhere text-muted">{preview(thread.content)}</span>
          {unread > 0 && (
            <span className="num min-w-6 rounded-full bg-primary px-1.5 text-center text-fine leading-6 font-bold text-on-primary">
              <span aria-hidden="true">{unread}</span>
              <span className="sr-only">{t('messages.unread', { count: unread })}</span>
            </span>
          )}
        </span>
      </span>
    </button>
  );
}
