import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { useConfirm } from '../ui/confirm.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { currentOutbox } from './current.ts';
import { type Clash, type Entry, withDependents } from './entry.ts';
import { canMend } from './mendable.ts';
import { useEntryWords } from './words.ts';

// All the forms of the product stand behind it.
const MendDialog = lazy(() => import('./mend-dialog.tsx'));

interface StuckEntryProps {
  entry: Entry;
  entries: readonly Entry[];
}

/** Not accepted, or changed elsewhere: why, and what can be done. */
export function StuckEntry({ entry, entries }: StuckEntryProps) {
  const t = useT();
  const confirm = useConfirm();
  const { what, details } = useEntryWords()(entry);
  const [open, setOpen] = useState<'mend' | 'conflict' | null>(null);
  const others = withDependents(entry, entries).length - 1;
  const close = () => setOpen(null);

  const act = async (
    work: (outbox: NonNullable<Awaited<ReturnType<typeof currentOutbox>>>) => Promise<void>,
  ) => {
    const opened = await currentOutbox();
    if (!opened) return;
    await work(opened);
    void opened.push();
  };
  const retry = () => act(({ outbox }) => outbox.retry(entry.seq));
  const discard = async () => {
    const sure = await confirm({
      title: t('outbox.discard.question'),
      text: others > 0 ? t('outbox.discard.withOthers', { count: others }) : t('outbox.discard.text'),
      action: t('outbox.discard'),
    });
    if (sure) await act(({ outbox }) => outbox.discard(entry.seq));
  };
  const chosen = async (takeTheirs: ReadonlySet<string>) => {
    close();
    await act(({ outbox }) => outbox.resolve(entry.seq, takeTheirs));
  };

  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="font-semibold">{what}</p>
        <Badge tone={entry.clash ? 'wait' : 'no'}>
          {t(entry.clash ? 'outbox.state.conflict' : 'outbox.state.rejected')}
        </Badge>
      </div>
      {details && <p className="break-words">{details}</p>}
      <Reason entry={entry} />
      {others > 0 && <p className="mt-1 text-sm text-muted">{t('outbox.others', { count: others })}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        {entry.clash && (
          <Button size="small" variant="main" onClick={() => setOpen('conflict')}>
            {t('outbox.compare')}
          </Button>
        )}
        {!entry.clash && canMend(entry) && <MendButton entry={entry} onMend={() => setOpen('mend')} />}
        {!entry.clash && (
          <Button size="small" onClick={() => void retry()}>
            {t('outbox.retry')}
          </Button>
        )}
        <Button size="small" variant="quiet" onClick={() => void discard()}>
          {t('outbox.discard')}
        </Button>
      </div>
      {open === 'mend' && (
        <Suspense fallback={null}>
          <MendDialog entry={entry} onClose={close} />
        </Suspense>
      )}
      {open === 'conflict' && entry.clash && (
        <ConflictDialog entry={entry as Entry & { clash: Clash }} onChosen={chosen} onClose={close} />
      )}
    </li>
  );
}

/** A boundary is mended on its map, everything else in its form. */
function MendButton({ entry, onMend }: { entry: Entry; onMend: () => void }) {
  const t = useT();
  if (entry.call.endsWith('/boundary'))
    return (
      <ButtonLink size="small" variant="main" to={paths.landBoundary(entry.params.id ?? '', 'draw')}>
        {t('outbox.mend')}
      </ButtonLink>
    );
  return (
    <Button size="small" variant="main" onClick={onMend}>
      {t('outbox.mend')}
    </Button>
  );
}

/** In the server's words; what was deleted elsewhere is explained in ours. */
function Reason({ entry }: { entry: Entry }) {
  const t = useT();
  if (entry.clash) return <p className="mt-1">{t('outbox.reason.conflict')}</p>;
  const { status, message, issues = [] } = entry.refusal ?? {};
  if (status === 410 || status === 404)
    return (
      <p className="mt-1">
        {t('outbox.reason.gone')}
        {entry.call.includes(' /land/') && (
          <>
            {' '}
            <Link to={paths.land} className="link">
              {t('outbox.reason.restore')}
            </Link>
          </>
        )}
      </p>
    );
  const faults = issues.map((issue) => issue.message);
  return (
    <ul className="mt-1 text-clay">
      {(faults.length > 0 ? faults : [message]).map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  );
}
