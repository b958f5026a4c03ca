import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { cx } from './cx.ts';
import { FieldFrame, type FieldProps, useFieldIds } from './field-frame.tsx';

export interface Suggestion {
  value: string;
  /** Other names it is found under, e.g. the Kiswahili one; the first is shown beside it. */
  also?: readonly string[];
}

export interface ComboFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'list' | 'type'> {
  suggestions: readonly (string | Suggestion)[];
}

const MOST = 8;

function matching(suggestions: ComboFieldProps['suggestions'], text: string): Suggestion[] {
  const wanted = text.trim().toLowerCase();
  return suggestions
    .map((one) => (typeof one === 'string' ? { value: one } : one))
    .filter((one) => [one.value, ...(one.also ?? [])].some((name) => name.toLowerCase().includes(wanted)))
    .slice(0, MOST);
}

/** Sets the value as typing would, so that a form library or a controlling parent hears of it. */
function typeInto(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Suggests known names and accepts any text. A listbox of our own: datalists are unusable on some phones. */
export function ComboField({ suggestions, ...props }: ComboFieldProps) {
  const t = useT();
  const { label, labelHidden, hint, error, className, ref, ...rest } = props;
  const ids = useFieldIds({ id: props.id, hint, error });
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<Suggestion[] | null>(null);
  const [active, setActive] = useState(-1);
  const open = found !== null && found.length > 0;

  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, listId]);

  const show = (text: string) => {
    setFound(matching(suggestions, text));
    setActive(-1);
  };
  const hide = () => setFound(null);
  const choose = (value: string) => {
    if (input.current) typeInto(input.current, value);
    hide();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    rest.onKeyDown?.(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (!open) show(event.currentTarget.value);
      // One place more than there are suggestions: -1 is the text as typed.
      else setActive((now) => ((now + 1 + step + found.length + 1) % (found.length + 1)) - 1);
    } else if (event.key === 'Enter' && open && found[active]) {
      event.preventDefault();
      choose(found[active].value);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      hide();
    }
  };

  return (
    <FieldFrame
      {...{ ids, label, labelHidden, hint, error, required: props.required }}
      className={cx('relative', className)}
    >
      <input
        autoComplete="off"
        {...rest}
        {...ids.control}
        ref={(node) => {
          input.current = node;
          if (typeof ref === 'function') return ref(node);
          if (ref) ref.current = node;
        }}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={listId}
        aria-activedescendant={open && active >= 0 ? `${listId}-${active}` : undefined}
        className="control"
        onClick={(event) => show(event.currentTarget.value)}
        onChange={(event) => {
          show(event.target.value);
          rest.onChange?.(event);
        }}
        onBlur={(event) => {
          hide();
          rest.onBlur?.(event);
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={t('ui.suggestionList')}
        hidden={!open}
        className="absolute inset-x-0 z-20 mt-1 max-h-64 overflow-auto rounded-card border border-line-strong bg-surface py-1 shadow-raised"
        // Keeps the focus in the input, so that a tap on a suggestion is not first a blur.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {found?.map((one, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input holds the focus and the keys (aria-activedescendant)
          <div
            key={one.value}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={cx(
              'flex min-h-11 cursor-pointer items-center justify-between gap-4 px-3 py-2 hover:bg-grey-soft',
              index === active && 'bg-primary-soft',
            )}
            onClick={() => choose(one.value)}
          >
            {one.value}
            {one.also?.[0] && <span className="text-sm text-muted">{one.also[0]}</span>}
          </div>
        ))}
      </div>
      <span role="status" className="sr-only">
        {found && t('ui.suggestions', { count: found.length })}
      </span>
    </FieldFrame>
  );
}
