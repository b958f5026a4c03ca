import type { QueueCounts } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { useQueueCounts } from './queries.ts';

type Work = keyof QueueCounts;

/** Selects the plural form when the number is unknown. */
const PLURAL_COUNT = 2;

const LISTS = {
  mine: `${paths.queue}?view=mine`,
  office: `${paths.queue}?view=office`,
  nobody: `${paths.queue}?view=nobody`,
  late: `${paths.queue}?view=late`,
  approval: `${paths.queue}?view=approval`,
  second: `${paths.queue}?view=second`,
  corrected: `${paths.queue}?view=corrected`,
  returned: `${paths.queue}?view=returned`,
  reopened: `${paths.queue}?view=reopened`,
  appeals: paths.appeals,
  complaints: paths.complaints,
  overlaps: paths.overlaps,
  unharvested: `${paths.registerLands}?work=no-harvest`,
  messages: paths.contactMessages,
} as const satisfies Record<Work, string>;

/** Work on the dashboard. The navigation counts all applications, and their page the other lists. */
const WORK = [
  'mine',
  'approval',
  'nobody',
  'late',
  'appeals',
  'complaints',
  'overlaps',
  'unharvested',
  'messages',
] as const satisfies readonly Work[];

/** Link to a list of work with its count, which is undefined while loading and null if the server stopped counting. */
export function WorkLink(props: {
  work: Work;
  counts: QueueCounts | undefined;
  label: string;
  current?: boolean;
}) {
  const { work, counts, label, current } = props;
  const t = useT();
  const format = useFormat();
  const count = counts?.[work];
  return (
    <Link
      to={LISTS[work]}
      aria-current={current ? 'page' : undefined}
      className={cx(work === 'late' && counts && counts.late !== 0 && 'text-clay')}
    >
      {count === undefined ? (
        <b aria-hidden="true">–</b>
      ) : (
        <b>{count === null ? t('queue.many') : format.number(count, 0)}</b>
      )}{' '}
      {label}
    </Link>
  );
}

/** All open work of an official, as counts with links to the lists. */
export function WorkStrip({ className }: { className?: string }) {
  const t = useT();
  const { data, isError, isFetching, refetch } = useQueueCounts();
  const isNational = !useUser().post?.county;
  // The contact inbox is national.
  const workKinds = WORK.filter((work) => work !== 'messages' || isNational);
  return (
    <nav aria-labelledby="work-to-do" className={cx('queue-strip work-strip num', className)}>
      <h2 id="work-to-do">{t('queue.work.title')}</h2>
      {isError && !data ? (
        <p>
          {t('queue.work.failed')}{' '}
          <Button size="small" busy={isFetching} onClick={() => void refetch()}>
            {t('ui.retry')}
          </Button>
        </p>
      ) : (
        workKinds.map((work) => (
          <WorkLink
            key={work}
            work={work}
            counts={data}
            label={t(`queue.work.${work}`, { count: data?.[work] ?? PLURAL_COUNT })}
          />
        ))
      )}
    </nav>
  );
}
