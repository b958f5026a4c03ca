import type { Message } from '@ardhi/contract';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { UnsentBadge } from '../../outbox/unsent-badge.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { LinkedText } from './linked-text.tsx';

interface MessageBubbleProps {
  message: Message;
  own: boolean;
  /** Several officials write in a thread with an office. */
  named: boolean;
  /** The previous message; the date is shown only when the day changes. */
  before: Message | undefined;
  readMark: boolean;
}

export function MessageBubble({ message, own, named, before, readMark }: MessageBubbleProps) {
  const t = useT();
  const format = useFormat();
  const day = format.date(message.createdAt);
  const newDay = !before || format.date(before.createdAt) !== day;
  return (
    <>
      {newDay && <p className="pt-1 text-center text-fine text-muted">{day}</p>}
      <article className={cx('flex flex-col', own ? 'items-end' : 'items-start')}>
        <div
          className={cx(
            'max-w-[min(85%,36rem)] rounded-card px-3.5 py-2.5',
            own ? 'rounded-br-[3px] bg-primary-soft' : 'rounded-bl-[3px] bg-grey-soft',
          )}
        >
          <p className={named && !own ? 'text-sm font-semibold' : 'sr-only'}>
            {own ? t('messages.fromYou') : message.sender.name}
          </p>
          <LinkedText text={message.content} className="block break-words whitespace-pre-wrap" />
        </div>
        <p className="num mt-1 px-1 text-fine text-muted">
          <time dateTime={message.createdAt} title={format.dateTime(message.createdAt)}>
            {format.relative(message.createdAt)}
          </time>
          {readMark && ` · ${t('messages.read')}`}
          {own && <UnsentBadge id={message._id} className="ml-2" />}
        </p>
      </article>
    </>
  );
}
