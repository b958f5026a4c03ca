import { acresOf, areaOf, perimeterOf } from '@ardhi/geo';
import { useMemo } from 'react';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { type EditorState, shapeOfDrawing, vertexTotal } from './editor-state.ts';

interface MeasuresProps {
  state: EditorState;
  statedAcres: number;
  /** A boundary that crosses itself has no meaningful area. */
  faulty: boolean;
}

export function Measures({ state, statedAcres, faulty }: MeasuresProps) {
  const t = useT();
  const format = useFormat();
  const { outlines, draft } = state;
  const { acres, perimeter } = useMemo(() => {
    const shape = shapeOfDrawing({ outlines, draft });
    return { acres: acresOf(areaOf(shape)), perimeter: perimeterOf(shape) };
  }, [outlines, draft]);
  return (
    <dl
      className="num flex flex-wrap gap-x-5 gap-y-2 rounded-card bg-sunken px-4 py-1.5 lg:py-3"
      aria-live="off"
    >
      <div className="flex-[1_1_9rem]">
        <dt className="text-sm text-muted">{t('map.area')}</dt>
        <dd className="font-serif text-[1.375rem] leading-tight font-semibold">
          {faulty ? '–' : format.area(acres)}
        </dd>
        {!faulty && <dd className="text-sm text-muted max-lg:hidden">{format.hectares(acres)}</dd>}
        <dd className="text-sm text-muted">{t('map.sizeStated', { size: format.area(statedAcres) })}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t('map.around')}</dt>
        <dd className="font-semibold">{t('map.metres', { metres: format.number(perimeter, 0) })}</dd>
      </div>
      <div>
        <dt className="text-sm text-muted">{t('map.corners')}</dt>
        <dd className="font-semibold">{format.number(vertexTotal(state), 0)}</dd>
      </div>
    </dl>
  );
}
