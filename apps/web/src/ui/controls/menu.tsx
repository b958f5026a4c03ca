import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { Button, type ButtonVariantProps } from './button.tsx';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';

export interface MenuItem {
  key: string;
  label: string;
  icon?: ReactNode;
  /** Link target; items without one call `onSelect` only. */
  to?: string;
  onSelect?: () => void;
  danger?: boolean;
}

export interface MenuProps {
  label: string;
  icon?: ReactNode;
  /** Shows the icon only; the label becomes the accessible name. */
  iconOnly?: boolean;
  items: readonly MenuItem[];
  variant?: ButtonVariantProps['variant'];
  size?: ButtonVariantProps['size'];
}

/** Menu button. The list is in the top layer, so that no panel clips it. */
export function Menu({ label, icon, iconOnly, items, variant = 'quiet', size }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const shared = {
    ref: trigger,
    variant,
    size,
    'aria-haspopup': 'menu' as const,
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      setOpen(true);
    },
  };
  return (
    <>
      {iconOnly ? (
        <IconButton {...shared} label={label} icon={icon} />
      ) : (
        <Button {...shared} icon={icon}>
          {label}
        </Button>
      )}
      {open && <MenuList id={id} label={label} items={items} trigger={trigger} onClose={close} />}
    </>
  );
}

interface MenuListProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  trigger: { current: HTMLElement | null };
  onClose: () => void;
}

function MenuList({ id, label, items, trigger, onClose }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const menu = list.current;
    const button = trigger.current;
    if (!menu || !button) return;
    const reposition = () => placeMenu(menu, button.getBoundingClientRect());
    const onPointerDown = (event: Event) => {
      const target = event.target as Node;
      if (!menu.contains(target) && !button.contains(target)) onClose();
    };
    menu.showPopover?.();
    reposition();
    menu.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true });
    document.addEventListener('pointerdown', onPointerDown, true);
    window.addEventListener('scroll', reposition, true);
    window.addEventListener('resize', reposition);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true);
      window.removeEventListener('scroll', reposition, true);
      window.removeEventListener('resize', reposition);
    };
  }, [onClose, trigger]);

  /** Restores the focus first, so that a dialog opened by the item returns it to the button. */
  const closeAndReturn = () => {
    trigger.current?.focus();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      closeAndReturn();
    } else if (event.key === 'Tab') closeAndReturn();
    else {
      const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
      const next = nextEntry(entries, event.key);
      if (next) event.preventDefault();
      next?.focus();
    }
  };
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      popover="manual"
      aria-label={label}
      onKeyDown={onKeyDown}
      className="fixed inset-auto m-0 max-h-[80dvh] min-w-48 max-w-[calc(100vw-16px)] overflow-auto rounded-card border border-line-strong bg-surface py-1 text-ink shadow-raised"
    >
      {items.map((item) => {
        const className = cx(
          'flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left outline-offset-[-2px] hover:bg-grey-soft focus:bg-grey-soft',
          item.danger && 'text-clay',
        );
        const select = () => {
          closeAndReturn();
          item.onSelect?.();
        };
        return item.to ? (
          <Link
            key={item.key}
            role="menuitem"
            tabIndex={-1}
            to={item.to}
            className={className}
            onClick={select}
          >
            {item.icon}
            {item.label}
          </Link>
        ) : (
          <button
            key={item.key}
            role="menuitem"
            tabIndex={-1}
            type="button"
            className={className}
            onClick={select}
          >
            {item.icon}
            {item.label}
          </button>
        );
      })}
    </div>
  );
}

/** Below the button, or above if it does not fit; always within the viewport. */
function placeMenu(menu: HTMLElement, button: DOMRect): void {
  const { offsetHeight: height, offsetWidth: width } = menu;
  const fitsBelow = button.bottom + 4 + height <= window.innerHeight;
  menu.style.top = `${Math.max(8, fitsBelow ? button.bottom + 4 : button.top - 4 - height)}px`;
  menu.style.left = `${Math.min(Math.max(8, button.right - width), window.innerWidth - width - 8)}px`;
}

/** Arrow keys wrap around, Home and End jump, a letter moves to the next item that starts with it. */
function nextEntry(entries: HTMLElement[], key: string): HTMLElement | undefined {
  const now = entries.indexOf(document.activeElement as HTMLElement);
  if (key === 'ArrowDown') return entries[(now + 1) % entries.length];
  if (key === 'ArrowUp') return entries.at(now <= 0 ? -1 : now - 1);
  if (key === 'Home') return entries[0];
  if (key === 'End') return entries.at(-1);
  if (key.length !== 1 || key === ' ') return undefined;
  const round = [...entries.slice(now + 1), ...entries.slice(0, now + 1)];
  return round.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
