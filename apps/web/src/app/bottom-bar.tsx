/** Bottom bar on phones, within reach of the thumb: main pages and everyday actions. */

import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { NavLink } from 'react-router';
import { useDeferredNavigation } from '../lib/page/use-open.ts';

export function BottomBar({ label, children }: { label: string; children: ReactNode }) {
  const keyboard = useKeyboardShown();
  return (
    <nav
      aria-label={label}
      className="bottom-bar fixed inset-x-0 bottom-0 z-40 grid grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
      hidden={keyboard}
    >
      {children}
    </nav>
  );
}

interface BarLinkProps {
  to: string;
  icon: LucideIcon;
  label: string;
  /** Badge, with its text for screen readers. */
  count?: { value: number; text: string };
}

export function BarLink({ to, icon: Icon, label, count }: BarLinkProps) {
  const open = useDeferredNavigation(to);
  return (
    <NavLink to={to} onClick={open}>
      <Icon size={22} strokeWidth={1.8} aria-hidden="true" />
      {label}
      {count && count.value > 0 && (
        <span className="num absolute top-1 left-[calc(50%+4px)] min-w-[18px] rounded-full bg-clay px-1 text-[0.6875rem] leading-[18px] font-bold text-on-clay">
          <span aria-hidden="true">{Math.min(count.value, 99)}</span>
          <span className="sr-only">{count.text}</span>
        </span>
      )}
    </NavLink>
  );
}

interface BarButtonProps {
  icon: LucideIcon;
  label: string;
  className?: string;
  iconSize?: number;
  onClick: () => void;
}

export function BarButton({ icon: Icon, label, className, iconSize = 22, onClick }: BarButtonProps) {
  return (
    <button type="button" aria-haspopup="dialog" className={className} onClick={onClick}>
      <Icon size={iconSize} strokeWidth={1.8} aria-hidden="true" />
      {label}
    </button>
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
