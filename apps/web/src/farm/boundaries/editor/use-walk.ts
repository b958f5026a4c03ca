import { useCallback, useEffect, useRef, useState } from 'react';
import { loadWalk, saveWalk } from './walk-database.ts';
import { MAX_ACCURACY_METRES, NO_WALK, type Walk, withCorner, withFix, withoutLast } from './walk-store.ts';

type Coordinates = Pick<GeolocationCoordinates, 'longitude' | 'latitude' | 'accuracy'>;

/** Records a boundary walk with the phone's GPS. Continues an earlier walk, also after a reload. */
export function useWalk(landId: string) {
  const [walk, setWalk] = useState<Walk>(NO_WALK);
  const [state, setState] = useState<'resting' | 'walking'>('resting');
  const [here, setHere] = useState<Coordinates | null>(null);
  const [problem, setProblem] = useState<'refused' | 'unavailable' | 'noGps' | null>(null);
  useWakeLock(state === 'walking');

  const change = useCallback(
    (next: (walk: Walk) => Walk) =>
      setWalk((before) => {
        const after = next(before);
        if (after !== before) void saveWalk(landId, after);
        return after;
      }),
    [landId],
  );

  useEffect(() => {
    let isCurrent = true;
    void loadWalk(landId).then(({ fixes, refused }) => {
      if (!isCurrent || (fixes.length === 0 && refused === 0)) return;
      // Fixes that arrived while it was loading continue the earlier walk.
      change((begun) => ({ fixes: [...fixes, ...begun.fixes], refused: refused + begun.refused }));
    });
    return () => {
      isCurrent = false;
    };
  }, [landId, change]);

  useEffect(() => {
    if (state !== 'walking') return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        setProblem(null);
        setHere(coords);
        change((before) => withFix(before, coords));
      },
      (error) => {
        // The watch continues after a timeout, and a later fix may arrive.
        if (error.code === error.TIMEOUT) return;
        setProblem(error.code === error.PERMISSION_DENIED ? 'refused' : 'unavailable');
        if (error.code === error.PERMISSION_DENIED) setState('resting');
      },
      { enableHighAccuracy: true, maximumAge: 0, timeout: 30_000 },
    );
    return () => navigator.geolocation.clearWatch(watch);
  }, [state, change]);

  return {
    walk,
    state,
    here,
    problem,
    good: here !== null && here.accuracy <= MAX_ACCURACY_METRES,
    start: () => {
      if (!('geolocation' in navigator)) return setProblem('noGps');
      setProblem(null);
      setState('walking');
    },
    pause: () => {
      setState('resting');
      setHere(null);
    },
    markCorner: () => here && change((before) => withCorner(before, here)),
    undo: () => change(withoutLast),
    // Written immediately: the component may unmount before the next render.
    forget: () => {
      void saveWalk(landId, NO_WALK);
      setWalk(NO_WALK);
    },
  };
}

/** Holds a screen wake lock during the walk, if the browser supports it. */
function useWakeLock(isActive: boolean): void {
  const lock = useRef<WakeLockSentinel | null>(null);
  useEffect(() => {
    if (!isActive || !('wakeLock' in navigator)) return;
    let isReleased = false;
    const acquire = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock
        .request('screen')
        .then((sentinel) => {
          if (isReleased) void sentinel.release();
          else lock.current = sentinel;
        })
        // The request can fail, for example at low battery; the walk continues without a lock.
        .catch(() => {});
    };
    acquire();
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', acquire);
    return () => {
      isReleased = true;
      document.removeEventListener('visibilitychange', acquire);
      void lock.current?.release().catch(() => {});
      lock.current = null;
    };
  }, [isActive]);
}
