import type { CaseColleague } from '@ardhi/contract';
import { useState } from 'react';
import { useSearchText } from '../../lib/page/use-search-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Listbox, useCombobox } from '../../ui/forms/combobox.tsx';
import { FieldFrame, useFieldIds } from '../../ui/forms/field-frame.tsx';
import { useColleagues } from './queries.ts';

const NONE: CaseColleague[] = [];

/** Searches all officials who may decide the case, on the server. */
export function ColleagueField({
  caseId,
  except,
  onChosen,
}: {
  caseId: string;
  /** The caller, who has another button. */
  except: string;
  onChosen: (colleague: CaseColleague | null) => void;
}) {
  const t = useT();
  const ids = useFieldIds({ hint: true });
  const [q, setQ] = useState<string>();
  const [text, setText] = useSearchText(q, setQ);
  const [shown, setShown] = useState(false);
  const [name, setName] = useState<string>();
  const query = useColleagues(caseId, q, shown);
  const found = query.data?.filter(({ _id }) => _id !== except);
  const combobox = useCombobox({
    items: found ?? NONE,
    shown,
    onShow: () => setShown(true),
    onHide: () => setShown(false),
    onChoose: (colleague) => {
      setName(colleague.name);
      onChosen(colleague);
    },
  });
  return (
    <FieldFrame ids={ids} label={t('queue.colleague')} hint={t('queue.colleagueHint')} className="relative">
      <input
        {...ids.control}
        {...combobox.control}
        value={name ?? text}
        onChange={(event) => {
          setName(undefined);
          onChosen(null);
          setText(event.target.value);
          setShown(true);
        }}
        onClick={() => setShown(true)}
        onBlur={() => setShown(false)}
        onKeyDown={combobox.onKeyDown}
      />
      <Listbox
        combobox={combobox}
        label={t('queue.colleague')}
        hidden={query.isError}
        keyOf={({ _id }) => _id}
        optionClassName="flex items-center justify-between gap-4"
        render={(colleague) => (
          <>
            {colleague.name}
            <span className="num text-sm text-muted">
              {t('queue.openCases', { count: colleague.openCases })}
            </span>
          </>
        )}
      >
        {found?.length === 0 && <p className="px-3 py-2 text-muted">{t('queue.noColleague')}</p>}
        {query.isPending && <p className="px-3 py-2 text-muted">{t('ui.loading')}</p>}
      </Listbox>
      <LoadError query={query} headline={t('queue.colleaguesFailed')} />
      <span role="status" className="sr-only">
        {shown && found && t('queue.colleaguesFound', { count: found.length })}
      </span>
    </FieldFrame>
  );
}
