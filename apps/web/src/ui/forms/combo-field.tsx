import { type ComponentProps, startTransition, useMemo, useRef, useState } from 'react';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from '../controls/cx.ts';
import { Listbox, useCombobox } from './combobox.tsx';
import { FieldFrame, type FieldProps, useFieldIds } from './field-frame.tsx';

export interface Suggestion {
  value: string;
  /** Alternative names that also match, e.g. the Kiswahili one; the first is shown next to the value. */
  also?: readonly string[];
}

export interface ComboFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'list' | 'type'> {
  suggestions: readonly (string | Suggestion)[];
}

const MAX_SUGGESTIONS = 8;
const NONE: Suggestion[] = [];

function matching(suggestions: ComboFieldProps['suggestions'], text: string): Suggestion[] {
  const query = text.trim().toLowerCase();
  return suggestions
    .map((one) => (typeof one === 'string' ? { value: one } : one))
    .filter((one) => [one.value, ...(one.also ?? [])].some((name) => name.toLowerCase().includes(query)))
    .slice(0, MAX_SUGGESTIONS);
}

/** Sets the value like typing does, so that the form library or a controlling parent is notified. */
function typeInto(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Suggests known names and accepts any text. */
export function ComboField({ suggestions, ...props }: ComboFieldProps) {
  const t = useT();
  const { label, labelHidden, hint, error, className, ref, ...rest } = props;
  const ids = useFieldIds({ id: props.id, hint, error });
  const input = useRef<HTMLInputElement>(null);
  /** Text to match suggestions against; null while the list is hidden. */
  const [text, show] = useState<string | null>(null);
  const hide = () => show(null);
  // Recomputed when suggestions load after the text was typed.
  const found = useMemo(() => (text === null ? NONE : matching(suggestions, text)), [suggestions, text]);
  const combobox = useCombobox({
    items: found,
    shown: text !== null,
    onShow: () => show(input.current?.value ?? ''),
    onHide: hide,
    onChoose: ({ value }) => input.current && typeInto(input.current, value),
    acceptsText: true,
  });

  return (
    <FieldFrame
      {...{ ids, label, labelHidden, hint, error, required: props.required }}
      className={cx('relative', className)}
    >
      <input
        {...rest}
        {...ids.control}
        {...combobox.control}
        ref={(node) => {
          input.current = node;
          if (typeof ref === 'function') return ref(node);
          if (ref) ref.current = node;
        }}
        onClick={(event) => show(event.currentTarget.value)}
        onChange={(event) => {
          const { value } = event.target;
          // Transition: the typed character is painted before the list updates.
          startTransition(() => show(value));
          rest.onChange?.(event);
        }}
        onBlur={(event) => {
          hide();
          rest.onBlur?.(event);
        }}
        onKeyDown={(event) => {
          rest.onKeyDown?.(event);
          combobox.onKeyDown(event);
        }}
      />
      <Listbox
        combobox={combobox}
        label={t('ui.suggestionList')}
        keyOf={({ value }) => value}
        optionClassName="flex items-center justify-between gap-4"
        render={({ value, also }) => (
          <>
            {value}
            {also?.[0] && <span className="text-sm text-muted">{also[0]}</span>}
          </>
        )}
      />
      <span role="status" className="sr-only">
        {text !== null && t('ui.suggestions', { count: found.length })}
      </span>
    </FieldFrame>
  );
}
