/** At the bottom of a farmer's phone, within a thumb's reach: the places and the work of every day. */
import { CirclePlus, Ellipsis, House, LandPlot, type LucideIcon, Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { paths } from '../lib/page/paths.ts';
import { useOpen } from '../lib/page/use-open.ts';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';
import { useUnreadMessages } from '../records/notices/unread.ts';

export type Sheet = 'record' | 'more';

export function FarmerBar({ onOpen }: { onOpen: (sheet: Sheet) => void }) {
  const t = useT();
  const unread = useUnreadMessages().data?.count ?? 0;
  const keyboard = useKeyboardShown();
  return (
    <nav aria-label={t('app.farm.label')} className="farmer-bar" hidden={keyboard}>
      <Place to={paths.dashboard} icon={House} label="app.farm.dashboard" />
      <Place to={paths.land} icon={LandPlot} label="app.farm.land" />
      <button type="button" aria-haspopup="dialog" className="record" onClick={() => onOpen('record')}>
        <CirclePlus size={30} strokeWidth={1.8} aria-hidden="true" />
        {t('app.farm.record')}
      </button>
      <Place to={paths.messages} icon={Mail} label="app.farm.messages" count={unread} />
      <button type="button" aria-haspopup="dialog" onClick={() => onOpen('more')}>
        <Ellipsis size={22} aria-hidden="true" />
        {t('app.farm.more')}
      </button>
    </nav>
  );
}

interface PlaceProps {
  to: string;
  icon: LucideIcon;
  label: MessageKey;
  count?: number;
}

function Place({ to, icon: Icon, label, count = 0 }: PlaceProps) {
  const t = useT();
  const open = useOpen(to);
  return (
    <NavLink to={to} onClick={open}>
      <Icon size={22} strokeWidth={1.8} aria-hidden="true" />
      {t(label)}
      {count > 0 && (
        <span className="count num">
          <span aria-hidden="true">{Math.min(count, 99)}</span>
          <span className="sr-only">{t('app.farm.unread', { count })}</span>
        </span>
      )}
    </NavLink>
  );
}

/** A keyboard takes a third of the screen at least; bars that a browser folds away take less. */
const MIN_KEYBOARD_PX = 150;

const isTyping = () => document.activeElement?.matches('input, textarea, [contenteditable]') ?? false;

/**
 * Some browsers push what is fixed at the bottom above the keyboard, where it would cover the field; there the window
 * itself shrinks. In the others only the visual viewport does. Either way the height that is seen says it.
 */
function useKeyboardShown(): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const seen = () => viewport.height * viewport.scale;
    // Measured when a field gets the focus, not while the page is being drawn: that would have it laid out at once.
    let whole = { width: 0, height: 0 };
    const look = () => {
      if (innerWidth !== whole.width || seen() > whole.height) whole = { width: innerWidth, height: seen() };
      setShown(isTyping() && whole.height - seen() >= MIN_KEYBOARD_PX);
    };
    const focused = () => isTyping() && look();
    focused();
    viewport.addEventListener('resize', look);
    document.addEventListener('focusin', focused);
    document.addEventListener('focusout', look);
    return () => {
      viewport.removeEventListener('resize', look);
      document.removeEventListener('focusin', focused);
      document.removeEventListener('focusout', look);
    };
  }, []);
  return shown;
}
