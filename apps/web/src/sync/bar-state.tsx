/** Sync state in the navigation bar. Also asks before a sign-out with unsent changes. */

import { paths } from '@ardhi/contract/paths';
import { CloudAlert, CloudOff, CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { connection, useOnline } from '../lib/http/connection.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { useT } from '../lib/text/i18n.tsx';
import { outboxState, outboxStatus, useOutbox, useOutboxStatus } from '../outbox/current.ts';
import { type Entry, isUnsent } from '../outbox/entry.ts';
import { buttonClass } from '../ui/controls/button.tsx';
import { ConfirmDialog } from '../ui/feedback/confirm.tsx';
import { useEntryText } from './entry-text.ts';
import { useRefusalToasts } from './refusal-toasts.ts';

export default function BarState() {
  const t = useT();
  const online = useOnline();
  const { entries } = useOutbox();
  useRefusalToasts();
  const isUnreadable = useIsUnreadable();
  const unsent = entries.filter(isUnsent);
  const stuck = unsent.filter(({ state }) => state !== 'waiting').length;
  const label = isUnreadable
    ? t('outbox.bar.unreadable')
    : stuck
      ? t('outbox.bar.stuck', { count: stuck })
      : unsent.length > 0
        ? t('outbox.bar.waiting', { count: unsent.length })
        : t('outbox.bar.offline');
  const Icon = stuck || isUnreadable ? CloudAlert : online ? CloudUpload : CloudOff;
  return (
    <>
      {(unsent.length > 0 || !online || isUnreadable) && (
        <NavLink
          to={paths.sync}
          title={label}
          aria-label={label}
          className={buttonClass({ variant: 'quiet', size: 'small' }, 'bar-sync btn-icon relative')}
        >
          <Icon
            size={20}
            strokeWidth={1.8}
            aria-hidden="true"
            className={stuck || isUnreadable ? 'text-clay' : 'text-ochre'}
          />
          {unsent.length > 0 && (
            <span
              aria-hidden="true"
              className="num absolute top-0 right-0 min-w-[18px] rounded-full bg-ochre px-1 text-center text-[0.6875rem] leading-[18px] font-bold text-surface"
            >
              {unsent.length > 99 ? t('outbox.bar.more99') : unsent.length}
            </span>
          )}
        </NavLink>
      )}
      <SignOutQuestion />
    </>
  );
}

/** Whether there may be unsent entries that cannot be read. */
const isUnreadableStatus = (kind: string) => kind === 'blocked' || kind === 'newer';

function useIsUnreadable(): boolean {
  return isUnreadableStatus(useOutboxStatus().kind);
}

/** Entries named in the question; more would not be read. */
const MAX_NAMED = 3;

function SignOutQuestion() {
  const t = useT();
  const entryText = useEntryText();
  const [question, setQuestion] = useState<{
    unsent: readonly Entry[];
    isOnline: boolean;
    isUnreadable: boolean;
    answer: (leave: boolean) => void;
  } | null>(null);
  useEffect(
    () =>
      sessionStore.addSignOutGuard(() => {
        const unsent = outboxState().entries.filter(isUnsent);
        // Officials do not work in the field.
        const isOnline = connection.get() || sessionStore.get().user?.role !== 'farmer';
        const isUnreadable = isUnreadableStatus(outboxStatus().kind);
        if (unsent.length === 0 && isOnline && !isUnreadable) return Promise.resolve(true);
        return new Promise((resolve) => {
          setQuestion({
            unsent,
            isOnline,
            isUnreadable,
            answer: (leave) => {
              setQuestion(null);
              resolve(leave);
            },
          });
        });
      }),
    [],
  );
  if (!question) return null;
  const count = question.unsent.length;
  const names = question.unsent.map((entry) => entryText(entry).details).filter(Boolean);
  const named = names.slice(0, MAX_NAMED).join('; ') + (names.length > MAX_NAMED ? '; …' : '');
  const text = [
    named && `${named}.`,
    count > 0 && t('outbox.leave.text'),
    question.isUnreadable && t('outbox.leave.unreadable'),
    !question.isOnline && t('outbox.leave.offline'),
  ];
  return (
    <ConfirmDialog
      open
      title={
        count > 0
          ? t('outbox.leave.question', { count })
          : t(question.isUnreadable ? 'outbox.leave.unreadableQuestion' : 'outbox.leave.offlineQuestion')
      }
      text={text.filter(Boolean).join(' ')}
      action={t('outbox.leave.signOut')}
      cancel={t('outbox.leave.stay')}
      onConfirm={() => question.answer(true)}
      onCancel={() => question.answer(false)}
    />
  );
}
