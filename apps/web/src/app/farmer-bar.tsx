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
    <BottomBar label={t('app.farm.label')}>
      <BarLink to={paths.dashboard} icon={House} label={t('app.farm.dashboard')} />
      <BarLink to={paths.land} icon={LandPlot} label={t('app.farm.land')} />
      <BarButton
        icon={CirclePlus}
        iconSize={30}
        label={t('app.farm.record')}
        className="record"
        onClick={() => onOpen('record')}
      />
      <BarLink
        to={paths.messages}
        icon={Mail}
        label={t('app.farm.messages')}
        count={{ value: unread, text: t('app.farm.unread', { count: unread }) }}
      />
      <BarButton icon={Ellipsis} label={t('app.farm.more')} onClick={() => onOpen('more')} />
    </BottomBar>
  );
}
