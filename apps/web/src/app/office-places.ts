/** Places of officials, grouped by job: side navigation, More sheet on phones, and pages found by the search. */

import type { User } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import {
  Activity,
  Bell,
  BookOpen,
  BookOpenCheck,
  ChartColumn,
  CircleHelp,
  FileDown,
  Gauge,
  HandCoins,
  History,
  Hourglass,
  House,
  IdCard,
  Inbox,
  LandPlot,
  Layers2,
  Mail,
  Map as MapIcon,
  MapPinned,
  Megaphone,
  MessageCircleWarning,
  MessagesSquare,
  PenLine,
  RefreshCw,
  Scale,
  Settings,
  TextQuote,
  TrendingUp,
  UserPlus,
  Users,
} from 'lucide-react';
import type { SearchPage } from '../insight/search/results.ts';
import { isAuditor } from '../lib/session/duties.ts';
import type { Place, PlaceGroup } from './place.ts';

const CONTACT_MESSAGES: Place = {
  to: paths.contactMessages,
  icon: Mail,
  label: 'office.place.contactMessages',
};
const BOARD: Place = { to: paths.board, icon: Gauge, label: 'office.place.board' };
const AUDIT: Place = { to: paths.audit, icon: History, label: 'office.place.audit' };
const MESSAGES: Place = { to: paths.messages, icon: MessagesSquare, label: 'office.place.messages' };
const SETTINGS: Place = { to: paths.account, icon: Settings, label: 'office.place.settings' };
const HELP: Place = { to: paths.guides, icon: CircleHelp, label: 'office.place.help' };
const AUDITOR_PLACES: readonly PlaceGroup[] = [
  { heading: 'office.group.office', places: [BOARD, AUDIT, SETTINGS] },
  { places: [MESSAGES, HELP] },
];
const MANAGED: readonly Place[] = [AUDIT, { to: paths.system, icon: Activity, label: 'office.place.system' }];

/** The contact inbox is national; the audit log and the operator's page are for national managers. */
export function officePlaces(user: User): readonly PlaceGroup[] {
  if (isAuditor(user)) return AUDITOR_PLACES;
  const { manage, post } = user;
  const isNational = !post?.county;
  return [
    {
      heading: 'office.group.work',
      places: [
        {
          to: paths.queue,
          icon: Inbox,
          label: 'office.place.applications',
          within: [paths.queue, paths.subsidyCase(':id'), paths.registerWaiting],
        },
        { to: paths.appeals, icon: Scale, label: 'office.place.appeals' },
        { to: paths.complaints, icon: MessageCircleWarning, label: 'office.place.complaints' },
        ...(isNational ? [CONTACT_MESSAGES] : []),
      ],
    },
    {
      heading: 'office.group.people',
      places: [
        { to: paths.registerFarmers, icon: Users, label: 'office.place.farmers' },
        { to: paths.registerLands, icon: LandPlot, label: 'office.place.parcels' },
        { to: paths.regionalMap, icon: MapIcon, label: 'office.place.map' },
        { to: paths.overlaps, icon: Layers2, label: 'office.place.overlaps' },
      ],
    },
    {
      heading: 'office.group.programmes',
      places: [
        {
          to: paths.subsidyManage,
          icon: HandCoins,
          label: 'office.place.programmes',
          within: [paths.subsidyManage, paths.binders(':id')],
        },
        { to: paths.policies, icon: BookOpen, label: 'office.place.policies', within: [paths.policy(':id')] },
      ],
    },
    { places: [MESSAGES] },
    {
      heading: 'office.group.insight',
      places: [
        { to: paths.analytics, icon: ChartColumn, label: 'office.place.analytics' },
        { to: paths.detailedAnalytics, icon: TrendingUp, label: 'office.place.detailedAnalytics' },
        { to: paths.reports, icon: FileDown, label: 'office.place.reports', within: [] },
      ],
    },
    {
      heading: 'office.group.office',
      places: [
        BOARD,
        {
          to: paths.staff,
          icon: IdCard,
          label: 'office.place.staff',
          within: [paths.staff, paths.templates],
        },
        { to: paths.announcements, icon: Megaphone, label: 'office.place.announcements' },
        ...(manage && isNational ? MANAGED : []),
        SETTINGS,
      ],
    },
    { places: [HELP] },
  ];
}

/** Pages without a place of their own in the side navigation. */
const OTHER_PAGES: readonly SearchPage[] = [
  { to: paths.dashboard, icon: House, label: 'office.bar.dashboard' },
  { to: paths.notices, icon: Bell, label: 'office.page.notices' },
  { to: paths.sync, icon: RefreshCw, label: 'office.page.sync' },
  { to: paths.userGuide, icon: BookOpenCheck, label: 'office.page.userGuide' },
  { to: paths.templates, icon: TextQuote, label: 'office.page.templates', heading: 'office.group.office' },
  { to: paths.boardRecords, icon: Gauge, label: 'office.page.boardRecords', heading: 'office.group.office' },
  { to: paths.registerWaiting, icon: Hourglass, label: 'office.page.waiting', heading: 'office.group.work' },
];

/** Every page that the official may open without choosing a record. */
export const officePages = (user: User): readonly SearchPage[] => [
  ...OTHER_PAGES,
  ...officePlaces(user).flatMap(({ heading, places }) => places.map((place) => ({ ...place, heading }))),
];

export const OFFICE_ACTIONS: readonly SearchPage[] = [
  { to: paths.messageNew, icon: PenLine, label: 'office.action.message' },
  { to: `${paths.announcements}?new=1`, icon: Megaphone, label: 'office.action.announce' },
  { to: paths.parcelsMap, icon: MapPinned, label: 'office.action.parcelsMap' },
  { to: `${paths.account}#invitations`, icon: UserPlus, label: 'office.action.invite' },
];
