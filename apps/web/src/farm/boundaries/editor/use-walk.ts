import { useCallback, useEffect, useRef, useState } from 'react';
import {
  loadWalk,
  NO_WALK,
  saveWalk,
  type Walk,
  WORST_ACCURACY_METRES,
  withCorner,
  withFix,
  withoutLast,
} from './walk-store.ts';

export type WalkState = 'resting' | 'walking';
export type WalkProblem = 'refused' | 'unavailable' | 'no-gps';

type Coordinates = Pick<GeolocationCoordinates, 'longitude' | 'latitude' | 'accuracy'>;

/** Walking a boundary with the phone's receiver. What was walked before, also before a reload, is gone on from. */
export function useWalk(landId: string) {
  const [walk, setWalk] = useState<Walk>(() => loadWalk(landId));
  const [state, setState] = useState<WalkState>('resting');
  const [here, setHere] = useState<Coordinates | null>(null);
  const [problem, setProblem] = useState<WalkProblem | null>(null);
  useScreenAwake(state === 'walking');

  const change = useCallback(
    (next: (walk: Walk) => Walk) =>
      setWalk((before) => {
        const after = next(before);
        if (after !== before) saveWalk(landId, after);
        return after;
      }),
    [landId],
  );

  useEffect(() => {
    if (state !== 'walking') return;
    const watch = navigator.geolocation.watchPosition(
      ({ coords }) => {
        setProblem(null);
        setHere(coords);
        change((before) => withFix(before, coords));
      },
      (error) => {
        // A fix that does not come in time may come later; the watch goes on.
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
    good: here !== null && here.accuracy <= WORST_ACCURACY_METRES,
    start: () => {
      if (!('geolocation' in navigator)) return setProblem('no-gps');
      setProblem(null);
      setState('walking');
    },
    pause: () => {
      setState('resting');
      setHere(null);
    },
    markCorner: () => here && change((before) => withCorner(before, here)),
    undo: () => change(withoutLast),
    // Written at once: the screen may be left before it is drawn again.
    forget: () => {
      saveWalk(landId, NO_WALK);
      setWalk(NO_WALK);
    },
  };
}

/** The screen stays on while somebody walks, where the browser allows it. */
function useScreenAwake(wanted: boolean): void {
  const lock = useRef<WakeLockSentinel | null>(null);
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return;
    let ended = false;
    const hold = () => {
      if (document.visibilityState !== 'visible') return;
      navigator.wakeLock
        .request('screen')
        .then((held) => {
          if (ended) void held.release();
          else lock.current = held;
        })
        // A low battery may forbid it; the walk goes on without.
        .catch(() => {});
    };
    hold();
    // A page that was hidden has lost its hold.
    document.addEventListener('visibilitychange', hold);
    return () => {
      ended = true;
      document.removeEventListener('visibilitychange', hold);
      void lock.current?.release().catch(() => {});
      lock.current = null;
    };
  }, [wanted]);
}
