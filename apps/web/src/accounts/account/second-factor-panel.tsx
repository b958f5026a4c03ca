import { MAX_NAME_LENGTH } from '@ardhi/contract/limits';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { serverMessage } from '../../lib/http/error-kinds.ts';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { createPasskey, passkeysWork } from '../../lib/session/passkey.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DataTable } from '../../ui/charts/table.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { OneTimeCode } from './one-time-code.tsx';
import { toFormProblem } from './problem.ts';
import { QrCode } from './qr-code.tsx';
import { accountKeys, secondFactorsQuery } from './queries.ts';
import { useAccountWrite } from './use-account-write.ts';

/** Passkeys, authenticator apps and recovery codes of an official. */
export function SecondFactorPanel() {
  const t = useT();
  const format = useFormat();
  const client = useQueryClient();
  const factors = useQuery(secondFactorsQuery);
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([]);
  const done = (codes: string[]) => {
    if (codes.length > 0) setRecoveryCodes(codes);
    void client.invalidateQueries({ queryKey: accountKeys.secondFactors });
  };
  const fetchOptions = useKeyedCall('POST /auth/second-factors/passkey-options');
  const savePasskey = useKeyedCall('POST /auth/second-factors/passkey');
  const remove = useAccountWrite('DELETE /auth/second-factors/{id}', { refetch: accountKeys.secondFactors });
  const renew = useAccountWrite('POST /auth/second-factors/recovery-codes', {
    onSuccess: ({ recoveryCodes: codes }) => done(codes),
  });
  const addPasskey = useMutation({
    mutationFn: async () => {
      const credential = await createPasskey(await fetchOptions());
      return savePasskey({ body: { name: t('account.factor.passkey'), ...credential } });
    },
    onSuccess: ({ recoveryCodes: codes }) => done(codes),
    onError: (error) => toast.failed(serverMessage(error) ?? t('account.noConnection')),
  });
  if (factors.data?.mode === 'off') return null;
  return (
    <Panel title={t('account.factor.title')} note={t('account.factor.text')}>
      <DataTable
        caption={t('account.factor.title')}
        columns={[
          { key: 'name', label: t('account.factor.name'), title: true, cell: ({ name }) => name },
          {
            key: 'used',
            label: t('account.factor.used'),
            cell: ({ lastUsedAt }) => (lastUsedAt ? format.dateTime(lastUsedAt) : ''),
          },
        ]}
        rows={factors.data?.factors}
        loading={factors.isPending}
        loadingRows={1}
        rowKey={({ _id }) => _id}
        rowActions={({ _id }) => (
          <Button size="small" busy={remove.isPending} onClick={() => remove.mutate({ params: { id: _id } })}>
            {t('account.factor.remove')}
          </Button>
        )}
        empty={<p className="text-muted">{t('account.factor.none')}</p>}
      />
      {recoveryCodes.length > 0 && (
        <OneTimeCode
          headline={t('account.factor.recovery')}
          code={recoveryCodes}
          note={t('account.factor.recoveryNote')}
        />
      )}
      <div className="mt-5 flex flex-wrap gap-3">
        {passkeysWork() && (
          <Button busy={addPasskey.isPending} onClick={() => addPasskey.mutate()}>
            {t('account.factor.addPasskey')}
          </Button>
        )}
        {(factors.data?.factors.length ?? 0) > 0 && (
          <Button busy={renew.isPending} onClick={() => renew.mutate({})}>
            {t('account.factor.renew', { count: factors.data?.recoveryCodesLeft ?? 0 })}
          </Button>
        )}
      </div>
      <AddApp onDone={done} />
    </Panel>
  );
}

/** Two steps: the user adds the secret to the app, then proves it with a code from the app. */
function AddApp({ onDone }: { onDone: (recoveryCodes: string[]) => void }) {
  const t = useT();
  const form = useForm<{ name: string; code: string }>({ defaultValues: { name: '', code: '' } });
  const [key, setKey] = useState<{ _id: string; secret: string; uri: string } | null>(null);
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const makeKey = useKeyedCall('POST /auth/second-factors/totp');
  const confirmKey = useKeyedCall('POST /auth/second-factors/{id}/confirm');
  const submit = useSubmit(
    async ({ name, code }: { name: string; code: string }) => {
      if (!key) return setKey(await makeKey({ body: { name } }));
      const { recoveryCodes } = await confirmKey({ params: { id: key._id }, body: { code } });
      setKey(null);
      form.reset();
      onDone(recoveryCodes);
    },
    (error) => toFormProblem(error, t),
  );
  return (
    <div className="mt-5 space-y-5">
      {key && (
        <>
          <QrCode text={key.uri} label={t('account.factor.qr')} />
          <OneTimeCode
            headline={t('account.factor.key')}
            code={key.secret}
            note={t('account.factor.keyNote')}
          />
        </>
      )}
      <Form form={form} {...submit}>
        {key ? (
          <TextField
            label={t('account.factor.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            {...field('code', { required: t('account.required') })}
          />
        ) : (
          <TextField
            label={t('account.factor.appName')}
            hint={t('account.factor.appHint')}
            maxLength={MAX_NAME_LENGTH}
            required
            {...field('name', { required: t('account.required') })}
          />
        )}
        <Button type="submit" busy={isSubmitting} busyLabel={t('account.creating')}>
          {t(key ? 'account.factor.confirm' : 'account.factor.addApp')}
        </Button>
      </Form>
    </div>
  );
}
