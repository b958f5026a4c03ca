import type { ChannelType, Recipient } from '@ardhi/contract';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useT } from '../lib/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { FieldFrame, useFieldIds } from '../ui/field-frame.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { usePeople } from './queries.ts';

const TYPING_PAUSE_MS = 200;

interface RecipientPickerProps {
  value: Recipient | null;
  onChange: (recipient: Recipient | null) => void;
  channelType: ChannelType;
  error?: string;
}

/** One person out of a country: typed by the beginning of a name, chosen from the list. */
export function RecipientPicker({ value, onChange, channelType, error }: RecipientPickerProps) {
  const t = useT();
  const ids = useFieldIds({ hint: true, error });
  const [text, setText] = useState('');
  const search = useSearch(text, channelType, value === null);
  const choose = (person: Recipient) => {
    onChange(person);
    setText('');
    search.hide();
  };
  const frame = { ids, label: t('messages.recipient'), hint: t('messages.recipientHint'), error };
  if (value) {
    return (
      <FieldFrame {...frame} hint={value.email} required>
        <div className="relative">
          <input
            {...ids.control}
            name="recipientId"
            readOnly
            className="control pr-12 font-semibold"
            value={`${value.name} · ${t(`messages.role.${value.role}`)}`}
          />
          <IconButton
            className="absolute inset-y-0 right-0"
            label={t('messages.recipientChange')}
            icon={<X size={18} aria-hidden="true" />}
            onClick={() => {
              onChange(null);
              requestAnimationFrame(() => document.getElementById(ids.control.id)?.focus());
            }}
          />
        </div>
      </FieldFrame>
    );
  }
  return (
    <FieldFrame {...frame} required className="relative">
      <input
        {...ids.control}
        name="recipientId"
        autoComplete="off"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={search.open}
        aria-controls={search.listId}
        aria-activedescendant={search.activeId}
        className="control"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          search.show();
        }}
        onClick={search.show}
        onBlur={search.hide}
        onKeyDown={(event) => search.onKeyDown(event, choose)}
      />
      <People search={search} onChoose={choose} />
    </FieldFrame>
  );
}

type Search = ReturnType<typeof useSearch>;

function People({ search, onChoose }: { search: Search; onChoose: (person: Recipient) => void }) {
  const t = useT();
  const { people, open } = search;
  return (
    <>
      <div
        id={search.listId}
        role="listbox"
        tabIndex={-1}
        aria-label={t('messages.recipients')}
        hidden={!open || people.isError}
        className="absolute inset-x-0 z-20 mt-1 max-h-72 overflow-auto rounded-card border border-line-strong bg-surface py-1 shadow-raised"
        // Keeps the focus in the input, so that a tap on a person is not first a blur.
        onPointerDown={(event) => event.preventDefault()}
        onMouseDown={(event) => event.preventDefault()}
      >
        {people.data?.map((person, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the input holds the focus and the keys (aria-activedescendant)
          <div
            key={person._id}
            id={`${search.listId}-${index}`}
            role="option"
            aria-selected={index === search.active}
            className={cx(
              'min-h-11 cursor-pointer px-3 py-2 hover:bg-grey-soft',
              index === search.active && 'bg-primary-soft',
            )}
            onClick={() => onChoose(person)}
          >
            <span className="font-semibold">{person.name}</span>{' '}
            <span className="text-sm text-muted">{t(`messages.role.${person.role}`)}</span>
            <span className="block truncate text-sm text-muted">{person.email}</span>
          </div>
        ))}
        {people.data?.length === 0 && (
          <p className="px-3 py-2 text-muted">{t('messages.recipientFound', { count: 0 })}</p>
        )}
        {people.isPending && <p className="px-3 py-2 text-muted">{t('ui.loading')}</p>}
      </div>
      {open && people.isError && (
        <div role="alert" className="mt-2 flex flex-wrap items-center gap-3 font-semibold text-clay">
          {t('messages.error.recipients')}
          <Button
            size="small"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => people.refetch()}
          >
            {t('ui.retry')}
          </Button>
        </div>
      )}
      <span role="status" className="sr-only">
        {open && people.data && t('messages.recipientFound', { count: people.data.length })}
      </span>
    </>
  );
}

function useSearch(text: string, channelType: ChannelType, wanted: boolean) {
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const q = useSettled(text.trim());
  const people = usePeople({ q, channelType, enabled: wanted && open });
  const found = people.data ?? [];
  // biome-ignore lint/correctness/useExhaustiveDependencies: other people, no choice among them yet
  useEffect(() => setActive(-1), [people.data]);
  useEffect(() => {
    if (active >= 0) document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, listId]);
  const onKeyDown = (event: KeyboardEvent, choose: (person: Recipient) => void) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setOpen(true);
      if (found.length > 0) setActive((now) => (now + step + found.length) % found.length);
    } else if (event.key === 'Enter' && open) {
      // Enter in this field never sends the form: with one person found it is that one.
      event.preventDefault();
      const person = found[active] ?? (found.length === 1 ? found[0] : undefined);
      if (person) choose(person);
    } else if (event.key === 'Escape' && open) {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    }
  };
  return {
    listId,
    people,
    open,
    active,
    activeId: open && active >= 0 ? `${listId}-${active}` : undefined,
    show: () => setOpen(true),
    hide: () => setOpen(false),
    onKeyDown,
  };
}

/** The text once the typing pauses: a search per letter would ask for what nobody reads. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
