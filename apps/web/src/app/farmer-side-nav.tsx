/** Side navigation of farmers on wide screens: the places of the phone's bar and of its More sheet. */

import { paths } from '@ardhi/contract/paths';
import { BookOpen, House, LandPlot, Mail, Plus } from 'lucide-react';
import { MORE_PLACES } from '../dashboard/more-places.ts';
import { useT } from '../lib/text/i18n.tsx';
import { useUnreadMessages } from '../records/notices/unread.ts';
import { Button } from '../ui/controls/button.tsx';
import type { PlaceGroup } from './place.ts';
import { SideNav } from './side-nav.tsx';

const GROUPS: readonly PlaceGroup[] = [
  {
    places: [
      { to: paths.dashboard, icon: House, label: 'places.dashboard' },
      { to: paths.land, icon: LandPlot, label: 'places.land' },
      { to: paths.messages, icon: Mail, label: 'places.messages' },
    ],
  },
  { places: MORE_PLACES },
  { places: [{ to: paths.guides, icon: BookOpen, label: 'places.help' }] },
];

export default function FarmerSideNav({ onRecord }: { onRecord: () => void }) {
  const t = useT();
  const unread = useUnreadMessages().data?.count ?? 0;
  const counts = { [paths.messages]: { value: unread, text: t('places.unread', { count: unread }) } };
  return (
    <SideNav label={t('places.label')} groups={GROUPS} counts={counts}>
      <Button
        variant="main"
        size="small"
        className="side-nav-action"
        title={t('places.record')}
        icon={<Plus size={18} aria-hidden="true" />}
        onClick={onRecord}
      >
        <span className="side-nav-label">{t('places.record')}</span>
      </Button>
    </SideNav>
  );
}
