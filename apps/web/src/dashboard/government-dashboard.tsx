import { Inbox, type LucideIcon, UserPlus } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../app/paths.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { useUser } from '../lib/session.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';

export default function GovernmentDashboard() {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  return (
    <div className="wrap py-8">
      <PageHeader
        eyebrow={format.date(new Date().toISOString(), 'full')}
        title={t('dashboard.government.heading')}
        lead={user.department}
      />
      <Panel title={t('dashboard.office.title')}>
        <ul className="grid gap-x-10 sm:grid-cols-2">
          <Task
            icon={Inbox}
            to={paths.contactMessages}
            title={t('dashboard.office.inbox')}
            text={t('dashboard.office.inboxText')}
          />
          <Task
            icon={UserPlus}
            to={`${paths.account}#invitations`}
            title={t('dashboard.office.invite')}
            text={t('dashboard.office.inviteText')}
          />
        </ul>
      </Panel>
    </div>
  );
}

function Task({
  icon: Icon,
  to,
  title,
  text,
}: {
  icon: LucideIcon;
  to: string;
  title: string;
  text: string;
}) {
  return (
    <li className="flex gap-4 border-t border-line py-4 first:border-t-0 sm:border-t-0">
      <Icon size={22} strokeWidth={1.6} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
      <div>
        <Link className="link" to={to}>
          {title}
        </Link>
        <p className="mt-0.5 text-muted">{text}</p>
      </div>
    </li>
  );
}
