import { paths } from '@ardhi/contract/paths';
import { CalendarDays, HandCoins, Leaf, type LucideIcon, MessageCircleWarning, Tractor } from 'lucide-react';
import { Link } from 'react-router';
import { useWide } from '../lib/page/use-wide.ts';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';
import { Panel } from '../ui/layout/panel.tsx';

type Target = readonly [to: string, icon: LucideIcon, title: MessageKey, text: MessageKey];

const REPORTS: readonly Target[] = [
  [paths.monthlyReport, CalendarDays, 'dashboard.farmer.monthly', 'dashboard.farmer.monthlyText'],
  [
    paths.sustainabilityReport,
    Leaf,
    'dashboard.farmer.sustainability',
    'dashboard.farmer.sustainabilityText',
  ],
];

const SERVICES: readonly Target[] = [
  [paths.subsidyApply, HandCoins, 'dashboard.farmer.subsidy', 'dashboard.farmer.subsidyText'],
  [paths.equipment, Tractor, 'dashboard.farmer.equipment', 'dashboard.farmer.equipmentText'],
];

/** On phones it is in the More sheet instead. */
const COMPLAINTS: Target = [
  paths.complaints,
  MessageCircleWarning,
  'places.complaints',
  'dashboard.farmer.complaintsText',
];

function Tiles({ targets }: { targets: readonly Target[] }) {
  const t = useT();
  return (
    <ul className="max-sm:flex max-sm:flex-wrap max-sm:justify-between max-sm:gap-x-2">
      {targets.map(([to, Icon, title, text]) => (
        <li
          key={to}
          className="max-sm:grow max-sm:basis-[min-content] max-sm:text-fine max-sm:leading-tight sm:border-b sm:border-line sm:last:border-0"
        >
          <Link
            to={to}
            className="group flex min-h-11 min-w-15 items-center gap-3 sm:items-start sm:gap-4 sm:py-3"
          >
            <Icon
              size={22}
              strokeWidth={1.7}
              aria-hidden="true"
              className="mt-0.5 shrink-0 text-primary max-sm:hidden"
            />
            <span className="min-w-0">
              <span className="block font-semibold group-hover:underline">{t(title)}</span>
              <span className="block text-sm text-muted max-sm:hidden">{t(text)}</span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Two panels on wide screens; on phones all four in one. */
export function FarmerLinks() {
  const t = useT();
  return useWide() ? (
    <>
      <Panel title={t('dashboard.farmer.reports')}>
        <Tiles targets={REPORTS} />
      </Panel>
      <Panel title={t('dashboard.farmer.services')}>
        <Tiles targets={[...SERVICES, COMPLAINTS]} />
      </Panel>
    </>
  ) : (
    <Panel aria-label={t('dashboard.farmer.services')}>
      <Tiles targets={[...REPORTS, ...SERVICES]} />
    </Panel>
  );
}
