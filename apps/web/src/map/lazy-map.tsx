import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useT } from '../lib/text/i18n.tsx';
import { Button } from '../ui/controls/button.tsx';
import { cx } from '../ui/controls/cx.ts';
import type { MapViewProps } from './map-view.tsx';
import { Sketch } from './sketch.tsx';

type Loaded = ComponentType<MapViewProps>;
let known: Loaded | null = null;

/** Fetched once, whoever asks; a failed attempt may be tried again. */
async function loadMap(): Promise<Loaded> {
  known ??= (await import('./map-view.tsx')).default;
  return known;
}

type State = 'waiting' | 'there' | 'not-fetched' | 'not-possible';

/** Whoever pays for every kilobyte, or waits long for it, is asked before half a megabyte comes. */
function isSparing(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } };
  return connection?.saveData === true || /2g$/.test(connection?.effectiveType ?? '');
}

/** A map that is fetched when it comes into view. Until then, and where none can be, a drawing stands in its place. */
export function LazyMap({ className, ...props }: MapViewProps & { className?: string }) {
  const t = useT();
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  // A page that is about the map was asked for with it.
  const [asks, setAsks] = useState(() => !known && props.cooperative === true && isSparing());
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<State>(known ? 'there' : 'waiting');

  useEffect(() => {
    const element = place.current;
    if (!element || near) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (!near || asks) return;
    let ended = false;
    loadMap().then(
      () => !ended && setState((before) => (before === 'not-possible' ? before : 'there')),
      () => !ended && setState('not-fetched'),
    );
    return () => {
      ended = true;
    };
  }, [near, asks, attempt]);

  const View = near && state === 'there' ? known : null;
  return (
    <div
      ref={place}
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
      {asks && (
        <div className="absolute inset-x-3 bottom-3 text-center">
          <Button size="small" onClick={() => setAsks(false)}>
            {t('map.show')}
          </Button>
        </div>
      )}
      {state === 'waiting' && !asks && (
        <p role="status" className="absolute inset-x-0 bottom-2 text-center text-sm text-muted">
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
