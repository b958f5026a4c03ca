import { paths } from '@ardhi/contract/paths';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { useKeyedCall } from '../../lib/http/use-keyed-call.ts';
import { useUser } from '../../lib/session/session.tsx';
import { sessionStore } from '../../lib/session/session-store.ts';
import { type MessageKey, useT } from '../../lib/text/i18n.tsx';
import { clearOutbox } from '../../outbox/current.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PasswordField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { toFormProblem } from './problem.ts';
import { deletionQuery } from './queries.ts';
import { Username } from './username.tsx';

const DELETING = {
  title: 'account.delete.title',
  note: 'account.delete.note',
  open: 'account.delete.open',
  question: 'account.delete.question',
  submit: 'account.delete.submit',
  busy: 'account.delete.busy',
  failed: 'account.delete.failed',
} as const satisfies Record<string, MessageKey>;
type Texts = Record<keyof typeof DELETING, MessageKey>;

const ERASING_OFFICIAL: Texts = { ...DELETING, note: 'account.delete.officialNote' };
const CLOSING: Texts = {
  title: 'account.close.title',
  note: 'account.close.note',
  open: 'account.close.open',
  question: 'account.close.question',
  submit: 'account.close.submit',
  busy: 'account.close.busy',
  failed: 'account.close.failed',
};

export function DeletePanel() {
  return useUser().role === 'farmer' ? <Deletion texts={DELETING} /> : <OfficialPanel />;
}

/** States before the click whether the account is erased or closed. */
function OfficialPanel() {
  const t = useT();
  const deletion = useQuery(deletionQuery);
  if (!deletion.data)
    return (
      <Panel title={t('account.delete.title')}>
        {deletion.isError ? (
          <LoadError query={deletion} headline={t('account.delete.unknown')} />
        ) : (
          <Skeleton className="h-10" />
        )}
      </Panel>
    );
  const { outcome, lastManager } = deletion.data;
  return <Deletion texts={outcome === 'closed' ? CLOSING : ERASING_OFFICIAL} isRefused={lastManager} />;
}

function Deletion({ texts, isRefused = false }: { texts: Texts; isRefused?: boolean }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Panel title={t(texts.title)} note={t(texts.note)}>
      {isRefused ? (
        <Callout tone="info" headline={t('account.close.lastManager')} />
      ) : (
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          {t(texts.open)}
        </Button>
      )}
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t(texts.question)}
        text={t('account.delete.text')}
        role="alertdialog"
      >
        <DeleteForm texts={texts} onCancel={() => setIsOpen(false)} />
      </Dialog>
    </Panel>
  );
}

function DeleteForm({ texts, onCancel }: { texts: Texts; onCancel: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const form = useForm<{ password: string }>({ defaultValues: { password: '' } });
  const { isSubmitting } = form.formState;
  const deleteAccount = useKeyedCall('DELETE /auth/account');
  const submit = useSubmit(
    async (body: { password: string }) => {
      await deleteAccount({ body });
      await clearOutbox();
      sessionStore.forget();
      void navigate(paths.home);
    },
    (error) => ({ ...toFormProblem(error, t), headline: t(texts.failed) }),
  );
  return (
    <Form form={form} {...submit}>
      <Username />
      <PasswordField
        label={t('account.delete.password')}
        autoComplete="current-password"
        required
        {...fieldsOf(form)('password', { required: t('account.required') })}
      />
      <DialogActions>
        <Button data-autofocus onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant="danger" busy={isSubmitting} busyLabel={t(texts.busy)}>
          {t(texts.submit)}
        </Button>
      </DialogActions>
    </Form>
  );
}
