import type { Complaint, ComplaintKind, Recipient } from '@ardhi/contract';
import { spokenNumber } from '@ardhi/contract/complaint-number';
import { COMPLAINT_WORKING_DAYS, MAX_CONTENT_LENGTH } from '@ardhi/contract/limits';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { newId } from '../../lib/device/id.ts';
import { checkText } from '../../lib/forms/checks.ts';
import { problemOf } from '../../lib/http/problem-text.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { RadioGroup, SelectField, TextArea } from '../../ui/forms/field.tsx';
import { Form, FormActions, fieldsOf, useUnsavedGuard } from '../../ui/forms/form.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useApplications } from '../subsidies/queries.ts';
import { KINDS } from './kinds.ts';
import { OfficialField, officialOf } from './official-field.tsx';
import { useComplain, useOwnComplaints } from './queries.ts';

/** A farmer's complaints: a form for a new one, and the list with answers. */
export default function OwnComplaintsPage() {
  const t = useT();
  const [made, setMade] = useState<Complaint | null>(null);
  return (
    <div className="wrap max-w-4xl py-5 sm:py-8">
      <PageHeader
        title={t('complaints.title')}
        lead={t('complaints.lead', { days: COMPLAINT_WORKING_DAYS })}
      />
      <div className="grid gap-6">
        <Panel title={t('complaints.new')}>
          {made ? (
            <Made complaint={made} onAnother={() => setMade(null)} />
          ) : (
            <ComplaintForm onMade={setMade} />
          )}
        </Panel>
        <Panel title={t('complaints.mine')}>
          <OwnComplaints />
        </Panel>
      </div>
    </div>
  );
}

interface Values {
  kind: ComplaintKind | '';
  message: string;
  subsidyId: string;
  official: Recipient | null;
  /** Never set; receives the server's field error for the official. */
  officialId?: string;
}

function ComplaintForm({ onMade }: { onMade: (complaint: Complaint) => void }) {
  const t = useT();
  const [search] = useSearchParams();
  const complain = useComplain();
  const applications = useApplications().data?.rows ?? [];
  const form = useForm<Values>({
    defaultValues: { kind: '', message: '', subsidyId: search.get('application') ?? '', official: null },
  });
  const [id] = useState(newId);
  const { isDirty, isSubmitting } = form.formState;
  useUnsavedGuard(isDirty && !isSubmitting);
  const field = fieldsOf(form);
  const kind = form.watch('kind');
  const submit = useSubmit(
    async (values: Values) => {
      const body = {
        _id: id,
        kind: values.kind as ComplaintKind,
        message: values.message.trim(),
        subsidyId: values.subsidyId || undefined,
        officialId: officialOf(values.kind, values.official),
      };
      const made = await complain.mutateAsync({ body });
      form.reset();
      onMade(made);
    },
    (error) => problemOf(error, t('complaints.error.send'), t),
  );
  return (
    <Form form={form} {...submit}>
      <RadioGroup
        label={t('complaints.kind')}
        required
        options={KINDS.map((value) => ({ value, label: t(`complaints.kind.${value}`) }))}
        {...field('kind', { validate: (value) => checkText(value, t) })}
      />
      {kind === 'money' && (
        <Callout tone="info" headline={t('complaints.money')}>
          {t('complaints.moneyText')}
        </Callout>
      )}
      {applications.length > 0 && (
        <SelectField
          label={t('complaints.application')}
          placeholder={t('complaints.noApplication')}
          options={applications.map(({ _id, name }) => ({ value: _id, label: name }))}
          {...field('subsidyId')}
        />
      )}
      <OfficialField
        kind={kind}
        value={form.watch('official')}
        onChange={(official) => form.setValue('official', official, { shouldDirty: true })}
        error={form.formState.errors.officialId?.message}
        channelType="government-farmer"
      />
      <TextArea
        label={t('complaints.message')}
        hint={t('complaints.messageHint')}
        rows={5}
        maxLength={MAX_CONTENT_LENGTH}
        required
        {...field('message', { validate: (value) => checkText(value, t) })}
      />
      <FormActions>
        <Button type="submit" variant="main" busy={isSubmitting} busyLabel={t('complaints.sending')}>
          {t('complaints.send')}
        </Button>
      </FormActions>
    </Form>
  );
}

function Made({ complaint, onAnother }: { complaint: Complaint; onAnother: () => void }) {
  const t = useT();
  const format = useFormat();
  return (
    <div role="status">
      <p>{t('complaints.made', { date: format.date(complaint.dueOn) })}</p>
      <p className="num my-3 font-serif text-4xl font-semibold">{spokenNumber(complaint.number)}</p>
      <p className="text-muted">{t('complaints.madeText')}</p>
      <Button className="mt-4" onClick={onAnother}>
        {t('complaints.another')}
      </Button>
    </div>
  );
}

function OwnComplaints() {
  const t = useT();
  const format = useFormat();
  const complaints = useOwnComplaints();
  const { data } = complaints;
  if (complaints.isPending) return <SkeletonText lines={3} />;
  if (!data) return <LoadError query={complaints} headline={t('complaints.error.fetch')} />;
  if (data.rows.length === 0) return <Empty title={t('complaints.none')} />;
  return (
    <ul className="divide-y divide-line">
      {data.rows.map((one) => (
        <li key={one._id} className="py-4 first:pt-0 last:pb-0">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <b className="num">{spokenNumber(one.number)}</b>
            <Badge tone={one.answeredAt ? 'ok' : 'wait'}>
              {one.answeredAt
                ? t('complaints.answered')
                : t('complaints.due', { date: format.date(one.dueOn, 'medium') })}
            </Badge>
            {one.takenUpAt && !one.answeredAt && <Badge tone="info">{t('complaints.takenUp')}</Badge>}
          </p>
          <p className="text-sm text-muted">
            {[t(`complaints.kind.${one.kind}`), one.subsidy?.name, format.date(one.createdAt, 'medium')]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <p className="prose mt-1 whitespace-pre-line">{one.message}</p>
          {one.answer && (
            <figure className="mt-2 border-l-2 border-line-strong pl-4">
              <figcaption className="text-sm text-muted">{t('complaints.answer')}</figcaption>
              <blockquote className="whitespace-pre-line">{one.answer}</blockquote>
            </figure>
          )}
        </li>
      ))}
    </ul>
  );
}
