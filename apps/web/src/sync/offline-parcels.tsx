import { MAX_PAGE_SIZE } from '@ardhi/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useParcels } from '../farm/land/queries.ts';
import { useUser } from '../lib/session/session.tsx';
import { useT } from '../lib/text/i18n.tsx';
import { openResponses } from '../offline/persist.ts';

/** Number of parcels available offline on this device, and the reason if not all are. */
export function OfflineParcels() {
  const t = useT();
  const { _id, role } = useUser();
  const total = useParcels().data?.total ?? 0;
  const { data } = useQuery({
    queryKey: ['kept-parcels', _id],
    queryFn: async () => {
      const [kept, estimate] = await Promise.all([
        openResponses(_id).then((answers) => answers?.count('land', 'one')),
        navigator.storage?.estimate?.(),
      ]);
      const { usage = 0, quota = Number.POSITIVE_INFINITY } = estimate ?? {};
      return { kept: kept ?? 0, isFull: usage > quota * MAX_USED_SHARE };
    },
    // The background fill continues while the page is open.
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  });
  if (role !== 'farmer' || !data || total === 0) return null;
  const { kept, isFull } = data;
  const isAll = kept >= total;
  return (
    <div role="status" className="text-muted">
      <p>{isAll ? t('sync.kept.all', { count: total }) : t('sync.kept.some', { kept, total })}</p>
      {!isAll && <p>{t(reasonOf(total, isFull), { most: MAX_PAGE_SIZE })}</p>}
    </div>
  );
}

const MAX_USED_SHARE = 0.95;
const REFETCH_MS = 5_000;

function reasonOf(total: number, isFull: boolean) {
  if (isFull) return 'sync.kept.full';
  return total > MAX_PAGE_SIZE ? 'sync.kept.many' : 'sync.kept.later';
}
