/** Bottom bar on farmers' phones, within reach of the thumb: main pages and everyday actions. */

import { paths } from '@ardhi/contract/paths';
import { CirclePlus, Ellipsis, House, LandPlot, type LucideIcon, Mail } from 'lucide-react';
import { useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { useDeferredNavigation } from '../lib/page/use-open.ts';
import { type MessageKey, useT } from '../lib/text/i18n.tsx';
import { useUnreadMessages } from '../records/notices/unread.ts';

export type Sheet = 'record' | 'more';

export function FarmerBar({ onOpen }: { onOpen: (sheet: Sheet) => void }) {
  const t = useT();
  const unread = useUnreadMessages().data?.count ?? 0;
  const keyboard = useKeyboardShown();
  return (
    <nav
      aria-label={t('app.farm.label')}
      className="farmer-bar fixed inset-x-0 bottom-0 z-40 grid grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
      hidden={keyboard}
    >
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
  const open = useDeferredNavigation(to);
  return (
    <NavLink to={to} onClick={open}>
      <Icon size={22} strokeWidth={1.8} aria-hidden="true" />
      {t(label)}
      {count > 0 && (
        <span className="num absolute top-1 left-[calc(50%+4px)] min-w-[18px] rounded-full bg-clay px-1 text-[0.6875rem] leading-[18px] font-bold text-on-clay">
          <span aria-hidden="true">{Math.min(count, 99)}</span>
          <span className="sr-only">{t('app.farm.unread', { count })}</span>
        </span>
      )}
    </NavLink>
  );
}

/** A keyboard takes at least a third of the screen; collapsing browser bars take less. */
const MIN_KEYBOARD_PX = 150;

const isTyping = () => document.activeElement?.matches('input, textarea, [contenteditable]') ?? false;

/**
 * Some browsers shrink the window and push fixed elements above the keyboard, where they would cover the field. Others
 * shrink only the visual viewport. The visible height detects both.
 */
function useKeyboardShown(): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const visibleHeight = () => viewport.height * viewport.scale;
    // Measured on focus, not during render, which would force a layout.
    let fullSize = { width: 0, height: 0 };
    const update = () => {
      if (innerWidth !== fullSize.width || visibleHeight() > fullSize.height)
        fullSize = { width: innerWidth, height: visibleHeight() };
      setShown(isTyping() && fullSize.height - visibleHeight() >= MIN_KEYBOARD_PX);
    };
    const onFocusIn = () => isTyping() && update();
    onFocusIn();
    viewport.addEventListener('resize', update);
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', update);
    return () => {
      viewport.removeEventListener('resize', update);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', update);
    };
  }, []);
  return shown;
}
