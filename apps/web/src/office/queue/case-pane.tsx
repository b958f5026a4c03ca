import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '../../lib/http/error-kinds.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { CaseView, eyebrowOf } from '../cases/case-view.tsx';
import type { CaseAction } from '../subsidies/case-dialogs.tsx';
import type { useDossier } from '../subsidies/queries.ts';
import type { CaseRow } from './queries.ts';
import { isTyping } from './shortcuts.tsx';

interface CasePaneProps {
  /** The open case. The keys of the page act on the same data. */
  dossier: ReturnType<typeof useDossier>;
  /** Place in the list from 1, if the case is in it, and the length of the list. */
  place: { at: number | undefined; of: string };
  /** The address of the list without the case. */
  list: string;
  onStep: (by: 1 | -1) => void;
  onAct: (row: CaseRow, action: CaseAction) => void;
}

/** The open case: beside the list on wide screens, else in its place. Keyed by its id: another case is read from its beginning. */
export function CasePane({ dossier, place, list, onStep, onAct }: CasePaneProps) {
  const t = useT();
  const format = useFormat();
  const row = dossier.data;
  const isLoaded = row !== undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  // The case is announced, and keys no longer reach a button of the previous one.
  useEffect(() => {
    if (isLoaded && !isTyping(document.activeElement)) heading.current?.focus();
  }, [isLoaded]);
  const steps = (
    <div className="case-steps">
      <Link to={list} className="link mr-auto inline-flex min-h-11 items-center gap-1.5 xl:min-h-9">
        <ArrowLeft size={18} aria-hidden="true" />
        {t('queue.title')}
      </Link>
      <IconButton
        size="small"
        label={t('queue.previous')}
        icon={<ChevronUp size={18} aria-hidden="true" />}
        onClick={() => onStep(-1)}
      />
      <span className="num text-sm text-muted">
        {place.at !== undefined && t('queue.place', { at: format.number(place.at, 0), of: place.of })}
      </span>
      <IconButton
        size="small"
        label={t('queue.next')}
        icon={<ChevronDown size={18} aria-hidden="true" />}
        onClick={() => onStep(1)}
      />
    </div>
  );
  return (
    <article className="case-pane" aria-label={row?.name ?? t('cases.title')} aria-busy={!row}>
      {row ? (
        <CaseView
          row={row}
          isPane
          header={
            <header className="mb-3">
              {steps}
              <p className="eyebrow">{eyebrowOf(row, t)}</p>
              <h1 ref={heading} tabIndex={-1} className="text-2xl">
                {row.name}
              </h1>
            </header>
          }
          onAct={(action) => onAct(row, action)}
        />
      ) : (
        <>
          {steps}
          {!dossier.error && <SkeletonText lines={8} />}
          {isNotFound(dossier.error) ? (
            <Empty title={t('cases.notFound')} />
          ) : (
            <LoadError query={dossier} headline={t('subsidies.error.details')} />
          )}
        </>
      )}
    </article>
  );
}
