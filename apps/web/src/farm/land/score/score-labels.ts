import { type ScoreLabels, scoreLabels } from '@ardhi/agronomy/labels';
import { useMemo } from 'react';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';

export function useScoreLabels(): ScoreLabels {
  const t = useT();
  const format = useFormat();
  return useMemo(() => scoreLabels(t, format), [t, format]);
}
