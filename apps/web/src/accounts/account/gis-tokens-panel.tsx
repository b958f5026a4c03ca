import type { GisToken } from '@ardhi/contract';
import { MAX_GIS_ROWS, MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { API_BASE } from '../../lib/http/api-base.ts';
import { useRefetchingWrite } from '../../lib/http/use-refetching-write.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { type Column, DataTable } from '../../ui/charts/table.tsx';
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
import { accountKeys, gisTokensQuery, secondFactorsQuery } from './queries.ts';
import { useAccountWrite } from './use-account-write.ts';

/** Tokens with which map programs read the parcels of the official's area. */
export function GisTokensPanel() {
  const t = useT();
  const format = useFormat();
  const tokens = useQuery(gisTokensQuery);
  const hasFactor = (useQuery(secondFactorsQuery).data?.factors.length ?? 0) > 0;
  const columns: Column<GisToken>[] = [
    { key: 'name', label: t('account.gis.name'), title: true, cell: ({ name }) => name },
    { key: 'area', label: t('account.gis.area'), cell: ({ county }) => county ?? t('account.gis.national') },
    {
      key: 'used',
      label: t('account.gis.used'),
      cell: ({ rowsToday, maxRows }) =>
        t('account.gis.usedOf', { count: format.number(rowsToday), maximum: format.number(maxRows) }),
    },
    {
      key: 'expires',
      label: t('account.gis.expires'),
      cell: ({ expiresAt }) => format.date(expiresAt, 'medium'),
    },
  ];
  return (
    <Panel title={t('account.gis.title')} note={t('account.gis.note')}>
      <p className="mb-4">
        {t('account.gis.address')}:{' '}
        <code className="break-all">{new URL(`${API_BASE}/gis`, location.origin).href}</code>
      </p>
      {hasFactor ? <CreateToken /> : <p className="text-muted">{t('account.gis.factorFirst')}</p>}
      <div className="mt-5">
        {tokens.isError && !tokens.data ? (
          <LoadError query={tokens} headline={t('account.gis.failed')} />
        ) : (
          <DataTable
            caption={t('account.gis.title')}
            columns={columns}
            rows={tokens.data}
            loading={tokens.isPending}
            loadingRows={1}
            rowKey={({ _id }) => _id}
            rowActions={(token) => <Revoke token={token} />}
            empty={<p className="text-muted">{t('account.gis.empty')}</p>}
          />
        )}
      </div>
      <p className="mt-3 text-sm text-muted">{t('account.gis.ended')}</p>
    </Panel>
  );
}

const DEFAULT_ROWS = 10_000;

interface Values {
  name: string;
  maxRows: number;
}

function CreateToken() {
  const t = useT();
  const format = useFormat();
  const form = useForm<Values>({ defaultValues: { name: '', maxRows: DEFAULT_ROWS } });
  const { errors } = form.formState;
  const create = useRefetchingWrite('POST /government/gis-tokens', { refetch: accountKeys.gisTokens });
  const submit = useSubmit(
    async (body: Values) => {
      await create.mutateAsync({ body });
      form.reset();
    },
    (error) => toFormProblem(error, t),
  );
  return (
    <>
      <Form form={form} {...submit}>
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label={t('account.gis.name')}
            hint={t('account.gis.nameHint')}
            maxLength={MAX_NAME_LENGTH}
            required
            error={errors.name?.message}
            {...form.register('name', { required: t('account.required') })}
          />
          <TextField
            label={t('account.gis.maxRows')}
            hint={t('account.gis.maxRowsHint', { maximum: format.number(MAX_GIS_ROWS) })}
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_GIS_ROWS}
            required
            error={errors.maxRows?.message}
            {...form.register('maxRows', { required: t('account.required'), valueAsNumber: true })}
          />
        </div>
        <Button
          type="submit"
          variant="main"
          className="mt-4 max-sm:w-full"
          busy={create.isPending}
          busyLabel={t('account.creating')}
        >
          {t('account.gis.create')}
        </Button>
      </Form>
      {create.data && (
        <OneTimeCode
          headline={t('account.gis.created')}
          code={create.data.token}
          note={t('account.gis.once', { date: format.date(create.data.expiresAt) })}
        />
      )}
    </>
  );
}

function Revoke({ token }: { token: GisToken }) {
  const t = useT();
  const confirm = useConfirm();
  const revoke = useAccountWrite('DELETE /government/gis-tokens/{id}', {
    refetch: accountKeys.gisTokens,
    onSuccess: () => toast.done(t('account.gis.revoked')),
  });
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t('account.gis.revokeQuestion'),
      text: t('account.gis.revokeText'),
      action: t('account.gis.revoke'),
    });
    if (isConfirmed) revoke.mutate({ params: { id: token._id } });
  };
  return (
    <Button size="small" busy={revoke.isPending} onClick={ask}>
      {t('account.gis.revoke')}
      <span className="sr-only">: {token.name}</span>
    </Button>
  );
}
