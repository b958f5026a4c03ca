import { useState } from 'react';
import { useSearchText } from '../../lib/page/use-search-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Listbox, useCombobox } from '../../ui/forms/combobox.tsx';
import { FieldFrame, useFieldIds } from '../../ui/forms/field-frame.tsx';
import { type FoundOfficial, useOfficials } from './queries.ts';

const NONE: FoundOfficial[] = [];

interface OfficialFieldProps {
  label: string;
  hint?: string;
  placeholder?: string;
  /** Name of the chosen official. */
  name: string | undefined;
  /** Only officials who may decide this case. */
  caseId?: string;
  /** An official who cannot be chosen. */
  except?: string;
  /** Shown if no official is found. */
  none: string;
  /** Null as soon as the name is changed. */
  onChosen: (official: FoundOfficial | null) => void;
}

/** Searches all officials of the office, or all who may decide a case, on the server. */
export function OfficialField(props: OfficialFieldProps) {
  const { label, hint, placeholder, name, caseId, except, none, onChosen } = props;
  const t = useT();
  const ids = useFieldIds({ hint });
  const [q, setQ] = useState<string>();
  const [text, setText] = useSearchText(q, setQ);
  const [isTyping, setIsTyping] = useState(false);
  const [shown, setShown] = useState(false);
  const query = useOfficials(caseId, q, shown);
  const found = query.data?.filter(({ _id }) => _id !== except);
  const stopTyping = () => {
    setIsTyping(false);
    setText('');
  };
  const combobox = useCombobox({
    items: found ?? NONE,
    shown,
    onShow: () => setShown(true),
    onHide: () => setShown(false),
    onChoose: (official) => {
      stopTyping();
      onChosen(official);
    },
  });
  return (
    <FieldFrame ids={ids} label={label} hint={hint} className="relative">
      <input
        {...ids.control}
        {...combobox.control}
        placeholder={placeholder}
        value={isTyping ? text : (name ?? '')}
        onChange={(event) => {
          setIsTyping(true);
          setText(event.target.value);
          setShown(true);
          if (name !== undefined) onChosen(null);
        }}
        onClick={(event) => {
          setShown(true);
          if (!isTyping) event.currentTarget.select();
        }}
        // Only the name of a chosen official stays: other text looks like a choice.
        onBlur={() => {
          setShown(false);
          stopTyping();
        }}
        onKeyDown={combobox.onKeyDown}
      />
      <Listbox
        combobox={combobox}
        label={label}
        hidden={query.isError}
        keyOf={({ _id }) => _id}
        optionClassName="flex items-center justify-between gap-4"
        render={(official) => (
          <>
            {official.name}
            <span className="num text-sm text-muted">
              {t('queue.openCases', { count: official.openCases })}
            </span>
          </>
        )}
      >
        {found?.length === 0 && <p className="px-3 py-2 text-muted">{none}</p>}
        {query.isPending && <p className="px-3 py-2 text-muted">{t('ui.loading')}</p>}
      </Listbox>
      <LoadError query={query} headline={t('queue.colleaguesFailed')} />
      <span role="status" className="sr-only">
        {shown && found && t('queue.colleaguesFound', { count: found.length })}
      </span>
    </FieldFrame>
  );
}
