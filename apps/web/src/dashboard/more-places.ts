/** Less frequently used pages of farmers: in the More sheet on phones, in the side navigation on wide screens. */

import { paths } from '@ardhi/contract/paths';
import { CircleUser, HandCoins, Map as MapIcon, MessageCircleWarning, Tractor } from 'lucide-react';

export const MORE_PLACES = [
  { to: paths.subsidyApply, icon: HandCoins, label: 'places.subsidies' },
  { to: paths.equipment, icon: Tractor, label: 'places.equipment' },
  { to: paths.map, icon: MapIcon, label: 'places.map' },
  { to: paths.complaints, icon: MessageCircleWarning, label: 'places.complaints' },
  { to: paths.account, icon: CircleUser, label: 'app.nav.account' },
] as const;
