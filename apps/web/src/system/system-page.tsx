import type { CheckState, FailedTask, SystemCheck, SystemState } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { serverMessage } from '../lib/http/error-kinds.ts';
import { useRefetchingWrite } from '../lib/http/use-refetching-write.ts';
import { hasDuty } from '../lib/session/duties.ts';
import { useUser } from '../lib/session/session.tsx';
import { useFormat, useLanguage, useT } from '../lib/text/i18n.tsx';
import { DataTable } from '../ui/charts/table.tsx';
import { Badge, type Tone } from '../ui/controls/badge.tsx';
import { Button, ButtonLink } from '../ui/controls/button.tsx';
import { Callout } from '../ui/feedback/callout.tsx';
import { Empty } from '../ui/feedback/empty.tsx';
import { QueryState } from '../ui/feedback/query-state.tsx';
import { SkeletonList } from '../ui/feedback/skeleton-list.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { PageHeader } from '../ui/layout/page.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { systemKeys, systemQuery } from './queries.ts';

const TONES: Record<CheckState, Tone> = {
  ok: 'ok',
  warning: 'wait',
  fault: 'no',
  unknown: 'info',
  off: 'off',
};

const SEVERITY: CheckState[] = ['fault', 'warning', 'unknown', 'ok', 'off'];
const bySeverity = (checks: SystemCheck[]) =>
  checks.toSorted((left, right) => SEVERITY.indexOf(left.state) - SEVERITY.indexOf(right.state));

/** State of the installation, for national managers: the same checks as the command `doctor`. */
export default function SystemPage() {
  const t = useT();
  const user = useUser();
  const isAllowed = hasDuty(user, 'manage') && !user.post?.county;
  return (
    <div className="wrap pt-4 pb-9">
      {isAllowed ? (
        <State />
      ) : (
        <>
          <PageHeader back={{ to: paths.dashboard }} title={t('system.title')} />
          <Panel aria-label={t('system.title')}>
            <Empty
              title={t('system.notYours')}
              text={t('system.notYoursText')}
              action={<ButtonLink to={paths.dashboard}>{t('ui.back')}</ButtonLink>}
            />
          </Panel>
        </>
      )}
    </div>
  );
}

function State() {
  const t = useT();
  const format = useFormat();
  const { language } = useLanguage();
  const query = useQuery(systemQuery(language));
  return (
    <>
      <PageHeader
        back={{ to: paths.dashboard }}
        title={t('system.title')}
        lead={
          query.data &&
          t('system.checked', {
            time: format.dateTime(query.data.checkedAt),
            version: query.data.version,
          })
        }
        actions={
          <Button
            icon={<RefreshCw size={18} aria-hidden="true" />}
            busy={query.isFetching && query.data !== undefined}
            busyLabel={t('system.checking')}
            onClick={() => void query.refetch()}
          >
            {t('system.check')}
          </Button>
        }
      />
      <QueryState
        query={query}
        headline={t('system.failed')}
        loading={
          <Panel aria-label={t('system.checks')}>
            <SkeletonList itemClassName="border-t border-line py-4 first:border-t-0" />
          </Panel>
        }
      >
        {(state) => <Found {...state} />}
      </QueryState>
    </>
  );
}

function Found({ checks, failedTasks }: SystemState) {
  const t = useT();
  const count = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const [faults, warnings] = [count('fault'), count('warning')];
  const tone = faults > 0 ? 'no' : warnings > 0 ? 'wait' : 'ok';
  return (
    <div className="space-y-6">
      <div role="status">
        <Callout tone={tone} headline={t(`system.summary.${tone}`, { faults, warnings })} />
      </div>
      <Panel title={t('system.checks')}>
        <ul className="-mt-3">
          {bySeverity(checks).map((check) => (
            <Check key={check.name} check={check} />
          ))}
        </ul>
      </Panel>
      <Panel title={t('system.jobs')} note={t('system.jobsNote')}>
        <FailedTasks tasks={failedTasks} />
      </Panel>
    </div>
  );
}

function Check({ check: { state, title, texts } }: { check: SystemCheck }) {
  const t = useT();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0 lg:grid-cols-[15rem_minmax(0,1fr)_8rem]">
      <h3 className="font-semibold">{title}</h3>
      <Badge tone={TONES[state]} className="lg:order-last lg:justify-self-end">
        {t(`system.state.${state}`)}
      </Badge>
      <div className="max-lg:col-span-2">
        {texts.map((text) => (
          <p key={text} className="max-w-[70ch] wrap-anywhere">
            {text}
          </p>
        ))}
      </div>
    </li>
  );
}

function FailedTasks({ tasks }: { tasks: FailedTask[] }) {
  const t = useT();
  const format = useFormat();
  return (
    <DataTable
      caption={t('system.jobs')}
      rows={tasks}
      rowKey={({ task }) => task}
      empty={<p className="text-muted">{t('system.noFailures')}</p>}
      columns={[
        {
          key: 'task',
          label: t('system.task'),
          title: true,
          cell: ({ task }) => <code className="wrap-anywhere">{task}</code>,
        },
        {
          key: 'failed',
          label: t('system.givenUp'),
          numeric: true,
          cell: (row) => format.number(row.failed),
        },
        {
          key: 'retrying',
          label: t('system.retried'),
          cell: ({ retrying, nextTryAt }) =>
            nextTryAt === null
              ? format.number(retrying)
              : t('system.nextTry', { count: retrying, time: format.dateTime(nextTryAt) }),
        },
        {
          key: 'error',
          label: t('system.error'),
          text: true,
          cell: ({ error }) => <span className="wrap-anywhere">{error}</span>,
        },
      ]}
      rowActions={({ task }) => <RetryButton task={task} />}
    />
  );
}

function RetryButton({ task }: { task: string }) {
  const t = useT();
  const retry = useRefetchingWrite('POST /government/system/jobs/{task}/retry', {
    refetch: systemKeys.all,
    onSuccess: ({ count }) => toast.done(t('system.retryDone', { count })),
    onError: (error) => toast.failed(serverMessage(error) ?? t('ui.noAnswer')),
  });
  return (
    <Button
      size="small"
      className="whitespace-nowrap"
      busy={retry.isPending}
      onClick={() => retry.mutate({ params: { task } })}
    >
      {t('system.retry')}
      <span className="sr-only">: {task}</span>
    </Button>
  );
}
