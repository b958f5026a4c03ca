/** Filter chips, New Message, thread list and open thread; side by side in a wide container. */
import { ArrowLeft, MessagesSquare, PenLine } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { type ChannelFilter, FILTERS } from './channels.ts';
import { NewMessageForm } from './new-message-form.tsx';
import { ThreadList } from './thread-list.tsx';
import { ThreadView } from './thread-view.tsx';

/** Content of the pane beside the list. */
export type Shown = { thread: string } | { compose: true; to?: string } | null;

interface MessengerProps {
  /** Heading level inside. */
  level: 2 | 3;
  shown: Shown;
  onShow: (shown: Shown) => void;
  /** Maximum number of threads in the list. */
  limit?: number;
}

export function Messenger({ level, shown, onShow, limit }: MessengerProps) {
  const t = useT();
  const { role } = useUser();
  const [channel, setChannel] = useState<ChannelFilter>('all');
  return (
    <div className="@container">
      {/* In a narrow container an open thread replaces the filters and the list. */}
      <div
        className={cx(
          'mb-4 flex-wrap items-center justify-between gap-3 @3xl:flex',
          shown ? 'hidden' : 'flex',
        )}
      >
        <Segmented<ChannelFilter>
          look="chips"
          label={t('messages.filter')}
          value={channel}
          onChange={setChannel}
          options={FILTERS[role].map((value) => ({ value, label: t(`messages.channel.${value}`) }))}
        />
        <Button
          variant="main"
          className="max-sm:w-full"
          icon={<PenLine size={18} aria-hidden="true" />}
          onClick={() => onShow({ compose: true })}
        >
          {t('messages.new')}
        </Button>
      </div>
      <div className="overflow-hidden rounded-card border border-line bg-surface @3xl:grid @3xl:min-h-[28rem] @3xl:grid-cols-[minmax(16rem,22rem)_minmax(0,1fr)]">
        <div
          className={cx(
            'min-w-0 @3xl:block @3xl:max-h-[46rem] @3xl:overflow-y-auto @3xl:border-r @3xl:border-line',
            shown && 'hidden',
          )}
        >
          <ThreadList
            channel={channel}
            limit={limit}
            selected={shown && 'thread' in shown ? shown.thread : undefined}
            onSelect={(thread) => onShow({ thread })}
          />
        </div>
        <div className={cx('min-w-0 flex-col @3xl:flex', shown ? 'flex' : 'hidden')}>
          <Pane level={level} shown={shown} onShow={onShow} />
        </div>
      </div>
    </div>
  );
}

function Pane({ level, shown, onShow }: Omit<MessengerProps, 'limit'>) {
  const t = useT();
  const Heading = level === 2 ? 'h2' : 'h3';
  if (!shown) {
    return (
      <div className="m-auto px-4 py-10 text-center text-muted">
        <MessagesSquare size={32} strokeWidth={1.4} aria-hidden="true" className="mx-auto mb-3" />
        <p className="font-serif text-lg font-semibold text-ink">{t('messages.choose')}</p>
        <p>{t('messages.chooseText')}</p>
      </div>
    );
  }
  if ('thread' in shown)
    return (
      <ThreadView key={shown.thread} threadId={shown.thread} level={level} onBack={() => onShow(null)} />
    );
  return (
    <div className="p-4 @3xl:p-5">
      <div className="mb-4 flex items-center gap-1">
        <IconButton
          className="-ml-2 @3xl:hidden"
          label={t('messages.backToList')}
          icon={<ArrowLeft size={20} aria-hidden="true" />}
          onClick={() => onShow(null)}
        />
        <Heading className="text-[1.1875rem]">{t('messages.new')}</Heading>
      </div>
      <NewMessageForm
        key={shown.to}
        to={shown.to}
        onSent={(thread) => onShow({ thread })}
        onCancel={() => onShow(null)}
      />
    </div>
  );
}
