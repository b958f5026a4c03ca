import { acresOf, areaOf, distanceBetween, type Shape } from '@ardhi/geo';
import { Flag, Footprints, Pause, Undo2 } from 'lucide-react';
import type { GeoJSONSource, Map as MapLibre } from 'maplibre-gl';
import { useEffect } from 'react';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { EMPTY } from '../../../map/geojson.ts';
import { showPosition } from '../../../map/map-controls.tsx';
import { Badge } from '../../../ui/controls/badge.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { useConfirm } from '../../../ui/feedback/confirm.tsx';
import type { useWalk } from './use-walk.ts';
import { MAX_ACCURACY_METRES, verticesOf } from './walk-store.ts';

interface WalkPanelProps {
  map: MapLibre | null;
  walking: ReturnType<typeof useWalk>;
  /** Receives the walked outline. */
  onFinish: (shape: Shape) => void;
}

export function WalkPanel({ map, walking, onFinish }: WalkPanelProps) {
  const t = useT();
  const format = useFormat();
  const confirm = useConfirm();
  const { walk, state, here, good, problem } = walking;
  const metres = walk.fixes.reduce(
    (sum, fix, index) =>
      index === 0 ? 0 : sum + distanceBetween(walk.fixes[index - 1]!.position, fix.position),
    0,
  );
  const vertices = verticesOf(walk);
  const acres = vertices.length < 3 ? 0 : acresOf(areaOf([[[...vertices, vertices[0]!]]]));
  useFollow(map, here);

  const finish = () => {
    walking.pause();
    onFinish([[[...vertices, vertices[0]!]]]);
  };
  const restart = async () => {
    const isConfirmed = await confirm({ title: t('map.walk.againQuestion'), action: t('map.walk.again') });
    if (isConfirmed) walking.forget();
  };
  return (
    <div className="space-y-2 lg:space-y-4">
      {problem && (
        <div role="alert">
          <Callout tone="no" headline={t(`map.walk.${problem}`)} />
        </div>
      )}
      {state === 'resting' && walk.fixes.length > 0 && (
        <Callout tone="info" headline={t('map.walk.kept', { count: walk.fixes.length })} />
      )}
      {state === 'walking' && (
        <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {here ? (
            <>
              <Badge tone={good ? 'ok' : 'no'}>
                {t('map.walk.accuracy', { metres: format.number(here.accuracy, 0) })}
              </Badge>
              {!good && <span className="text-sm text-clay">{t('map.walk.poor')}</span>}
            </>
          ) : (
            <span className="text-muted">{t('map.walk.waiting')}</span>
          )}
        </div>
      )}
      <dl className="num flex flex-wrap justify-between gap-x-4 text-sm">
        <div>
          <dt className="text-muted">{t('map.area')}</dt>
          <dd className="font-semibold">{format.area(acres)}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('map.walk.points')}</dt>
          <dd className="font-semibold">{format.number(walk.fixes.length, 0)}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('map.walk.walked')}</dt>
          <dd className="font-semibold">{t('map.metres', { metres: format.number(metres, 0) })}</dd>
        </div>
        <div>
          <dt className="text-muted">{t('map.walk.refusedFixes')}</dt>
          <dd className="font-semibold">{format.number(walk.refused, 0)}</dd>
        </div>
      </dl>
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        {state === 'resting' ? (
          <Button
            variant={walk.fixes.length < 3 ? 'main' : 'plain'}
            icon={<Footprints size={18} aria-hidden="true" />}
            onClick={walking.start}
          >
            {t(walk.fixes.length > 0 ? 'map.walk.resume' : 'map.walk.start')}
          </Button>
        ) : (
          <>
            <Button
              variant="main"
              icon={<Flag size={18} aria-hidden="true" />}
              disabled={!good}
              onClick={walking.markCorner}
            >
              {t('map.walk.mark')}
            </Button>
            <Button icon={<Pause size={18} aria-hidden="true" />} onClick={walking.pause}>
              {t('map.walk.pause')}
            </Button>
          </>
        )}
        {vertices.length >= 3 && (
          <Button variant={state === 'resting' ? 'main' : 'plain'} onClick={finish}>
            {t('map.walk.finish')}
          </Button>
        )}
        {walk.fixes.length > 0 && (
          <Button icon={<Undo2 size={18} aria-hidden="true" />} onClick={walking.undo}>
            {t('map.walk.undo')}
          </Button>
        )}
        {state === 'resting' && walk.fixes.length > 0 && (
          <Button variant="quiet" onClick={() => void restart()}>
            {t('map.walk.again')}
          </Button>
        )}
      </div>
      {/* Below the buttons, so that a thumb can reach them while walking. */}
      <p className="text-muted max-lg:text-sm">{t('map.walk.help', { metres: MAX_ACCURACY_METRES })}</p>
    </div>
  );
}

/** Centres the map on the user's position. */
function useFollow(map: MapLibre | null, here: ReturnType<typeof useWalk>['here']): void {
  useEffect(() => {
    if (!map || !here) return;
    showPosition(map, here);
    const first = map.getZoom() < 15;
    map.easeTo({
      center: [here.longitude, here.latitude],
      zoom: first ? 17 : map.getZoom(),
      duration: first ? 0 : 500,
    });
  }, [map, here]);
  useEffect(
    () => () => {
      // A removed map has no style and no sources.
      if (map?.style) map.getSource<GeoJSONSource>('position')?.setData(EMPTY);
    },
    [map],
  );
}
