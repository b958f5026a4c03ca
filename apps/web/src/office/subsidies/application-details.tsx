/** One application: status, the official's reason, appeal, history, and what the farmer can do. */
import type { Application } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useNavigate } from 'react-router';
import { problemLine } from '../../lib/http/problem-text.ts';
import { type Translate, useFormat, useT } from '../../lib/text/i18n.tsx';
import { useTranslated } from '../../lib/text/use-translated.ts';
import { UnsentBadge } from '../../outbox/unsent-badge.tsx';
import { useQueuedWrite } from '../../outbox/use-queued-write.ts';
import type { Tone } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Timeline, type TimelineEntry } from '../../ui/layout/timeline.tsx';
import { Rejection } from './appeal.tsx';
import { calls } from './calls.ts';
import { Returned } from './returned.tsx';
import { StatusBadge } from './status-badge.tsx';

/** Shows the office and the working day, never the responsible official. */
export function pendingText({ office, ...days }: NonNullable<Application['waiting']>, t: Translate): string {
  return office ? t('subsidies.waitingAt', { office, ...days }) : t('subsidies.waitingDay', days);
}

interface ApplicationDetailsProps {
  application: Application;
  onEdit: () => void;
}

export function ApplicationDetails({ application, onEdit }: ApplicationDetailsProps) {
  const t = useT();
  const format = useFormat();
  const translated = useTranslated();
  const remove = useWithdrawing(application);
  const entries = useEntries(application);
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
          application.programmeName && translated(application.programmeName, application.programmeNameSw),
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
          <blockquote className="whitespace-pre-line">
            {translated(application.reason, application.reasonSw)}
          </blockquote>
        </figure>
      )}
      {application.returned && <Returned returned={application.returned} onCorrect={onEdit} />}
      {application.status === 'rejected' && <Rejection application={application} />}
      {application.status === 'pending' && (
        <div className="mt-2 flex gap-2 max-sm:*:flex-auto">
          <Button onClick={onEdit}>{t('subsidies.edit')}</Button>
          <Button variant="quiet" busy={remove.busy} onClick={() => void remove.ask()}>
            {t('subsidies.withdraw')}
          </Button>
        </div>
      )}
      <h2 className="mt-4 mb-2 text-[1.1875rem]">{t('subsidies.history')}</h2>
      <Timeline label={t('subsidies.history')} entries={entries} />
    </>
  );
}

function useWithdrawing(application: Application) {
  const t = useT();
  const confirm = useConfirm();
  const navigate = useNavigate();
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
      await navigate(paths.subsidyApply);
    } catch (error) {
      toast.failed(problemLine(error, t('subsidies.error.withdraw'), t));
    }
  };
  return { ask, busy: withdraw.isPending };
}

type Event = 'apply' | 'edit' | 'return' | 'approve' | 'reject' | 'appeal' | 'uphold' | 'dismiss';

/** Derived from the row alone, so that it works offline too. */
function useEntries(application: Application): TimelineEntry[] {
  const t = useT();
  const format = useFormat();
  const { createdAt, editedAt, returned, decidedAt, decidedBy, status, appeal } = application;
  const entries: TimelineEntry[] = [];
  const add = (event: Event, when: string, tone: Tone, text?: string) =>
    entries.push({
      key: event,
      title: t(`subsidies.event.${event}`),
      when: format.dateTime(when),
      dateTime: when,
      tone,
      text,
    });
  add('apply', createdAt, 'info');
  if (editedAt) add('edit', editedAt, 'info');
  if (returned) add('return', returned.at, 'wait');
  if (decidedAt) {
    const by = t('subsidies.event.by', { name: decidedBy || t('subsidies.deletedAccount') });
    const isApproved = status === 'approved';
    add(isApproved ? 'approve' : 'reject', decidedAt, isApproved ? 'ok' : 'no', by);
  } else if (!returned)
    entries.push({
      key: 'waiting',
      title: t('subsidies.event.waiting'),
      when: '',
      text: t('subsidies.event.waitingText'),
      tone: 'wait',
    });
  if (appeal) add('appeal', appeal.at, 'wait');
  if (appeal?.decidedAt) {
    const isUpheld = appeal.status === 'upheld';
    add(isUpheld ? 'uphold' : 'dismiss', appeal.decidedAt, isUpheld ? 'ok' : 'no');
  }
  return entries;
}
