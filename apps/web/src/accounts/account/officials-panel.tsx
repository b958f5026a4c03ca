import type { Official } from '@ardhi/contract';
import { MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { checkText } from '../../lib/forms/checks.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { TextArea } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { accountKeys, officialsQuery } from './queries.ts';
import { useAccountWrite } from './use-account-write.ts';
import { VouchDialog } from './vouch-dialog.tsx';

/** For account managers: lists officials, grants or revokes the manage permission, and vouches for officials. */
export function OfficialsPanel() {
  const t = useT();
  const officials = useQuery(officialsQuery);
  const columns: Column<Official>[] = [
    { key: 'name', label: t('account.officials.name'), title: true, cell: (official) => official.name },
    { key: 'email', label: t('account.officials.email'), cell: (official) => official.email },
    { key: 'state', label: t('account.officials.state'), cell: (official) => <State official={official} /> },
    {
      key: 'ties',
      label: t('account.officials.letInBy'),
      text: true,
      cell: (official) => <Ties official={official} />,
    },
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
          rowActions={(official) => (
            <span className="flex flex-wrap gap-2 sm:justify-end">
              <ChangeDuty official={official} />
              <ChangeSuspension official={official} />
              {official.ties?.canVouch && <Vouch official={official} />}
            </span>
          )}
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

/** Names that a deleted account lost are replaced. */
function useNames() {
  const t = useT();
  return (names: string[]) => names.map((name) => name || t('account.posts.deleted')).join(', ');
}

function Ties({ official: { ties } }: { official: Official }) {
  const t = useT();
  const join = useNames();
  if (!ties) return null;
  return (
    <>
      {join(ties.letInBy)}
      {ties.sameBrowser.length > 0 && (
        <span className="mt-1 block border-l-2 border-line-strong pl-2 text-sm">
          {t('account.officials.sameBrowser', { names: join(ties.sameBrowser) })}
        </span>
      )}
    </>
  );
}

function Vouch({ official }: { official: Official }) {
  const t = useT();
  const join = useNames();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        aria-label={t('account.officials.vouchFor', { name: official.name })}
        onClick={() => setOpen(true)}
      >
        {t('account.officials.vouch')}
      </Button>
      {open && (
        <VouchDialog
          official={official}
          names={join(official.ties?.letInBy ?? [])}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
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

function ChangeSuspension({ official }: { official: Official }) {
  const t = useT();
  const user = useUser();
  const [isOpen, setIsOpen] = useState(false);
  if (official._id === user._id) return null;
  const { name, suspended } = official;
  return (
    <>
      <Button
        size="small"
        aria-label={t(suspended ? 'account.officials.unsuspendOf' : 'account.officials.suspendOf', { name })}
        onClick={() => setIsOpen(true)}
      >
        {t(suspended ? 'account.officials.unsuspend' : 'account.officials.suspend')}
      </Button>
      {isOpen && <SuspensionDialog official={official} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function SuspensionDialog({ official, onClose }: { official: Official; onClose: () => void }) {
  const t = useT();
  const { name, suspended } = official;
  const change = useRefetchingWrite('PUT /government/officials/{id}/suspended', {
    refetch: accountKeys.officials,
  });
  return (
    <FormDialog<{ reason: string }>
      title={t(suspended ? 'account.officials.unsuspendOf' : 'account.officials.suspendOf', { name })}
      text={t(suspended ? 'account.officials.unsuspendText' : 'account.officials.suspendText')}
      values={{ reason: '' }}
      send={async ({ reason }) => {
        await change.mutateAsync({ params: { id: official._id }, body: { suspended: !suspended, reason } });
        toast.done(
          t(suspended ? 'account.officials.unsuspendDone' : 'account.officials.suspendDone', { name }),
        );
      }}
      failed={t('account.officials.suspendFailed')}
      submit={t(suspended ? 'account.officials.unsuspend' : 'account.officials.suspend')}
      busy={t('account.saving')}
      variant={suspended ? 'main' : 'danger'}
      onClose={onClose}
    >
      {(form) => (
        <TextArea
          label={t('account.officials.reason')}
          hint={t('account.officials.reasonHint')}
          rows={3}
          maxLength={MAX_DECISION_REASON_LENGTH}
          required
          {...fieldsOf(form)('reason', { validate: (value) => checkText(value, t) })}
        />
      )}
    </FormDialog>
  );
}
