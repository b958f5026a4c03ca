import type { LandDetail } from '@ardhi/contract';
import { MapPin } from 'lucide-react';
import { useT } from '../lib/i18n.tsx';
import { Contours } from '../ui/contours.tsx';
import { Panel } from '../ui/panel.tsx';
import { CountyLine } from './county-line.tsx';

/** Where the parcel lies. */
export function ParcelMapPlace({ land }: { land: LandDetail }) {
  const t = useT();
  return (
    <Panel title={t('land.where')}>
      <div className="relative mb-4 overflow-hidden rounded-card bg-sunken px-4 py-6">
        <Contours className="absolute inset-0 size-full opacity-70" />
        <p className="relative flex items-start justify-center gap-2 text-center font-semibold">
          <MapPin size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
          {land.location.address ?? t('land.notSpecified')}
        </p>
      </div>
      <CountyLine land={land} />
    </Panel>
  );
}
