/** In the bar of every page: how much waits to be sent. Also asks before someone signs out with work unsent. */
import { CloudAlert, CloudOff, CloudUpload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { useOnline } from '../lib/connection.ts';
import { useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { sessionStore } from '../lib/session-store.ts';
import { unsentCount, useOutbox } from '../outbox/current.ts';
import { isUnsent } from '../outbox/entry.ts';
import { buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm.tsx';

export default function BarState() {
  const t = useT();
  const online = useOnline();
  const { entries } = useOutbox();
  const unsent = entries.filter(isUnsent);
  const stuck = unsent.filter(({ state }) => state !== 'waiting').length;
  const label = stuck
    ? t('outbox.bar.stuck', { count: stuck })
    : unsent.length > 0
      ? t('outbox.bar.waiting', { count: unsent.length })
      : t('outbox.bar.offline');
  const Icon = stuck ? CloudAlert : online ? CloudUpload : CloudOff;
  return (
    <>
      {(unsent.length > 0 || !online) && (
        <NavLink
          to={paths.sync}
          title={label}
          aria-label={label}
          className={buttonClass({ variant: 'quiet', size: 'small' }, 'btn-icon relative')}
        >
          <Icon
            size={20}
            strokeWidth={1.8}
            aria-hidden="true"
            className={stuck ? 'text-clay' : 'text-ochre'}
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

function SignOutQuestion() {
  const t = useT();
  const [asked, setAsked] = useState<{ count: number; answer: (leave: boolean) => void } | null>(null);
  useEffect(
    () =>
      sessionStore.addSignOutGuard(() => {
        const count = unsentCount();
        if (count === 0) return Promise.resolve(true);
        return new Promise((resolve) => {
          setAsked({
            count,
            answer: (leave) => {
              setAsked(null);
              resolve(leave);
            },
          });
        });
      }),
    [],
  );
  if (!asked) return null;
  return (
    <ConfirmDialog
      open
      title={t('outbox.leave.question', { count: asked.count })}
      text={t('outbox.leave.text')}
      action={t('outbox.leave.signOut')}
      cancel={t('outbox.leave.stay')}
      onConfirm={() => asked.answer(true)}
      onCancel={() => asked.answer(false)}
    />
  );
}
