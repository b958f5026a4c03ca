import type { Invitation } from '@ardhi/contract';
import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable } from '../../ui/charts/table.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { useConfirm } from '../../ui/feedback/confirm.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { OneTimeCode } from './one-time-code.tsx';
import { toFormProblem } from './problem.ts';
import { accountKeys, invitationsQuery } from './queries.ts';
import { useAccountWrite } from './use-account-write.ts';

export function InvitationsPanel() {
  const t = useT();
  const format = useFormat();
  const invitations = useQuery(invitationsQuery);
  const columns: Column<Invitation>[] = [
    {
      key: 'note',
      label: t('account.invitations.note'),
      title: true,
      cell: (invitation) => invitation.note ?? t('account.invitations.noNote'),
    },
    {
      key: 'state',
      label: t('account.invitations.state'),
      cell: (invitation) => <InvitationState invitation={invitation} />,
    },
    {
      key: 'expires',
      label: t('account.invitations.expires'),
      cell: (invitation) => format.date(invitation.expiresAt, 'medium'),
    },
  ];
  return (
    <Panel title={t('account.invitations.title')} note={t('account.invitations.text')}>
      <CreateInvitation />
      <div className="mt-5">
        {invitations.isError && !invitations.data ? (
          <LoadError query={invitations} headline={t('account.invitations.failed')} />
        ) : (
          <DataTable
            caption={t('account.invitations.title')}
            columns={columns}
            rows={invitations.data}
            loading={invitations.isPending}
            loadingRows={1}
            rowKey={(invitation) => invitation._id}
            rowActions={(invitation) => !invitation.usedAt && <Withdraw invitation={invitation} />}
            empty={<p className="text-muted">{t('account.invitations.empty')}</p>}
          />
        )}
      </div>
    </Panel>
  );
}

function InvitationState({ invitation }: { invitation: Invitation }) {
  const t = useT();
  if (invitation.usedAt) {
    return (
      <Badge tone="ok" className="whitespace-normal!">
        {t('account.invitations.used', { name: invitation.usedBy ?? '' })}
      </Badge>
    );
  }
  const isExpired = new Date(invitation.expiresAt).getTime() < Date.now();
  return isExpired ? (
    <Badge tone="off">{t('account.invitations.expired')}</Badge>
  ) : (
    <Badge tone="wait">{t('account.invitations.open')}</Badge>
  );
}

function CreateInvitation() {
  const t = useT();
  const format = useFormat();
  const form = useForm<{ note: string }>({ defaultValues: { note: '' } });
  const create = useRefetchingWrite('POST /government/invitations', { refetch: accountKeys.invitations });
  const submit = useSubmit(
    async (body: { note: string }) => {
      await create.mutateAsync({ body });
      form.reset();
    },
    (error) => toFormProblem(error, t),
  );
  return (
    <>
      <Form form={form} {...submit}>
        <div className="flex flex-wrap items-end gap-3">
          <TextField
            label={t('account.invitations.for')}
            hint={t('account.invitations.forHint')}
            className="min-w-56 flex-1"
            maxLength={MAX_NAME_LENGTH}
            error={form.formState.errors.note?.message}
            {...form.register('note')}
          />
          <Button
            type="submit"
            variant="main"
            className="mb-7 max-sm:w-full"
            busy={create.isPending}
            busyLabel={t('account.creating')}
          >
            {t('account.invitations.create')}
          </Button>
        </div>
      </Form>
      {create.data?.code && (
        <OneTimeCode
          headline={t('account.invitations.created')}
          code={create.data.code}
          note={t('account.code.once', { date: format.date(create.data.expiresAt) })}
        />
      )}
    </>
  );
}

function Withdraw({ invitation }: { invitation: Invitation }) {
  const t = useT();
  const confirm = useConfirm();
  const withdraw = useAccountWrite('DELETE /government/invitations/{id}', {
    refetch: accountKeys.invitations,
    onSuccess: () => toast.done(t('account.invitations.withdrawn')),
  });
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t('account.invitations.withdrawQuestion'),
      text: t('account.invitations.withdrawText'),
      action: t('account.invitations.withdraw'),
    });
    if (isConfirmed) withdraw.mutate({ params: { id: invitation._id } });
  };
  return (
    <Button size="small" busy={withdraw.isPending} onClick={ask}>
      {t('account.invitations.withdraw')}
    </Button>
  );
}
