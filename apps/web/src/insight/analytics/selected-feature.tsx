import { paths } from '@ardhi/contract/paths';
import { ZoomIn } from 'lucide-react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { ScoreBadge } from '../../ui/controls/score.tsx';
import type { Chosen } from './parcel-tiles.tsx';

/** Details of the selected map feature, with its actions. */
export function SelectedFeature({
  chosen,
  onZoom,
}: {
  chosen: Chosen | null;
  onZoom: (at: [number, number]) => void;
}) {
  const t = useT();
  const format = useFormat();
  const zoomButton = (at: [number, number]) => (
    <Button
      className="mt-3"
      size="small"
      icon={<ZoomIn size={18} aria-hidden="true" />}
      onClick={() => onZoom(at)}
    >
      {t('analytics.parcelMap.nearer')}
    </Button>
  );
  return (
    <div aria-live="polite" className="rounded-card border border-line bg-surface p-4">
      {!chosen && <p className="text-muted">{t('analytics.parcelMap.choose')}</p>}
      {chosen?.kind === 'cell' && (
        <>
          <p className="num font-serif text-xl font-semibold">
            {t('analytics.parcelMap.inCell', { count: chosen.count })}
          </p>
          <ScoreBadge score={chosen.score} className="mt-2" />
          <p className="num mt-1 text-sm text-muted">
            {t('analytics.parcelMap.compared', { count: format.number(chosen.compared, 0) })}
          </p>
          {zoomButton(chosen.at)}
        </>
      )}
      {chosen?.kind === 'overlap-count' && (
        <>
          <p className="num font-serif text-xl font-semibold">
            {t('analytics.parcelMap.openOverlaps', { count: chosen.open })}
          </p>
          {zoomButton(chosen.at)}
        </>
      )}
      {chosen?.kind === 'parcel' && (
        <>
          <p className="eyebrow">{t('analytics.parcel.title')}</p>
          <ScoreBadge score={chosen.score} large className="mt-2" />
          <ButtonLink className="mt-3" variant="main" size="small" to={paths.registerLand(chosen.id)}>
            {t('analytics.parcelMap.open')}
          </ButtonLink>
          <p className="mt-2 text-sm text-muted">{t('analytics.parcelMap.openNote')}</p>
        </>
      )}
      {chosen?.kind === 'overlap' && (
        <>
          <p className="font-serif text-xl font-semibold">
            {t(chosen.open ? 'analytics.parcelMap.overlapOpen' : 'analytics.parcelMap.overlapSettled')}
          </p>
          <ButtonLink className="mt-3" size="small" to={paths.overlaps}>
            {t('analytics.parcelMap.overlapList')}
          </ButtonLink>
        </>
      )}
    </div>
  );
}
