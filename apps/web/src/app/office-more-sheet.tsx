/** All places of officials, on phones. Loaded when opened. */
import { Link, useLocation } from 'react-router';
import { useT } from '../lib/text/i18n.tsx';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { currentOf, type PlaceGroup } from './place.ts';
import { CountBadge, type PlaceCount } from './side-nav.tsx';

interface OfficeMoreSheetProps {
  groups: readonly PlaceGroup[];
  counts: Readonly<Record<string, PlaceCount | undefined>>;
  onClose: () => void;
}

export default function OfficeMoreSheet({ groups, counts, onClose }: OfficeMoreSheetProps) {
  const t = useT();
  const { pathname } = useLocation();
  return (
    <Dialog open onClose={onClose} title={t('places.more')}>
      {groups.map(({ heading, places }, group) => (
        <div key={places[0]?.to} className="mt-4 first:mt-0">
          {heading && <h3 className="font-sans text-sm font-semibold text-muted">{t(heading)}</h3>}
          <ul className="divide-y divide-line">
            {places.map((place, index) => {
              const { to, icon: Icon } = place;
              const label = t(place.label);
              const count = counts[to];
              const isCounted = count !== undefined && count.value !== 0;
              return (
                <li key={to}>
                  <Link
                    to={to}
                    onClick={onClose}
                    aria-current={currentOf(place, pathname)}
                    aria-label={
                      isCounted ? t('places.side.counted', { label, count: count.text }) : undefined
                    }
                    className="flex min-h-12 items-center gap-4 hover:underline aria-[current]:font-semibold"
                    data-autofocus={(group === 0 && index === 0) || undefined}
                  >
                    <Icon size={20} aria-hidden="true" className="shrink-0 text-primary" />
                    {label}
                    {isCounted && <CountBadge count={count} />}
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </Dialog>
  );
}
