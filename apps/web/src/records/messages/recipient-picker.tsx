import type { ChannelType, Recipient } from '@ardhi/contract';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Listbox, useCombobox } from '../../ui/forms/combobox.tsx';
import { FieldFrame, useFieldIds } from '../../ui/forms/field-frame.tsx';
import { usePeople } from './queries.ts';

const DEBOUNCE_MS = 200;
const NO_RECIPIENTS: Recipient[] = [];

interface RecipientPickerProps {
  value: Recipient | null;
  onChange: (recipient: Recipient | null) => void;
  channelType: ChannelType;
  error?: string;
  /** Overrides name and texts of the field; the default is a message recipient. */
  as?: { name: string; label: string; hint: string; required: boolean };
}

/** Combobox that searches people by the start of their name. Enter never submits the form. */
export function RecipientPicker({ value, onChange, channelType, error, as }: RecipientPickerProps) {
  const t = useT();
  const ids = useFieldIds({ hint: true, error });
  const [text, setText] = useState('');
  const [shown, setShown] = useState(false);
  const q = useDebounced(text.trim());
  const people = usePeople({ q, channelType, enabled: value === null && shown });
  // Only messages go to an office.
  const found = as ? people.data?.filter(({ office }) => !office) : people.data;
  const combobox = useCombobox({
    items: found ?? NO_RECIPIENTS,
    shown,
    onShow: () => setShown(true),
    onHide: () => setShown(false),
    onChoose: (person) => {
      onChange(person);
      setText('');
    },
  });
  const { name, required, label, hint } = as ?? {
    name: 'recipientId',
    required: true,
    label: t('messages.recipient'),
    hint: t('messages.recipientHint'),
  };
  const frame = { ids, label, hint, error, required };
  if (value) {
    return (
      <FieldFrame {...frame} hint={value.email || undefined}>
        <div className="relative">
          <input
            {...ids.control}
            name={name}
            readOnly
            required={required}
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
    <FieldFrame {...frame} className="relative">
      <input
        {...ids.control}
        {...combobox.control}
        name={name}
        required={required}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setShown(true);
        }}
        onClick={() => setShown(true)}
        onBlur={() => setShown(false)}
        onKeyDown={combobox.onKeyDown}
      />
      <Listbox
        combobox={combobox}
        label={t('messages.recipients')}
        hidden={people.isError}
        keyOf={({ _id }) => _id}
        render={(person) => (
          <>
            <span className="font-semibold">{person.name}</span>{' '}
            <span className="text-sm text-muted">{t(`messages.role.${person.role}`)}</span>
            <span className="block truncate text-sm text-muted">{person.email}</span>
          </>
        )}
      >
        {found?.length === 0 && (
          <p className="px-3 py-2 text-muted">{t('messages.recipientFound', { count: 0 })}</p>
        )}
        {people.isOffline && <p className="px-3 py-2 text-sm text-muted">{t('messages.recipientsKept')}</p>}
        {people.isPending && <p className="px-3 py-2 text-muted">{t('ui.loading')}</p>}
      </Listbox>
      {people.isError && (
        <div role="alert" className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold text-clay">{t('messages.error.recipients')}</span>
          <span>{detailOf(people.error, t)}</span>
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
        {shown && found && t('messages.recipientFound', { count: found.length })}
      </span>
    </FieldFrame>
  );
}

/** Avoids one search per keystroke. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
