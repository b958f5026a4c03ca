import type { Session } from '@ardhi/contract';
import { useQuery } from '@tanstack/react-query';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { accountKeys, sessionsQuery } from './queries.ts';
import { useAccountWrite } from './use-account-write.ts';

export function SessionsPanel() {
  const t = useT();
  const format = useFormat();
  const sessions = useQuery(sessionsQuery);
  const columns: Column<Session>[] = [
    {
      key: 'device',
      label: t('account.sessions.device'),
      title: true,
      cell: (session) => (
        <span className="flex flex-wrap items-center gap-2">
          {session.device}
          {session.current && <Badge tone="ok">{t('account.sessions.current')}</Badge>}
        </span>
      ),
    },
    {
      key: 'since',
      label: t('account.sessions.since'),
      cell: (session) => format.date(session.createdAt, 'medium'),
    },
    {
      key: 'seen',
      label: t('account.sessions.seen'),
      cell: (session) => (
        <span title={format.dateTime(session.lastSeenAt)}>{format.relative(session.lastSeenAt)}</span>
      ),
    },
  ];
  return (
    <Panel title={t('account.sessions.title')} note={t('account.sessions.note')}>
      {sessions.isError && !sessions.data ? (
        <LoadError query={sessions} headline={t('account.sessions.failed')} />
      ) : (
        <DataTable
          caption={t('account.sessions.title')}
          columns={columns}
          rows={sessions.data}
          loading={sessions.isPending}
          loadingRows={2}
          rowKey={(session) => session._id}
          rowActions={(session) => !session.current && <EndButton session={session} />}
        />
      )}
    </Panel>
  );
}

function EndButton({ session }: { session: Session }) {
  const t = useT();
  const end = useAccountWrite('DELETE /auth/sessions/{id}', {
    refetch: accountKeys.sessions,
    onSuccess: () => toast.done(t('account.sessions.ended')),
  });
  return (
    <Button size="small" busy={end.isPending} onClick={() => end.mutate({ params: { id: session._id } })}>
      {t('account.sessions.end')}
      <span className="sr-only">: {session.device}</span>
    </Button>
  );
}
