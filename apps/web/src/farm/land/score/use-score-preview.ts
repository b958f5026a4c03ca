import { useEffect, useState } from 'react';

type ScorePreview = typeof import('./score-preview.ts')['scorePreview'];
let loaded: ScorePreview | undefined;

/** Lazy-loads the score engine when queued changes need it. */
export function useScorePreview(isNeeded: boolean): ScorePreview | undefined {
  const [preview, setPreview] = useState(loaded);
  useEffect(() => {
    if (!isNeeded || preview) return;
    let isMounted = true;
    void import('./score-preview.ts').then(
      (module) => {
        loaded = module.scorePreview;
        if (isMounted) setPreview(loaded);
      },
      // On failure the last known score stays visible.
      () => {},
    );
    return () => {
      isMounted = false;
    };
  }, [isNeeded, preview]);
  return preview;
}
