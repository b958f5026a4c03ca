/** Navigation bar links to messages and notices, with unread counts. */

import { paths } from '@ardhi/contract/paths';
import { Bell, type LucideIcon, Mail } from 'lucide-react';
import { NavLink } from 'react-router';
import { useT } from '../../lib/text/i18n.tsx';
import { buttonClass } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { useUnreadMessages, useUnreadNotices } from './unread.ts';

export default function BarTools() {
  const t = useT();
  const notices = useUnreadNotices().data?.count ?? 0;
  const messages = useUnreadMessages().data?.count ?? 0;
  return (
    <>
      <Tool
        to={paths.messages}
        icon={Mail}
        count={messages}
        label={t('notices.messages', { count: messages })}
        className="bar-messages"
      />
      <Tool to={paths.notices} icon={Bell} count={notices} label={t('notices.bell', { count: notices })} />
    </>
  );
}

interface ToolProps {
  to: string;
  icon: LucideIcon;
  count: number;
  label: string;
  className?: string;
}

function Tool({ to, icon: Icon, count, label, className }: ToolProps) {
  const t = useT();
  return (
    <NavLink
      to={to}
      title={label}
      aria-label={label}
      className={buttonClass({ variant: 'quiet', size: 'small' }, cx('btn-icon relative', className))}
    >
      <Icon size={20} strokeWidth={1.8} aria-hidden="true" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="num absolute top-0 right-0 min-w-[18px] rounded-full bg-clay px-1 text-center text-[0.6875rem] leading-[18px] font-bold text-on-clay"
        >
          {count > 99 ? t('notices.more99') : count}
        </span>
      )}
    </NavLink>
  );
}
