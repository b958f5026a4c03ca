import { useMemo } from 'react';
import { usePlanLabels } from '../farm/land/plan/plan-labels.ts';
import { isDue, usePlan } from '../farm/land/plan/use-plan.ts';
import { cx } from '../ui/controls/cx.ts';

/** "weed now", "harvest 6 Dec": the next task of a parcel, in its row. */
export default function NextTask({ parcelId }: { parcelId: string }) {
  const labels = usePlanLabels();
  const ids = useMemo(() => [parcelId], [parcelId]);
  const [next] = usePlan(ids) ?? [];
  if (!next) return null;
  return (
    <>
      {' · '}
      <span className={cx('font-semibold', isDue(next) ? 'text-ochre' : 'text-ink')}>
        {labels.next(next.task)}
      </span>
    </>
  );
}
