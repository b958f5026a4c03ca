import type { AccessLine } from '@ardhi/contract';
import { usePages } from '../../lib/http/use-pages.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { parcelViewKeys } from './keys.ts';

const PAGE_SIZE = 20;

/** Access log of the user's own data, newest first. */
export function AccessLogPanel() {
  const t = useT();
  const query = usePages('GET /auth/access-lines', {
    queryKey: parcelViewKeys.ofAccount,
    failed: 'account.looks.failed',
    query: { limit: PAGE_SIZE },
  });
  const entries = query.data?.pages.flatMap((page) => page.rows);
  return (
    <Panel title={t('account.looks.title')} note={t('account.looks.note')}>
      {query.isPending && <SkeletonText lines={4} />}
      <LoadError query={query} headline={t('account.looks.failed')} />
      {entries?.length === 0 && <Empty title={t('account.looks.none')} text={t('account.looks.noneText')} />}
      {entries && entries.length > 0 && (
        <ul className="-mt-2">
          {entries.map((entry) => (
            <EntryItem key={entry._id} entry={entry} />
          ))}
        </ul>
      )}
      <LoadMore query={query} className="mt-3">
        {t('account.looks.more')}
      </LoadMore>
    </Panel>
  );
}

function EntryItem({ entry: { at, viewer, look, entityName, area } }: { entry: AccessLine }) {
  const t = useT();
  const format = useFormat();
  const office = t(viewer.role === 'farmer' ? 'account.role.farmer' : 'account.looks.government');
  return (
    <li className="border-t border-line py-2.5 first:border-t-0">
      <span className="font-semibold">{viewer.name || t('account.looks.deleted')}</span>
      <span className="text-muted"> · {[office, viewer.department].filter(Boolean).join(', ')}</span>
      <span className="block break-words">
        {t(`account.looks.what.${look}`, {
          named: entityName === null ? 'no' : 'yes',
          name: entityName ?? '',
          area: area ?? 'none',
        })}
      </span>
      <time className="num block text-sm text-muted" dateTime={at}>
        {format.dateTime(at)}
      </time>
    </li>
  );
}
