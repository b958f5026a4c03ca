/** One search for people, land, applications, programmes, policies, pages and actions. Loaded when opened. */
import { MIN_SEARCH_LENGTH } from '@ardhi/contract/limits';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useSearchText } from '../../lib/page/use-search-text.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { Spinner } from '../../ui/controls/spinner.tsx';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { useSearch } from './queries.ts';
import { groupsOf, pagesMatching, type Result, type ResultGroup, type SearchPage } from './results.ts';

interface SearchDialogProps {
  pages: readonly SearchPage[];
  actions: readonly SearchPage[];
  onClose: () => void;
}

export default function SearchDialog({ pages, actions, onClose }: SearchDialogProps) {
  const t = useT();
  const navigate = useNavigate();
  const listId = useId();
  const [q, setQ] = useState('');
  const [text, setText] = useSearchText(q, (typed) => setQ(typed ?? ''));
  const search = useSearch(q);
  const found = q.length >= MIN_SEARCH_LENGTH ? search.data : undefined;
  const groups = useMemo(
    () => [
      ...(found ? groupsOf(found, t) : []),
      ...pagesMatching(pages, 'office.search.pages', text, t),
      ...pagesMatching(actions, 'office.search.actions', text, t),
    ],
    [found, pages, actions, text, t],
  );
  const results = groups.flatMap((group) => group.results);
  const [active, setActive] = useState(0);
  const chosen = results[Math.min(active, results.length - 1)];
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results, the first is chosen again
  useEffect(() => setActive(0), [text, found]);
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, listId]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && results.length > 0) {
      event.preventDefault();
      setActive((now) => (now + step + results.length) % results.length);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onClose();
      void navigate(chosen.to);
    }
  };

  // The debounce or the request is still running: nothing may be called missing yet.
  const isPending = text.trim().length >= MIN_SEARCH_LENGTH && (text.trim() !== q || search.isFetching);
  const isMissing = !isPending && !search.isError && q.length >= MIN_SEARCH_LENGTH && results.length === 0;
  return (
    <Dialog open wide onClose={onClose} title={t('office.search.title')}>
      <input
        type="search"
        className="control"
        data-autofocus
        role="combobox"
        aria-label={t('office.search.label')}
        aria-autocomplete="list"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-activedescendant={chosen ? `${listId}-${results.indexOf(chosen)}` : undefined}
        aria-describedby={`${listId}-hint`}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <p id={`${listId}-hint`} className="mt-2 text-sm text-muted">
        {t('office.search.hint')}
      </p>
      {/* A fixed height: the dialog does not move while results arrive. */}
      <div className="mt-3 h-[min(52dvh,30rem)]" aria-busy={isPending}>
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={t('office.search.results')}
          className="max-h-full overflow-y-auto"
        >
          {groups.map((group) => (
            <Group
              key={group.heading}
              group={group}
              idOf={(result) => `${listId}-${results.indexOf(result)}`}
              chosen={chosen}
              onOpen={onClose}
            />
          ))}
        </div>
        {search.isError && !isPending && (
          <ErrorState
            headline={t('office.search.failed')}
            detail={detailOf(search.error, t)}
            onRetry={() => void search.refetch()}
          />
        )}
        {isPending && results.length === 0 && (
          <p className="flex items-center gap-2 py-2 text-muted">
            <Spinner /> {t('office.search.busy')}
          </p>
        )}
        {isMissing && <p className="py-2 text-muted">{t('office.search.none')}</p>}
      </div>
      <p role="status" className="sr-only">
        {!isPending && text.trim() !== '' && t('office.search.count', { count: results.length })}
      </p>
    </Dialog>
  );
}

interface GroupProps {
  group: ResultGroup;
  idOf: (result: Result) => string;
  chosen: Result | undefined;
  onOpen: () => void;
}

function Group({ group, idOf, chosen, onOpen }: GroupProps) {
  const t = useT();
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no child of a listbox
    <div role="group" aria-labelledby={id} className="mb-2">
      <p id={id} className="px-2 pt-1 text-sm font-semibold text-muted">
        {t(group.heading)}
      </p>
      {group.results.map((result) => (
        // The input keeps the focus; the keyboard chooses by aria-activedescendant.
        <Link
          key={result.to}
          id={idOf(result)}
          to={result.to}
          role="option"
          tabIndex={-1}
          aria-selected={result === chosen}
          onClick={onOpen}
          className={cx(
            'flex min-h-11 items-center gap-3 rounded-card px-2 py-1 hover:bg-grey-soft sm:pointer-fine:min-h-9',
            result === chosen && 'bg-primary-soft',
          )}
        >
          <result.icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
          <span className="min-w-0 flex-1 wrap-anywhere">
            {result.title}
            {result.note && <span className="text-sm text-muted"> {result.note}</span>}
          </span>
        </Link>
      ))}
    </div>
  );
}
