import type { Correspondent, Message } from '@ardhi/contract';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { isNotFound } from '../../lib/http/error-kinds.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Loading } from '../../ui/feedback/loading.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { MessageBubble } from './message-bubble.tsx';
import { NamesAgreement } from './names-agreement.tsx';
import { OfficeStatus } from './office-status.tsx';
import { partnerOf } from './preview.ts';
import { useThread } from './queries.ts';
import { ReplyForm } from './reply-form.tsx';

interface ThreadViewProps {
  threadId: string;
  level: 2 | 3;
  onBack: () => void;
}

export function ThreadView({ threadId, level, onBack }: ThreadViewProps) {
  const t = useT();
  const thread = useThread(threadId);
  const messages = inOrder(thread.data?.pages.map((page) => page.rows) ?? []);
  const back = (
    <Button
      variant="quiet"
      size="small"
      className="-ml-2 @3xl:hidden"
      icon={<ArrowLeft size={18} aria-hidden="true" />}
      onClick={onBack}
    >
      {t('messages.backToList')}
    </Button>
  );
  if (messages.length === 0) {
    return (
      <div className="p-4 @3xl:p-5">
        {back}
        {isNotFound(thread.error) ? (
          <Empty title={t('messages.notFound')} text={t('messages.notFoundText')} />
        ) : thread.isError ? (
          <LoadError query={thread} headline={t('messages.error.thread')} />
        ) : (
          <Loading />
        )}
      </div>
    );
  }
  return (
    <Thread
      level={level}
      messages={messages}
      onBack={onBack}
      earlier={
        thread.hasNextPage && (
          <LoadMore query={thread} size="small">
            {t('messages.earlier')}
          </LoadMore>
        )
      }
    />
  );
}

/** Pages are newest first, rows within a page oldest first. Removes duplicates across pages. */
function inOrder(pages: readonly (readonly Message[])[]): Message[] {
  const byId = new Map([...pages].reverse().flatMap((rows) => rows.map((message) => [message._id, message])));
  return [...byId.values()];
}

interface ThreadProps {
  level: 2 | 3;
  messages: Message[];
  onBack: () => void;
  earlier: ReactNode;
}

function Thread({ level, messages, onBack, earlier }: ThreadProps) {
  const t = useT();
  const { _id: ownId } = useUser();
  const first = messages[0] as Message;
  const last = messages.at(-1) as Message;
  const partner = partnerOf(first, ownId);
  const scroller = useThreadScroll(first._id, last._id);
  // Only the last read message shows it: earlier ones were read too.
  const lastRead = messages.findLast(({ sender, read }) => sender._id === ownId && read);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <ThreadHead level={level} message={first} partner={partner} onBack={onBack} />
      {/* A response persisted by an older app version has no `names`. */}
      {first.names && first.names !== 'shown' && !partner.deleted && (
        <NamesAgreement threadId={first.threadId} names={first.names} />
      )}
      {last.office && <OfficeStatus office={last.office} messages={messages} />}
      <div
        ref={scroller}
        role="log"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region is reached by keyboard
        tabIndex={0}
        aria-label={t('messages.thread', { name: partner.name })}
        className="max-h-[min(62dvh,34rem)] min-h-48 flex-1 space-y-3 overflow-y-auto px-4 py-4 outline-offset-[-2px] @3xl:px-5"
      >
        {earlier && <div className="text-center">{earlier}</div>}
        {messages.map((message, index) => (
          <MessageBubble
            key={message._id}
            message={message}
            own={message.sender._id === ownId}
            named={message.office !== undefined}
            before={messages[index - 1]}
            readMark={message === lastRead}
          />
        ))}
      </div>
      <div className="border-t border-line px-4 py-4 @3xl:px-5">
        {partner.deleted ? (
          <Callout tone="info" headline={t('messages.deleted')} />
        ) : (
          <ReplyForm key={first.threadId} message={first} partner={partner} />
        )}
      </div>
    </div>
  );
}

interface ThreadHeadProps {
  level: 2 | 3;
  message: Message;
  partner: Correspondent;
  onBack: () => void;
}

function ThreadHead({ level, message, partner, onBack }: ThreadHeadProps) {
  const t = useT();
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <header className="flex items-start gap-2 border-b border-line px-4 py-3 @3xl:px-5">
      <IconButton
        className="-mt-1 -ml-2 @3xl:hidden"
        label={t('messages.backToList')}
        icon={<ArrowLeft size={20} aria-hidden="true" />}
        onClick={onBack}
      />
      <div className="min-w-0">
        <Heading className="text-[1.1875rem]">{message.subject}</Heading>
        <p className={cx('text-sm text-muted', message.names !== 'shown' && 'first-letter:uppercase')}>
          {[
            partner.name,
            !partner.deleted && partner._id !== message.office?._id && t(`messages.role.${partner.role}`),
            t(`messages.channel.${message.channelType}`),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </header>
  );
}

/** Within this distance of the end, new messages scroll into view. */
const NEAR_PX = 120;

/**
 * Opens a thread at its end and follows new messages, unless the user has scrolled up. Loading earlier messages
 * preserves the scroll position.
 */
function useThreadScroll(firstId: string, lastId: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null);
  const before = useRef<{ firstId: string; lastId: string; height: number } | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const last = before.current;
    const fromEnd = (last?.height ?? 0) - element.scrollTop - element.clientHeight;
    if (!last || (last.lastId !== lastId && fromEnd < NEAR_PX)) element.scrollTop = element.scrollHeight;
    else if (last.firstId !== firstId) element.scrollTop += element.scrollHeight - last.height;
    before.current = { firstId, lastId, height: element.scrollHeight };
  }, [firstId, lastId]);
  return scroller;
}
