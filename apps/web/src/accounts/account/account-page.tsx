import type { User } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'react-router';
import { saveFile } from '../../lib/device/download.ts';
import { callFile } from '../../lib/http/api.ts';
import { useConfig } from '../../lib/http/config.tsx';
import { serverMessage } from '../../lib/http/error-kinds.ts';
import { useWide } from '../../lib/page/use-wide.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { type MessageKey, useT } from '../../lib/text/i18n.tsx';
import { DevicePanel } from '../../offline/device-panel.tsx';
import { useOutbox } from '../../outbox/current.ts';
import { isUnsent } from '../../outbox/entry.ts';
import { AccessLogPanel } from '../../records/access-log/access-log-panel.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { GisTokensPanel } from './gis-tokens-panel.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { OfficialsPanel } from './officials-panel.tsx';
import { OwnPostsPanel } from './own-posts-panel.tsx';
import { PasswordPanel } from './password-panel.tsx';
import { PostsPanel } from './posts-panel.tsx';
import { PreferencesPanel } from './preferences-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { PushPanel } from './push-panel.tsx';
import { useStoredSettings } from './queries.ts';
import { RemindersPanel } from './reminders-panel.tsx';
import { ResetCodePanel } from './reset-code-panel.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';

const OFFICIAL_SECTIONS = [
  ['post', 'account.posts.ownTitle', OwnPostsPanel],
  ['second-factor', 'account.factor.title', SecondFactorPanel],
  ['gis', 'account.gis.title', GisTokensPanel],
  ['invitations', 'account.invitations.title', InvitationsPanel],
] as const;

const RESET_SECTION = ['reset-code', 'account.resetCode.title', ResetCodePanel] as const;

const MANAGE_SECTIONS = [
  ['officials', 'account.officials.title', OfficialsPanel],
  ['posts', 'account.posts.title', PostsPanel],
] as const;

const FARMER_SECTIONS = [
  ['reminders', 'account.reminders.title', RemindersPanel],
  ['device', 'account.device.title', DevicePanel],
] as const;

const PUSH_SECTION = ['push', 'account.push.title', PushPanel] as const;

export default function AccountPage() {
  const t = useT();
  const user = useUser();
  const { pushKey } = useConfig();
  const hasStoredSettings = useStoredSettings().length > 0;
  const sections: readonly (readonly [id: string, title: MessageKey, Section: () => ReactNode])[] = [
    ['profile', 'account.profile.title', ProfilePanel],
    ['preferences', 'account.preferences.title', PreferencesPanel],
    ['password', 'account.password.title', PasswordPanel],
    ['sessions', 'account.sessions.title', SessionsPanel],
    ...(user.role === 'government' ? OFFICIAL_SECTIONS : FARMER_SECTIONS),
    ...(user.role === 'farmer' && pushKey ? [PUSH_SECTION] : []),
    ...(canResetPasswords(user) ? [RESET_SECTION] : []),
    ...(user.manage ? MANAGE_SECTIONS : []),
    ...(hasStoredSettings ? [['settings', 'account.settings.title', SettingsPanel] as const] : []),
    ['unsent', 'account.unsent.title', UnsentPanel],
    ['looks', 'account.looks.title', AccessLogPanel],
    ['data', 'account.data.title', DataPanel],
    ['delete', 'account.delete.title', DeletePanel],
  ];
  return (
    <div className="wrap py-4 sm:py-8">
      <PageHeader
        title={t('account.heading')}
        eyebrow={t(user.role === 'farmer' ? 'account.role.farmer' : 'account.role.government')}
        lead={user.email}
      />
      <div className="grid items-start gap-8 lg:grid-cols-[13rem_minmax(0,46rem)] lg:gap-12">
        <nav aria-label={t('account.sections')} className="sticky top-6 hidden lg:block">
          <ul>
            {sections.map(([id, title]) => (
              <li key={id} className="border-t border-line last:border-b">
                <a href={`#${id}`} className="block py-2.5 text-muted no-underline hover:text-ink">
                  {t(title)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="space-y-3 lg:space-y-6">
          {sections.map(([id, title, Section]) => (
            <div key={id} id={id} className="scroll-mt-6">
              <FoldedSection id={id} title={t(title)} startsOpen={id === 'profile'}>
                <Section />
              </FoldedSection>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

interface FoldedSectionProps {
  id: string;
  title: string;
  startsOpen: boolean;
  children: ReactNode;
}

/**
 * On phones the page is a list of sections; a tap or a link to its anchor opens one. A section that was shown stays open:
 * turning a tablet discards nothing that was typed.
 */
function FoldedSection({ id, title, startsOpen, children }: FoldedSectionProps) {
  const isWide = useWide();
  const isLinked = useLocation().hash === `#${id}`;
  const [isOpen, setIsOpen] = useState(startsOpen);
  if ((isWide || isLinked) && !isOpen) setIsOpen(true);
  if (isOpen) return children;
  return (
    <h2 className="font-sans text-base">
      <button
        type="button"
        aria-expanded={false}
        className="flex min-h-12 w-full items-center justify-between gap-3 rounded-card border border-line bg-surface px-4 text-left shadow-card"
        onClick={() => setIsOpen(true)}
      >
        {title}
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 text-muted" />
      </button>
    </h2>
  );
}

/** The duty to decide allows it for farmers, the duty to manage for officials. */
const canResetPasswords = (user: User): boolean =>
  user.role === 'government' && (hasDuty(user, 'decide') || hasDuty(user, 'manage'));

/** The number of unsent changes on this device, with a link to the sync page. */
function UnsentPanel() {
  const t = useT();
  const count = useOutbox().entries.filter(isUnsent).length;
  return (
    <Panel title={t('account.unsent.title')}>
      <p className="text-muted">{t('account.unsent.text', { count })}</p>
      <p className="mt-4">
        <ButtonLink to={paths.sync}>{t('account.unsent.open')}</ButtonLink>
      </p>
    </Panel>
  );
}

function DataPanel() {
  const t = useT();
  const download = useMutation({
    mutationFn: () => callFile('GET /auth/data'),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? 'ardhi-data.json'),
    onError: (error) => toast.failed(serverMessage(error) ?? t('account.noConnection')),
  });
  return (
    <Panel title={t('account.data.title')} note={t('account.data.note')}>
      <Button
        icon={<Download size={18} aria-hidden="true" />}
        busy={download.isPending}
        busyLabel={t('account.data.busy')}
        onClick={() => download.mutate()}
      >
        {t('account.data.submit')}
      </Button>
    </Panel>
  );
}
