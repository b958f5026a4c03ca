import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from 'react';
import { cx } from '../controls/cx.ts';

interface ComboboxOptions<Item> {
  /** Current options. A new list resets the selection. */
  items: readonly Item[];
  shown: boolean;
  onShow: () => void;
  onHide: () => void;
  onChoose: (item: Item) => void;
  /** Free text is allowed: an empty list stays closed, and Enter without a selected item submits the form. */
  acceptsText?: boolean;
}

/** Input with a custom listbox (datalists are unusable on some phones). The input keeps focus and keyboard events. */
export function useCombobox<Item>(options: ComboboxOptions<Item>) {
  const { items, shown, onShow, onHide, onChoose, acceptsText = false } = options;
  const listId = useId();
  const [active, setActive] = useState(-1);
  const open = shown && (!acceptsText || items.length > 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other items, no choice among them yet
  useEffect(() => setActive(-1), [items]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, listId]);

  const choose = (item: Item) => {
    onChoose(item);
    onHide();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = items[active] ?? (!acceptsText && items.length === 1 ? items[0] : undefined);
    if (step) {
      event.preventDefault();
      // Cycles through the items and -1, which is the typed text.
      if (open) setActive((now) => ((now + 1 + step + items.length + 1) % (items.length + 1)) - 1);
      else onShow();
    } else if (event.key === 'Enter' && open && (chosen || !acceptsText)) {
      event.preventDefault();
      if (chosen) choose(chosen);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      onHide();
    }
  };

  return {
    items,
    listId,
    active,
    open,
    choose,
    onKeyDown,
    /** Props of the input. */
    control: {
      autoComplete: 'off',
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': open,
      'aria-controls': listId,
      'aria-activedescendant': open && active >= 0 ? `${listId}-${active}` : undefined,
      className: 'control',
    } as const,
  };
}

interface ListboxProps<Item> {
  combobox: ReturnType<typeof useCombobox<Item>>;
  label: string;
  keyOf: (item: Item) => string;
  render: (item: Item) => ReactNode;
  hidden?: boolean;
  optionClassName?: string;
  /** Status below the items: empty or loading. */
  children?: ReactNode;
}

/** Must follow the input, in a parent with `relative`. */
export function Listbox<Item>(props: ListboxProps<Item>) {
  const { combobox, label, keyOf, render, hidden, optionClassName, children } = props;
  const { items, listId, active, open, choose } = combobox;
  return (
    <div
      id={listId}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      hidden={!open || hidden}
      className="absolute inset-x-0 z-20 mt-1 max-h-72 overflow-auto rounded-card border border-line-strong bg-surface py-1 shadow-raised"
      // Keeps the focus in the input, so that a tap on an item does not blur it first.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {items.map((item, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input holds the focus and the keys (aria-activedescendant)
        <div
          key={keyOf(item)}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          className={cx(
            'min-h-11 cursor-pointer px-3 py-2 hover:bg-grey-soft',
            optionClassName,
            index === active && 'bg-primary-soft',
          )}
          onClick={() => choose(item)}
        >
          {render(item)}
        </div>
      ))}
      {children}
    </div>
  );
}
