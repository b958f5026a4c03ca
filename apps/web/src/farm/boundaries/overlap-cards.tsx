import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { OverlapCard } from './overlap-card.tsx';
import { useAllOverlaps } from './queries.ts';

interface OverlapCardsProps {
  /** One parcel, or all parcels of a farmer. */
  of: { landId: string } | { farmerId: string };
  /** Restricts the list to overlaps of these parcels. */
  among?: ReadonlySet<string>;
  className?: string;
}

/** Overlaps with actions for officials; renders nothing without overlaps. */
export function OverlapCards({ of, among, className }: OverlapCardsProps) {
  const t = useT();
  const overlaps = useAllOverlaps(of);
  const rows = (overlaps.data?.pages.flatMap((page) => page.rows) ?? []).filter(
    ({ parties }) => !among || parties.some(({ landId }) => among.has(landId)),
  );
  if (overlaps.isError && !overlaps.data)
    return (
      <Panel className={className}>
        <LoadError query={overlaps} headline={t('map.error.overlaps')} />
      </Panel>
    );
  if (rows.length === 0 && !overlaps.hasNextPage) return null;
  return (
    <section aria-label={t('map.overlaps.heading')} className={cx('space-y-4', className)}>
      <h2>{t('map.overlaps.heading')}</h2>
      {rows.map((overlap) => (
        <OverlapCard key={overlap._id} overlap={overlap} />
      ))}
      {overlaps.hasNextPage && (
        <Button
          busy={overlaps.isFetchingNextPage}
          busyLabel={t('ui.loading')}
          onClick={() => void overlaps.fetchNextPage()}
        >
          {t('map.overlaps.more')}
        </Button>
      )}
    </section>
  );
}
