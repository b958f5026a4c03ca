import type { ContactMessage } from '@ardhi/contract';
import { spokenNumber } from '@ardhi/contract/complaint-number';
import { paths } from '@ardhi/contract/paths';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccountWrite } from '../../accounts/account/use-account-write.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { mailTo } from '../../lib/page/mail-to.ts';
import { useSearchChange } from '../../lib/page/use-search-change.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { SkeletonList } from '../../ui/feedback/skeleton-list.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { AnswerDialog } from '../complaints/answer-dialog.tsx';
import { ConvertToComplaintDialog } from '../complaints/convert-to-complaint-dialog.tsx';

const CONTACT_KEY = ['contact'] as const;
const PAGE_SIZE = 20;
const STATES = ['open', 'handled', 'all'] as const;
type State = (typeof STATES)[number];

/** Contact form inbox, newest first. The filter is stored in the URL. */
export default function ContactMessagesPage() {
  const t = useT();
  const [search, change] = useSearchChange();
  const state = STATES.find((one) => one === search.get('state')) ?? 'open';
  const q = search.get('q') ?? undefined;
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        back={{ to: paths.dashboard }}
        title={t('account.inbox.heading')}
        lead={t('account.inbox.lead')}
        actions={
          <Segmented<State>
            label={t('account.inbox.filter')}
            value={state}
            onChange={(next) => change({ state: next === 'open' ? undefined : next })}
            options={[
              { value: 'open', label: t('account.inbox.open') },
              { value: 'handled', label: t('account.inbox.handled') },
              { value: 'all', label: t('account.inbox.all') },
            ]}
          />
        }
      />
      <search className="mb-4 block max-w-md">
        <SearchField
          label={t('account.inbox.search')}
          placeholder={t('account.inbox.searchHint')}
          q={q}
          onSearch={(next) => change({ q: next })}
        />
      </search>
      <Inbox key={`${state} ${q}`} state={state} q={q} />
    </div>
  );
}

function Inbox({ state, q }: { state: State; q: string | undefined }) {
  const t = useT();
  const inbox = usePages('GET /government/contact-messages', {
    queryKey: [...CONTACT_KEY, state, q],
    failed: 'account.inbox.failed',
    query: { state, q, limit: PAGE_SIZE },
  });
  const messages = inbox.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = inbox.data?.pages[0]?.total;

  if (inbox.isPending)
    return (
      <SkeletonList
        className="divide-y divide-line rounded-card border border-line bg-surface"
        itemClassName="px-5 py-4"
      />
    );
  if (!inbox.data) return <LoadError query={inbox} headline={t('account.inbox.failed')} />;
  if (messages.length === 0) {
    return (
      <Empty
        drawing="message"
        title={state === 'open' ? t('account.inbox.noneOpen') : t('account.inbox.none')}
        text={t('account.inbox.emptyText')}
      />
    );
  }
  return (
    <>
      {(total !== undefined || !inbox.hasNextPage) && (
        <p className="num mb-3 text-muted" role="status">
          {t('account.inbox.count', { count: total ?? messages.length })}
        </p>
      )}
      <ul className="divide-y divide-line rounded-card border border-line bg-surface shadow-card">
        {messages.map((message) => (
          <MessageItem key={message._id} message={message} />
        ))}
      </ul>
      <LoadMore query={inbox} className="mt-5">
        {t('account.inbox.more')}
      </LoadMore>
    </>
  );
}

function MessageItem({ message }: { message: ContactMessage }) {
  const t = useT();
  const format = useFormat();
  const canDecide = hasDuty(useUser(), 'decide');
  return (
    <li className="px-5 py-4">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-lg">{message.name || t('complaints.nameHidden')}</h2>
        {message.email && (
          <a className="link font-normal wrap-anywhere" href={mailTo(message.email)}>
            {/* A long address breaks before its domain. */}
            {message.email.split('@')[0]}
            <wbr />@{message.email.split('@')[1]}
          </a>
        )}
        <time
          className="text-sm text-muted sm:ml-auto"
          dateTime={message.createdAt}
          title={format.dateTime(message.createdAt)}
        >
          {format.relative(message.createdAt)}
        </time>
      </div>
      <p className="prose mt-2 whitespace-pre-wrap">{message.message}</p>
      {message.answer && (
        <p className="mt-2 border-l-2 border-line-strong pl-4 whitespace-pre-wrap">
          {t('account.inbox.replied', { answer: message.answer })}
        </p>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {message.handledAt && (
          <p className="basis-full text-sm font-semibold text-primary">
            {t('account.inbox.handledBy', {
              name: message.handledBy ?? '',
              date: format.date(message.handledAt, 'medium'),
            })}
          </p>
        )}
        {message.complaint && (
          <Badge tone="info">
            {t('account.inbox.complaint', { number: spokenNumber(message.complaint.number) })}
          </Badge>
        )}
        {canDecide && <MessageActions message={message} />}
        {canDecide && <HandleButton message={message} />}
      </div>
    </li>
  );
}

/** Actions on a message: answer it, or convert it into a complaint. */
function MessageActions({ message }: { message: ContactMessage }) {
  const t = useT();
  const client = useQueryClient();
  const [open, setOpen] = useState<'answer' | 'complaint' | null>(null);
  const close = () => setOpen(null);
  const reply = useRefetchingWrite('POST /government/contact-messages/{id}/answer', { refetch: CONTACT_KEY });
  return (
    <>
      {!message.answer && !message.complaint && (
        <Button size="small" onClick={() => setOpen('answer')}>
          {t('account.inbox.reply')}
        </Button>
      )}
      {!message.complaint && (
        <Button size="small" onClick={() => setOpen('complaint')}>
          {t('complaints.become')}
        </Button>
      )}
      {open === 'answer' && (
        <AnswerDialog
          title={t('account.inbox.replyTo', { name: message.name })}
          quoted={message.message}
          onSend={(answer) =>
            reply.mutateAsync({ params: { id: message._id }, body: { answer, revision: message.revision } })
          }
          onClose={close}
        />
      )}
      {open === 'complaint' && (
        <ConvertToComplaintDialog
          message={message}
          onDone={() => void client.invalidateQueries({ queryKey: CONTACT_KEY })}
          onClose={close}
        />
      )}
    </>
  );
}

function HandleButton({ message }: { message: ContactMessage }) {
  const t = useT();
  const handled = message.handledAt !== null;
  const change = useAccountWrite('PUT /government/contact-messages/{id}', {
    refetch: CONTACT_KEY,
    onSuccess: () => toast.done(handled ? t('account.inbox.reopened') : t('account.inbox.done')),
  });
  return (
    <Button
      size="small"
      busy={change.isPending}
      busyLabel={t('account.saving')}
      onClick={() =>
        change.mutate({
          params: { id: message._id },
          body: { handled: !handled, revision: message.revision },
        })
      }
    >
      {handled ? t('account.inbox.reopen') : t('account.inbox.handle')}
    </Button>
  );
}
