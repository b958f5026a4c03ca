/** Filter chips, New Message, thread list and open thread; side by side in a wide container. */
import { paths } from '@ardhi/contract/paths';
import { ArrowLeft, Landmark, MessagesSquare, PenLine } from 'lucide-react';
import { useState } from 'react';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
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
  /** Lower, without the New Message button, which is in the heading of the panel. */
  isPart?: boolean;
}

export function Messenger({ level, shown, onShow, limit, isPart = false }: MessengerProps) {
  const t = useT();
  const { role } = useUser();
  const [channel, setChannel] = useState<ChannelFilter>('all');
  return (
    <div className="@container">
      {/* In a narrow container an open thread replaces the filters and the list. */}
      <div
        className={cx(
          'mb-2 flex-wrap items-center sm:mb-3 justify-between gap-3 @xl:flex',
          shown ? 'hidden' : 'flex',
        )}
      >
        <Segmented<ChannelFilter>
          look="chips"
          label={t('messages.filter')}
          value={channel}
          onChange={setChannel}
          // The names of the officials' channels are too long for one row.
          className={cx(
            isPart &&
              role === 'farmer' &&
              'four-across max-sm:gap-x-1 max-sm:*:justify-center max-sm:*:px-2 max-sm:*:text-center',
          )}
          options={FILTERS[role].map((value) => ({ value, label: t(`messages.channel.${value}`) }))}
        />
        {!isPart && role === 'farmer' && (
          <ButtonLink
            to={paths.messageOffice}
            className="max-sm:w-full sm:ml-auto"
            icon={<Landmark size={18} aria-hidden="true" />}
          >
            {t('messages.office.write')}
          </ButtonLink>
        )}
        {!isPart && (
          <Button
            variant="main"
            className="max-sm:w-full"
            icon={<PenLine size={18} aria-hidden="true" />}
            onClick={() => onShow({ compose: true })}
          >
            {t('messages.new')}
          </Button>
        )}
      </div>
      <div
        className={cx(
          'overflow-hidden rounded-card border border-line bg-surface @xl:grid @xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]',
          !isPart && '@xl:min-h-[28rem]',
        )}
      >
        <div
          className={cx(
            // Positioned, because its hidden texts would otherwise lengthen the page.
            'relative min-w-0 @xl:block @xl:overflow-y-auto @xl:border-r @xl:border-line',
            isPart ? '@xl:max-h-[13rem]' : '@xl:max-h-[46rem]',
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
        <div className={cx('min-w-0 flex-col @xl:flex', shown ? 'flex' : 'hidden')}>
          <Pane level={level} shown={shown} onShow={onShow} />
        </div>
      </div>
    </div>
  );
}

function Pane({ level, shown, onShow }: Omit<MessengerProps, 'limit' | 'isPart'>) {
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
    <div className="p-4 @xl:p-5">
      <div className="mb-4 flex items-center gap-1">
        <IconButton
          className="-ml-2 @xl:hidden"
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
