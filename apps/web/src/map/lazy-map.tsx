import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useT } from '../lib/text/i18n.tsx';
import { Button } from '../ui/controls/button.tsx';
import { cx } from '../ui/controls/cx.ts';
import type { MapViewProps } from './map-view.tsx';
import { Sketch } from './sketch.tsx';

type Loaded = ComponentType<MapViewProps>;
let LoadedMap: Loaded | null = null;

/** Loaded once; a failed attempt can be retried. */
async function loadMap(): Promise<Loaded> {
  LoadedMap ??= (await import('./map-view.tsx')).default;
  return LoadedMap;
}

type State = 'waiting' | 'there' | 'not-fetched' | 'not-possible';

/** Users with data saver or a 2G connection are asked before half a megabyte is loaded. */
function isDataSaving(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

/** Loads the map when it scrolls into view. Until then, and if it cannot be shown, a drawing replaces it. */
export function LazyMap({ className, ...props }: MapViewProps & { className?: string }) {
  const t = useT();
  const container = useRef<HTMLDivElement>(null);
  const [isNear, setIsNear] = useState(false);
  // Only for embedded maps: on a page about the map the user has already chosen to load it.
  const [isAsking, setIsAsking] = useState(() => !LoadedMap && props.cooperative === true && isDataSaving());
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>(LoadedMap ? 'there' : 'waiting');

  useEffect(() => {
    const element = container.current;
    if (!element || isNear) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!isNear || isAsking) return;
    let ended = false;
    loadMap().then(
      () => !ended && setState((before) => (before === 'not-possible' ? before : 'there')),
      () => !ended && setState('not-fetched'),
    );
    return () => {
      ended = true;
    };
  }, [isNear, isAsking, attempt]);

  const View = isNear && state === 'there' ? LoadedMap : null;
  return (
    <div
      ref={container}
      className={cx(
        'map-frame relative overflow-hidden rounded-card border border-line bg-sunken',
        className,
      )}
    >
      <div className="absolute inset-0">
        <Sketch parcels={props.parcels} strips={props.strips} />
      </div>
      {View && (
        <div className="absolute inset-0 rounded-[inherit]">
          <View
            {...props}
            onFailure={() => {
              setState('not-possible');
              props.onFailure?.();
            }}
          />
        </div>
      )}
      {isAsking && (
        <div className="absolute inset-x-3 bottom-3 text-center">
          <Button size="small" onClick={() => setIsAsking(false)}>
            {t('map.show')}
          </Button>
        </div>
      )}
      {state === 'waiting' && !isAsking && (
        <p
          role="status"
          className="absolute inset-x-0 bottom-0 bg-sunken py-1 text-center text-sm text-muted"
        >
          {t('map.loading')}
        </p>
      )}
      {state === 'not-fetched' && (
        <div
          role="alert"
          className="absolute inset-x-3 bottom-3 flex flex-wrap items-center justify-between gap-2 rounded-card bg-surface px-3 py-2 shadow-raised"
        >
          <p className="text-sm">{t('map.notFetched')}</p>
          <Button
            size="small"
            onClick={() => {
              setState('waiting');
              setAttempt(attempt + 1);
            }}
          >
            {t('ui.retry')}
          </Button>
        </div>
      )}
      {state === 'not-possible' && (
        <p
          role="alert"
          className="absolute inset-x-3 bottom-3 rounded-card bg-surface px-3 py-2 text-sm shadow-raised"
        >
          {t('map.notPossible')}
        </p>
      )}
    </div>
  );
}
