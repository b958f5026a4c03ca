import type { QueueCounts, QueueView } from '@ardhi/contract';
import { Link } from 'react-router';
import { useFormat, useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { cx } from '../ui/cx.ts';
import { useQueueCounts } from './queries.ts';

export const VIEWS = ['mine', 'office', 'nobody', 'late'] as const satisfies readonly QueueView[];

/** What waits, as four counts that each open their list. */
export function QueueStrip({
  current,
  className,
  titled = false,
}: {
  current?: QueueView;
  className?: string;
  /** Among other things it says what it counts. */
  titled?: boolean;
}) {
  const t = useT();
  const { data } = useQueueCounts();
  return (
    <nav aria-label={t('queue.lists')} className={cx('queue-strip num', className)}>
      {titled && <p>{t('queue.waiting')}</p>}
      {VIEWS.map((view) => (
        <Link
          key={view}
          to={`${paths.queue}?view=${view}`}
          aria-current={view === current ? 'page' : undefined}
          className={cx('min-h-11', view === 'late' && data?.late !== 0 && 'text-clay')}
        >
          <Count counts={data} view={view} /> {t(`queue.view.${view}`)}
        </Link>
      ))}
    </nav>
  );
}

function Count({ counts, view }: { counts: QueueCounts | undefined; view: QueueView }) {
  const t = useT();
  const format = useFormat();
  if (!counts) return <b aria-hidden="true">–</b>;
  const count = counts[view];
  return <b>{count === null ? t('queue.many') : format.number(count, 0)}</b>;
}
