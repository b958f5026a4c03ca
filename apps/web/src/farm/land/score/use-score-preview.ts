import { useEffect, useState } from 'react';

type ScorePreview = typeof import('./score-preview.ts')['scorePreview'];
let loaded: ScorePreview | undefined;

/** The engine of the score, once queued work needs it and it is loaded. */
export function useScorePreview(needed: boolean): ScorePreview | undefined {
  const [preview, setPreview] = useState(loaded);
  useEffect(() => {
    if (!needed || preview) return;
    let mounted = true;
    void import('./score-preview.ts').then(
      (module) => {
        loaded = module.scorePreview;
        if (mounted) setPreview(loaded);
      },
      // Without it the last known score stands.
      () => {},
    );
    return () => {
      mounted = false;
    };
  }, [needed, preview]);
  return preview;
}
