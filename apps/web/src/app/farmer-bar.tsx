/** Bottom bar on farmers' phones. */

import { paths } from '@ardhi/contract/paths';
import { CirclePlus, Ellipsis, House, LandPlot, Mail } from 'lucide-react';
import { useT } from '../lib/text/i18n.tsx';
import { useUnreadMessages } from '../records/notices/unread.ts';
import { BarButton, BarLink, BottomBar } from './bottom-bar.tsx';

export type Sheet = 'record' | 'more';

export function FarmerBar({ onOpen }: { onOpen: (sheet: Sheet) => void }) {
  const t = useT();
  const unread = useUnreadMessages().data?.count ?? 0;
  return (
    <BottomBar label={t('places.label')}>
      <BarLink to={paths.dashboard} icon={House} label={t('places.dashboard')} />
      <BarLink to={paths.land} icon={LandPlot} label={t('places.land')} />
      <BarButton
        icon={CirclePlus}
        iconSize={30}
        label={t('places.record')}
        className="record"
        onClick={() => onOpen('record')}
      />
      <BarLink
        to={paths.messages}
        icon={Mail}
        label={t('places.messages')}
        count={{ value: unread, text: t('places.unread', { count: unread }) }}
      />
      <BarButton icon={Ellipsis} label={t('places.more')} onClick={() => onOpen('more')} />
    </BottomBar>
  );
}
