/** One application: status, the official's reason, appeal, history, and what the farmer can do. */
import type { Application } from '@ardhi/contract';
import { problemLine } from '../../lib/http/problem-text.ts';
import { type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';
import { UnsentBadge } from '../../outbox/unsent-badge.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Timeline, type TimelineEntry } from '../../ui/layout/timeline.tsx';
import { Rejection } from './appeal.tsx';
import { calls } from './calls.ts';
import { Returned } from './returned.tsx';
import { StatusBadge } from './status-badge.tsx';

/** Shows the office and the working day, never the responsible official. */
function pendingText({ office, ...days }: NonNullable<Application['waiting']>, t: Translate): string {
  return office ? t('subsidies.waitingAt', { office, ...days }) : t('subsidies.waitingDay', days);
}

interface ApplicationDetailsProps {
  application: Application;
  onEdit: () => void;
  /** On its own page: without the name, which is the page's heading, and with the history in view. */
  isPage?: boolean;
}

export function ApplicationDetails({ application, onEdit, isPage = false }: ApplicationDetailsProps) {
  const t = useT();
  const format = useFormat();
  const remove = useWithdrawing(application);
  const timeline = <Timeline label={t('subsidies.history')} entries={useEntries(application)} />;
  return (
    <>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="num font-serif text-lg font-semibold">{format.money(application.amount)}</span>
        <StatusBadge status={application.status} />
        <UnsentBadge id={application._id} />
      </div>
      <p className="mt-0.5 text-sm text-muted">
        {[
          application.reference && t('subsidies.reference', { reference: application.reference }),
          application.programmeName,
          application.appealOf && t('subsidies.appeal.reopened'),
          t('subsidies.appliedOn', { date: format.date(application.createdAt) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {application.waiting && (
        <p className="mt-0.5 text-sm text-muted">{pendingText(application.waiting, t)}</p>
      )}
      <p className="prose mt-2 whitespace-pre-line">{application.description}</p>
      {application.reason && (
        <figure className="mt-3 border-l-2 border-line-strong pl-4">
          <figcaption className="text-sm text-muted">{t('subsidies.reasonOf')}</figcaption>
          <blockquote className="whitespace-pre-line">{application.reason}</blockquote>
        </figure>
      )}
      {application.returned && <Returned returned={application.returned} onCorrect={onEdit} />}
      {application.status === 'rejected' && <Rejection application={application} />}
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        {isPage ? (
          <div className="min-w-0 flex-1 basis-72">
            <h2 className="mb-2 text-[1.1875rem]">{t('subsidies.history')}</h2>
            {timeline}
          </div>
        ) : (
          <Disclosure className="min-w-0 flex-1 basis-72" summary={t('subsidies.history')}>
            {timeline}
          </Disclosure>
        )}
        {application.status === 'pending' && (
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-auto">
            <Button onClick={onEdit}>{t('subsidies.edit')}</Button>
            <Button variant="quiet" busy={remove.busy} onClick={() => void remove.ask()}>
              {t('subsidies.withdraw')}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function useWithdrawing(application: Application) {
  const t = useT();
  const confirm = useConfirm();
  const withdraw = useQueuedWrite('DELETE /subsidies/{id}', calls);
  const ask = async () => {
    const sure = await confirm({
      title: t('subsidies.withdrawQuestion'),
      text: t('subsidies.withdrawText', { name: application.name }),
      action: t('subsidies.withdraw'),
    });
    if (!sure) return;
    try {
      await withdraw.mutateAsync({ params: { id: application._id } });
      toast.done(t('subsidies.withdrawn'));
    } catch (error) {
      toast.failed(problemLine(error, t('subsidies.error.withdraw'), t));
    }
  };
  return { ask, busy: withdraw.isPending };
}

/** Derived from the row alone, so that it works offline too. */
function useEntries(application: Application): TimelineEntry[] {
  const t = useT();
  const format = useFormat();
  const at = (when: string) => ({ when: format.dateTime(when), dateTime: when });
  const entries: TimelineEntry[] = [
    { key: 'apply', title: t('subsidies.event.apply'), ...at(application.createdAt), tone: 'info' },
  ];
  if (application.editedAt)
    entries.push({
      key: 'edit',
      title: t('subsidies.event.edit'),
      ...at(application.editedAt),
      tone: 'info',
    });
  if (application.decidedAt)
    entries.push({
      key: 'decide',
      title: t(application.status === 'approved' ? 'subsidies.event.approve' : 'subsidies.event.reject'),
      ...at(application.decidedAt),
      text: t('subsidies.event.by', { name: application.decidedBy || t('subsidies.deletedAccount') }),
      tone: application.status === 'approved' ? 'ok' : 'no',
    });
  else
    entries.push({
      key: 'waiting',
      title: t('subsidies.event.waiting'),
      when: '',
      text: t('subsidies.event.waitingText'),
      tone: 'wait',
    });
  return entries;
}
