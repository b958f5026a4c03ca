/** Rejected applications for farmers: the rule results at the decision, and the appeal. */
import type { Application } from '@ardhi/contract';
import { MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { today } from '../../lib/device/dates.ts';
import { checkText } from '../../lib/forms/checks.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { useTranslated } from '../../lib/text/use-translated.ts';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextArea } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { ParcelFacts } from './applicant-facts.tsx';
import { useApplicationFacts } from './queries.ts';
import { useAppeal } from './writes.ts';

const TONES = { pending: 'wait', upheld: 'ok', dismissed: 'no' } as const;

export function Rejection({ application }: { application: Application }) {
  const t = useT();
  const format = useFormat();
  const translated = useTranslated();
  const [appealing, setAppealing] = useState(false);
  const { appeal, appealUntil } = application;
  const open = appealUntil !== null && appealUntil >= today();
  return (
    <div className="mt-3 space-y-3">
      <RulesAtDecision id={application._id} />
      {appeal && (
        <div className="border-l-2 border-line-strong pl-4">
          <p className="flex flex-wrap items-center gap-2">
            <span className="font-semibold">{t('subsidies.appeal.yours')}</span>
            <Badge tone={TONES[appeal.status]}>{t(`subsidies.appeal.status.${appeal.status}`)}</Badge>
          </p>
          <p className="whitespace-pre-line">{appeal.reason}</p>
          {appeal.answer && (
            <figure className="mt-2">
              <figcaption className="text-sm text-muted">{t('subsidies.appeal.answer')}</figcaption>
              <blockquote className="whitespace-pre-line">
                {translated(appeal.answer, appeal.answerSw)}
              </blockquote>
            </figure>
          )}
          {appeal.newApplicationId && <p className="text-sm">{t('subsidies.appeal.opened')}</p>}
        </div>
      )}
      {open && (
        <p className="flex flex-wrap items-center gap-3">
          <Button onClick={() => setAppealing(true)}>{t('subsidies.appeal.button')}</Button>
          <span className="text-sm text-muted">
            {t('subsidies.appeal.until', { date: format.date(appealUntil) })}
          </span>
        </p>
      )}
      <Link
        className="link inline-flex min-h-11 items-center text-sm"
        to={paths.complaintAbout(application._id)}
      >
        {t('subsidies.appeal.complain')}
      </Link>
      {appealing && <AppealDialog application={application} onClose={() => setAppealing(false)} />}
    </div>
  );
}

/** Fetched when opened, to keep the list of applications cheap. */
function RulesAtDecision({ id }: { id: string }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Disclosure
      summary={t('subsidies.appeal.rules')}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {open && <Facts id={id} />}
    </Disclosure>
  );
}

function Facts({ id }: { id: string }) {
  const t = useT();
  const facts = useApplicationFacts(id);
  if (facts.data) return <ParcelFacts report={facts.data} own />;
  if (facts.isPending) return <SkeletonText lines={3} />;
  return <LoadError query={facts} headline={t('subsidies.error.details')} />;
}

function AppealDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  const t = useT();
  const appeal = useAppeal();
  return (
    <FormDialog
      title={t('subsidies.appeal.title', { name: application.name })}
      text={t('subsidies.appeal.text')}
      values={{ reason: '' }}
      send={async ({ reason }) => {
        await appeal.mutateAsync({ params: { id: application._id }, body: { reason: reason.trim() } });
        toast.done(t('subsidies.appeal.sent'));
      }}
      failed={t('subsidies.error.appeal')}
      submit={t('subsidies.appeal.send')}
      busy={t('subsidies.submitting')}
      onClose={onClose}
    >
      {(form) => (
        <TextArea
          label={t('subsidies.appeal.reason')}
          hint={t('subsidies.appeal.reasonHint')}
          rows={4}
          maxLength={MAX_DECISION_REASON_LENGTH}
          required
          {...fieldsOf(form)('reason', { validate: (value) => checkText(value, t) })}
        />
      )}
    </FormDialog>
  );
}
