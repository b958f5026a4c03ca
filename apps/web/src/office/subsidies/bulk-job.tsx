/** Progress and results of bulk decisions, which run on the server: they go on when the page is closed. */
import type { BulkDecision, BulkDecisionDetail } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { problemLine } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { ProgressBar } from '../../ui/controls/progress.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { useBulkDecisions, useBulkResults } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';
import { useCancelBulk } from './writes.ts';

const handledOf = ({ decided, awaiting, changed, refused }: BulkDecision) =>
  decided + awaiting + changed + refused;

function useJobText() {
  const t = useT();
  return (job: BulkDecision) => {
    const isRejecting = job.status === 'rejected';
    if (job.finishedAt === null)
      return t(isRejecting ? 'subsidies.decide.rejecting' : 'subsidies.bulk.approving');
    const texts = [
      t(isRejecting ? 'subsidies.bulk.rejectDone' : 'subsidies.bulk.done', {
        approved: job.decided,
        failed: job.changed + job.refused,
      }),
      job.awaiting > 0 && t('subsidies.bulk.awaiting', { count: job.awaiting }),
    ];
    const text = texts.filter(Boolean).join(', ');
    return job.cancelled ? `${t('subsidies.bulk.cancelled')} ${text}` : text;
  };
}

function JobProgress({ job }: { job: BulkDecision }) {
  const t = useT();
  const textOf = useJobText();
  return job.finishedAt === null ? (
    <ProgressBar
      label={textOf(job)}
      value={handledOf(job) / job.total}
      text={t('subsidies.bulk.progress', { done: handledOf(job), total: job.total })}
    />
  ) : (
    <p className="font-semibold">{textOf(job)}</p>
  );
}

/** Results are offered for so long after the end; they stay in the audit log. */
const RECENT_MS = 3_600_000;

const isRecent = ({ finishedAt }: BulkDecision) =>
  finishedAt === null || Date.now() - Date.parse(finishedAt) < RECENT_MS;

/** The official's running bulk decision, or the one that has just ended. */
export function BulkJobStrip({ onShow }: { onShow: (id: string) => void }) {
  const t = useT();
  const [hidden, setHidden] = useState<string | null>(null);
  const job = useBulkDecisions().data?.[0];
  if (!job || !isRecent(job) || job._id === hidden) return null;
  return (
    <section
      aria-label={t('subsidies.bulk.job')}
      className="mb-3 flex flex-wrap items-center gap-3 rounded-card border border-line px-4 py-2"
    >
      <div role="status" className="min-w-0 flex-[1_1_14rem]">
        <JobProgress job={job} />
      </div>
      <span className="flex flex-wrap gap-2">
        <Button size="small" onClick={() => onShow(job._id)}>
          {t('subsidies.bulk.results')}
        </Button>
        {job.finishedAt === null ? (
          <CancelButton id={job._id} size="small" />
        ) : (
          <Button size="small" variant="quiet" onClick={() => setHidden(job._id)}>
            {t('subsidies.bulk.hide')}
          </Button>
        )}
      </span>
    </section>
  );
}

function CancelButton({ id, size }: { id: string; size?: 'small' }) {
  const t = useT();
  const cancel = useCancelBulk();
  return (
    <Button
      size={size}
      busy={cancel.isPending}
      onClick={() =>
        cancel.mutate(
          { params: { id } },
          { onError: (error) => toast.failed(problemLine(error, t('subsidies.bulk.cancelFailed'), t)) },
        )
      }
    >
      {t('subsidies.bulk.stop')}
    </Button>
  );
}

export function BulkJobDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useT();
  const job = useBulkDecisions().data?.find(({ _id }) => _id === id);
  const results = useBulkResults(id, job?.finishedAt ?? null);
  const isRunning = job?.finishedAt === null;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('subsidies.bulk.job')}
      text={isRunning ? t('subsidies.bulk.background') : undefined}
    >
      <div role="status" className="mb-4 empty:hidden">
        {job && <JobProgress job={job} />}
      </div>
      {results.error && !results.data ? (
        <LoadError query={results} headline={t('subsidies.bulk.resultsFailed')} />
      ) : (
        !results.data && <SkeletonText lines={4} />
      )}
      <ul className="max-h-[45dvh] divide-y divide-line overflow-auto">
        {results.data?.rows.map((row) => (
          <ResultRow key={row._id} row={row} job={results.data} />
        ))}
      </ul>
      <DialogActions>
        {isRunning && <CancelButton id={id} />}
        <Button data-autofocus onClick={onClose}>
          {t('ui.close')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function ResultRow({ row, job }: { row: BulkDecisionDetail['rows'][number]; job: BulkDecision }) {
  const t = useT();
  const format = useFormat();
  const isDone = row.outcome === 'decided' || row.outcome === 'awaiting-second-approval';
  const isFailed = row.outcome === 'changed' || row.outcome === 'refused';
  const name = row.name ?? t('subsidies.bulk.elsewhere');
  return (
    <li className="flex items-start gap-3 py-2.5">
      <span className="mt-0.5 w-5 shrink-0">
        {isDone && <Check size={18} aria-hidden="true" className="text-primary" />}
        {isFailed && <X size={18} aria-hidden="true" className="text-clay" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {row.kind === 'application' ? (
            <Link className="link" to={paths.subsidyCase(row._id)}>
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        <p className="text-sm text-muted">
          {row.applicant?.name ?? (row.kind && t(`subsidies.kind.${row.kind}`))}
        </p>
        {isFailed && (
          <p className="text-sm font-semibold text-clay">
            {row.outcome === 'changed' ? t('subsidies.bulk.changed') : row.message}
          </p>
        )}
        {row.outcome === 'awaiting-second-approval' && (
          <p className="text-sm text-muted">{t('subsidies.bulk.marked')}</p>
        )}
        {row.outcome === null && job.finishedAt !== null && (
          <p className="text-sm text-muted">{t('subsidies.bulk.skipped')}</p>
        )}
      </div>
      <span className="num text-right">
        {row.amount !== null && <span className="block">{format.money(row.amount)}</span>}
        {row.outcome === 'decided' && <StatusBadge status={job.status} />}
      </span>
    </li>
  );
}
