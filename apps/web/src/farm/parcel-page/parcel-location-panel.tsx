import type { ParcelDetail } from '@ardhi/contract';
import { MapPin } from 'lucide-react';
import { useT } from '../../lib/text/i18n.tsx';
import { Contours } from '../../ui/controls/contours.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { ParcelMap } from '../boundaries/parcel-map.tsx';
import { CountyConfirmation } from '../land/parcel/county-confirmation.tsx';

export function ParcelLocationPanel({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  return (
    <Panel title={t('land.where')}>
      {!parcel.boundary && (
        <div className="mb-4 flex flex-col items-center gap-3 rounded-card bg-sunken px-4 pt-5 pb-4 text-center">
          <Contours className="h-16 w-40" />
          <p className="flex items-start gap-2">
            <MapPin size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
            {parcel.location.address ?? t('land.notSpecified')}
          </p>
        </div>
      )}
      <ParcelMap parcel={parcel} />
      <div className="mt-5 border-t border-line pt-4">
        <CountyConfirmation parcel={parcel} />
      </div>
    </Panel>
  );
}
