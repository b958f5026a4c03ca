import type { QueueView } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { Count } from './count.tsx';
import { useQueueCounts } from './queries.ts';

const VIEWS = ['mine', 'office', 'nobody', 'late'] as const satisfies readonly QueueView[];

/** The four views of the queue with their counts, as links. */
export function QueueStrip({ current, className }: { current: QueueView; className?: string }) {
  const t = useT();
  const { data } = useQueueCounts();
  return (
    <nav aria-label={t('queue.lists')} className={cx('queue-strip num', className)}>
      {VIEWS.map((view) => (
        <Link
          key={view}
          to={`${paths.queue}?view=${view}`}
          aria-current={view === current ? 'page' : undefined}
          className={cx('min-h-11', view === 'late' && data && data.late !== 0 && 'text-clay')}
        >
          <Count of={data?.[view]} /> {t(`queue.view.${view}`)}
        </Link>
      ))}
    </nav>
  );
}
