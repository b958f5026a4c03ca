import { CalendarDays, HandCoins, Leaf, type LucideIcon, Tractor } from 'lucide-react';
import { Link } from 'react-router';
import { GUIDE_ICONS } from '../guides/icons.ts';
import { GUIDE_SLUGS } from '../lib/guide-slugs.ts';
import { type MessageKey, useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { Panel } from '../ui/panel.tsx';

interface Target {
  to: string;
  icon: LucideIcon;
  title: MessageKey;
  text: MessageKey;
}

const REPORTS: readonly Target[] = [
  {
    to: paths.monthlyReport,
    icon: CalendarDays,
    title: 'dashboard.farmer.monthly',
    text: 'dashboard.farmer.monthlyText',
  },
  {
    to: paths.sustainabilityReport,
    icon: Leaf,
    title: 'dashboard.farmer.sustainability',
    text: 'dashboard.farmer.sustainabilityText',
  },
];

const SERVICES: readonly Target[] = [
  {
    to: paths.subsidyApply,
    icon: HandCoins,
    title: 'dashboard.farmer.subsidy',
    text: 'dashboard.farmer.subsidyText',
  },
  {
    to: paths.equipment,
    icon: Tractor,
    title: 'dashboard.farmer.equipment',
    text: 'dashboard.farmer.equipmentText',
  },
];

function Tiles({ targets }: { targets: readonly Target[] }) {
  const t = useT();
  return (
    <ul>
      {targets.map(({ to, icon: Icon, title, text }) => (
        <li key={to} className="border-b border-line last:border-0">
          <Link to={to} className="group flex min-h-11 gap-4 py-3">
            <Icon size={22} strokeWidth={1.7} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
            <span>
              <span className="block font-semibold group-hover:underline">{t(title)}</span>
              <span className="block text-sm text-muted">{t(text)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

export function FarmerReports() {
  const t = useT();
  return (
    <Panel title={t('dashboard.farmer.reports')}>
      <Tiles targets={REPORTS} />
    </Panel>
  );
}

export function FarmerServices() {
  const t = useT();
  return (
    <Panel title={t('dashboard.farmer.services')}>
      <Tiles targets={SERVICES} />
    </Panel>
  );
}

/** Every guide of the app, by its subject. */
export function FarmerResources() {
  const t = useT();
  return (
    <Panel
      title={t('dashboard.farmer.resources')}
      actions={
        <Link to={paths.guides} className="link inline-flex min-h-11 items-center">
          {t('dashboard.farmer.allGuides')}
        </Link>
      }
    >
      <ul className="grid grid-cols-2 gap-x-6 sm:grid-cols-4">
        {GUIDE_SLUGS.map((slug) => {
          const Icon = GUIDE_ICONS[slug];
          return (
            <li key={slug}>
              <Link
                to={paths.guide(slug)}
                className="flex min-h-11 items-center gap-3 py-1.5 hover:underline"
              >
                <Icon size={20} strokeWidth={1.7} aria-hidden="true" className="shrink-0 text-primary" />
                {t(`dashboard.guide.${slug}`)}
              </Link>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
