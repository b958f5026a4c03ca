import type { Ombudspersons } from '@ardhi/contract';
import { useForm } from 'react-hook-form';
import { toFormProblem } from '../../accounts/account/problem.ts';
import { isEmail } from '../../lib/forms/checks.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { QueryState } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/forms/field.tsx';
import { Form, fieldsOf } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useConfirmOmbudsperson, useOmbudspersons, useProposeOmbudsperson } from './queries.ts';

/** For national managers: why complaints about money are shown to them, or to no one. */
export function OmbudspersonBanner() {
  const t = useT();
  const { data } = useOmbudspersons();
  if (!data) return null;
  const { appointed, current, unseen } = data;
  const state = !appointed ? 'none' : current.length === 0 ? 'vacant' : unseen > 0 ? 'unseen' : null;
  if (!state) return null;
  return (
    <div role="status" className="mb-4">
      <Callout
        tone={state === 'none' ? 'wait' : 'no'}
        headline={t(`complaints.ombudspersons.${state}`, { count: unseen })}
      >
        {t(`complaints.ombudspersons.${state}Text`)}
      </Callout>
    </div>
  );
}

/** For national managers: proposes and confirms ombudspersons. */
export function OmbudspersonsPanel() {
  const t = useT();
  const query = useOmbudspersons();
  return (
    <Panel className="mt-6" title={t('complaints.ombudspersons')} note={t('complaints.ombudspersons.note')}>
      <QueryState
        query={query}
        headline={t('complaints.ombudspersons.failed')}
        loading={<SkeletonText lines={2} />}
      >
        {({ current, proposals }) => (
          <>
            {current.length > 0 && (
              <p>
                {t('complaints.ombudspersons.current', {
                  names: current.map(({ name }) => name).join(', '),
                })}
              </p>
            )}
            {proposals.length > 0 && (
              <ul className="mt-3 divide-y divide-line">
                {proposals.map((proposal) => (
                  <Proposal key={proposal._id} proposal={proposal} />
                ))}
              </ul>
            )}
          </>
        )}
      </QueryState>
      <Propose />
    </Panel>
  );
}

function Proposal({ proposal }: { proposal: Ombudspersons['proposals'][number] }) {
  const t = useT();
  const format = useFormat();
  const { name } = proposal.official;
  const confirm = useConfirmOmbudsperson(() => toast.done(t('complaints.ombudspersons.confirmed', { name })));
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <span className="min-w-0 break-words">
        {t('complaints.ombudspersons.proposal', { name, by: proposal.proposedBy })}
      </span>
      {proposal.confirmable ? (
        <Button
          size="small"
          busy={confirm.isPending}
          onClick={() => confirm.mutate({ params: { id: proposal._id } })}
        >
          {t('complaints.ombudspersons.confirm')}
        </Button>
      ) : (
        <span className="text-sm text-muted">
          {t('complaints.ombudspersons.pending', { date: format.date(proposal.expiresAt, 'medium') })}
        </span>
      )}
    </li>
  );
}

function Propose() {
  const t = useT();
  const form = useForm<{ email: string }>({ defaultValues: { email: '' } });
  const propose = useProposeOmbudsperson();
  const submit = useSubmit(
    async (body: { email: string }) => {
      await propose.mutateAsync({ body });
      form.reset();
      toast.done(t('complaints.ombudspersons.proposed'));
    },
    (error) => toFormProblem(error, t),
  );
  return (
    <Form form={form} {...submit}>
      <div className="mt-4 flex flex-wrap items-start gap-3">
        <TextField
          label={t('complaints.ombudspersons.email')}
          type="email"
          autoComplete="off"
          className="min-w-56 flex-1"
          required
          {...fieldsOf(form)('email', {
            validate: (value) => isEmail(value) || t('account.resetCode.emailInvalid'),
          })}
        />
        <Button
          type="submit"
          className="max-sm:w-full sm:mt-7.5"
          busy={propose.isPending}
          busyLabel={t('account.saving')}
        >
          {t('complaints.ombudspersons.propose')}
        </Button>
      </div>
    </Form>
  );
}
