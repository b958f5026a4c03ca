import type { ParcelDetail } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Pencil, Trash2 } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { UnsentBadge } from '../../../outbox/unsent-badge.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { PageHeader } from '../../../ui/layout/page.tsx';
import { StatTiles } from '../../../ui/layout/stat-tiles.tsx';
import { useScoreTile } from '../score/score-tile.tsx';
import { shownScore } from '../score/shown-score.ts';
import { parcelLead } from './parcel-fields.tsx';
import { useRemoveParcel } from './use-remove-parcel.ts';

interface ParcelHeaderProps {
  parcel: ParcelDetail;
  editing: boolean;
  onEdit: () => void;
}

export function ParcelHeader({ parcel, editing, onEdit }: ParcelHeaderProps) {
  const t = useT();
  return (
    <PageHeader
      back={{ to: paths.land }}
      actionsBesideBack
      title={parcel.name}
      lead={
        <>
          {parcelLead(parcel, t)}
          <UnsentBadge id={parcel._id} className="mt-1 block w-fit" />
        </>
      }
      actions={
        <Button
          size="small"
          icon={<Pencil size={16} aria-hidden="true" />}
          aria-expanded={editing}
          onClick={onEdit}
        >
          {t('land.edit')}
        </Button>
      }
    />
  );
}

/** At the end of the page, away from the everyday buttons. */
export function DeleteParcel({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  const navigate = useNavigate();
  const remove = useRemoveParcel();
  const removeAndLeave = async () => {
    if (await remove(parcel)) await navigate(paths.land);
  };
  return (
    <Button
      variant="quiet"
      size="small"
      icon={<Trash2 size={16} aria-hidden="true" />}
      onClick={() => void removeAndLeave()}
    >
      {t('land.delete')}
    </Button>
  );
}

export function ParcelTiles({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  const format = useFormat();
  const scoreTile = useScoreTile();
  return (
    <StatTiles
      label={t('land.tiles')}
      tiles={[
        {
          label: t('land.field.size'),
          value: format.number(parcel.size),
          unit: t('land.acres', { count: parcel.size }),
          note: format.hectares(parcel.size),
        },
        { label: t('land.sustainability'), ...scoreTile(shownScore(parcel)) },
        {
          label: t('land.cropCount'),
          value: format.number(parcel.cropCount, 0),
          note: t('land.cropCountNote', { count: parcel.cropCount }),
        },
        {
          label: t('land.totalWater'),
          value: format.number(parcel.totalWater, 0),
          unit: t('land.litres'),
          note: t('land.waterCountNote', { count: parcel.waterCount }),
        },
      ]}
    />
  );
}
