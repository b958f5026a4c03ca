/** Side navigation on wide screens, with the current place marked. Collapses to a rail of icons. */
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link, useLocation } from 'react-router';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { currentOf, type Place, type PlaceGroup } from './place.ts';
import { setRail, useRail } from './side-nav-width.ts';

/** Open work at a place; `text` is its label for screen readers. Null: more than the server counts. */
export interface PlaceCount {
  value: number | null;
  text: string;
}

interface SideNavProps {
  label: string;
  groups: readonly PlaceGroup[];
  /** By address of the place. */
  counts?: Readonly<Record<string, PlaceCount | undefined>>;
  /** The main action above the places. */
  children?: ReactNode;
}

export function SideNav({ label, groups, counts = {}, children }: SideNavProps) {
  const t = useT();
  const id = useId();
  const rail = useRail();
  const toggle = t(rail ? 'places.side.expand' : 'places.side.collapse');
  return (
    <nav aria-label={label} className="side-nav print:hidden">
      <div className="side-nav-inner">
        <div className="side-nav-top">
          {children}
          <IconButton
            size="small"
            label={toggle}
            aria-expanded={!rail}
            icon={
              rail ? (
                <PanelLeftOpen size={18} aria-hidden="true" />
              ) : (
                <PanelLeftClose size={18} aria-hidden="true" />
              )
            }
            onClick={() => setRail(!rail)}
          />
        </div>
        {groups.map(({ heading, places }, index) => (
          <div key={places[0]?.to} className="side-nav-group">
            {heading && (
              <p id={`${id}-${index}`} className="side-nav-heading">
                {t(heading)}
              </p>
            )}
            <ul aria-labelledby={heading && `${id}-${index}`}>
              {places.map((place) => (
                <SideLink key={place.to} place={place} count={counts[place.to]} rail={rail} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

/** Wider numbers would push the label away. */
const MAX_SHOWN = 999;

export function CountBadge({ count }: { count: PlaceCount }) {
  const t = useT();
  const format = useFormat();
  const isMany = count.value === null || count.value > MAX_SHOWN;
  return (
    <span aria-hidden="true" className="side-nav-count num">
      {isMany ? t('places.side.many', { count: format.number(MAX_SHOWN) }) : format.number(count.value ?? 0)}
    </span>
  );
}

function SideLink({ place, count, rail }: { place: Place; count: PlaceCount | undefined; rail: boolean }) {
  const t = useT();
  const { pathname } = useLocation();
  const { to, icon: Icon } = place;
  const label = t(place.label);
  const isCounted = count !== undefined && count.value !== 0;
  return (
    <li>
      <Link
        to={to}
        aria-current={currentOf(place, pathname)}
        aria-label={isCounted ? t('places.side.counted', { label, count: count.text }) : undefined}
        title={rail ? label : undefined}
      >
        <Icon size={17} strokeWidth={1.8} aria-hidden="true" />
        <span className="side-nav-label">{label}</span>
        {isCounted && <CountBadge count={count} />}
      </Link>
    </li>
  );
}
