import type { Official } from '@ardhi/contract';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { accountKeys, officialsQuery } from './queries.ts';
import { useAccountWrite } from './use-account-write.ts';

/** For account managers: lists officials, and grants or revokes the manage permission. */
export function OfficialsPanel() {
  const t = useT();
  const officials = useQuery(officialsQuery);
  const columns: Column<Official>[] = [
    { key: 'name', label: t('account.officials.name'), title: true, cell: (official) => official.name },
    { key: 'email', label: t('account.officials.email'), cell: (official) => official.email },
    { key: 'state', label: t('account.officials.state'), cell: (official) => <State official={official} /> },
  ];
  return (
    <Panel title={t('account.officials.title')} note={t('account.officials.text')}>
      {officials.isError && !officials.data ? (
        <LoadError query={officials} headline={t('account.officials.failed')} />
      ) : (
        <DataTable
          caption={t('account.officials.title')}
          columns={columns}
          rows={officials.data}
          loading={officials.isPending}
          loadingRows={1}
          rowKey={(official) => official._id}
          rowActions={(official) => <ChangeDuty official={official} />}
        />
      )}
    </Panel>
  );
}

function State({ official }: { official: Official }) {
  const t = useT();
  if (official.suspended) return <Badge tone="off">{t('account.officials.suspended')}</Badge>;
  return official.manage ? <Badge tone="ok">{t('account.officials.manages')}</Badge> : null;
}

function ChangeDuty({ official }: { official: Official }) {
  const t = useT();
  const user = useUser();
  const change = useAccountWrite('PUT /government/officials/{id}/duties', { refetch: accountKeys.officials });
  // In a county the permission comes with a post.
  if (official._id === user._id || user.post?.county) return null;
  return (
    <Button
      size="small"
      busy={change.isPending}
      onClick={() => change.mutate({ params: { id: official._id }, body: { manage: !official.manage } })}
    >
      {t(official.manage ? 'account.officials.revoke' : 'account.officials.grant')}
    </Button>
  );
}
