import type { Appeal } from '@ardhi/contract';
import { MAX_DECISION_REASON_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { checkText } from '../../lib/forms/checks.ts';
import { useSearchChange } from '../../lib/page/use-search-change.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextArea } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { FarmerLink } from './farmer-link.tsx';
import { KiswahiliField } from './kiswahili-field.tsx';
import { useAppeals } from './queries.ts';
import { useDecideAppeal } from './writes.ts';

type State = 'open' | 'all';
type Verdict = 'upheld' | 'dismissed';

/** Appeals against rejections, oldest first. */
export default function AppealsPage() {
  const t = useT();
  const [search, changeSearch] = useSearchChange();
  const state: State = search.get('state') === 'all' ? 'all' : 'open';
  const [deciding, setDeciding] = useState<{ appeal: Appeal; verdict: Verdict } | null>(null);
  const list = useAppeals(state);
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <div className="wrap py-8">
      <PageHeader
        back={{ to: paths.dashboard }}
        title={t('subsidies.appeals.title')}
        lead={t('subsidies.appeals.lead')}
        actions={
          <Segmented<State>
            label={t('subsidies.appeals.filter')}
            value={state}
            onChange={(next) => changeSearch({ state: next === 'open' ? undefined : next })}
            options={[
              { value: 'open', label: t('subsidies.appeals.open') },
              { value: 'all', label: t('subsidies.appeals.all') },
            ]}
          />
        }
      />
      <Panel aria-label={t('subsidies.appeals.title')} aria-busy={list.isPending || undefined}>
        {list.isPending && <SkeletonText lines={4} />}
        <LoadError query={list} headline={t('subsidies.error.appeals')} />
        {rows?.length === 0 && <Empty title={t('subsidies.appeals.none')} />}
        <ul className="divide-y divide-line">
          {rows?.map((appeal) => (
            <AppealItem
              key={appeal._id}
              appeal={appeal}
              onDecide={(verdict) => setDeciding({ appeal, verdict })}
            />
          ))}
        </ul>
        <LoadMore query={list} className="mt-4">
          {t('subsidies.manage.more')}
        </LoadMore>
      </Panel>
      {deciding && <VerdictDialog {...deciding} onClose={() => setDeciding(null)} />}
    </div>
  );
}

const TONES = { pending: 'wait', upheld: 'ok', dismissed: 'no' } as const;

function AppealItem({ appeal, onDecide }: { appeal: Appeal; onDecide: (verdict: Verdict) => void }) {
  const t = useT();
  const format = useFormat();
  const canDecide = hasDuty(useUser(), 'decide');
  const { application, applicant } = appeal;
  const deletedAccount = t('subsidies.deletedAccount');
  return (
    <li className="py-5 first:pt-0 last:pb-0">
      <h2 className="text-lg">
        <Link className="link" to={paths.subsidyCase(application._id)}>
          {application.name}
        </Link>
      </h2>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span className="num">{format.money(application.amount)}</span>
        <FarmerLink farmer={applicant} deleted={deletedAccount} />
        <span>{t('subsidies.appeals.since', { date: format.date(appeal.createdAt, 'medium') })}</span>
        <Badge tone={TONES[appeal.status]}>{t(`subsidies.appeal.status.${appeal.status}`)}</Badge>
      </p>
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-muted">
            {t('subsidies.appeals.rejection', { name: application.decidedBy || deletedAccount })}
          </dt>
          <dd className="whitespace-pre-line">{application.reason ?? '–'}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t('subsidies.appeals.farmer')}</dt>
          <dd className="whitespace-pre-line">{appeal.reason || '–'}</dd>
        </div>
        {appeal.answer && (
          <div>
            <dt className="text-sm text-muted">
              {t('subsidies.appeals.answerOf', { name: appeal.decidedBy || deletedAccount })}
            </dt>
            <dd className="whitespace-pre-line">{appeal.answer}</dd>
          </div>
        )}
      </dl>
      {appeal.newApplicationId && (
        <p className="mt-2">
          <Link className="link" to={paths.subsidyCase(appeal.newApplicationId)}>
            {t('subsidies.appeals.new')}
          </Link>
        </p>
      )}
      {appeal.status === 'pending' &&
        canDecide &&
        (appeal.mayDecide ? (
          <div className="mt-3 flex flex-wrap gap-2">
            <Button size="small" onClick={() => onDecide('dismissed')}>
              {t('subsidies.appeals.dismiss')}
            </Button>
            <Button size="small" variant="main" onClick={() => onDecide('upheld')}>
              {t('subsidies.appeals.uphold')}
            </Button>
          </div>
        ) : (
          <p className="mt-2 text-sm text-muted">{t('subsidies.appeals.other')}</p>
        ))}
    </li>
  );
}

function VerdictDialog({
  appeal,
  verdict,
  onClose,
}: {
  appeal: Appeal;
  verdict: Verdict;
  onClose: () => void;
}) {
  const t = useT();
  const decide = useDecideAppeal();
  const { name } = appeal.application;
  return (
    <FormDialog
      title={t(`subsidies.appeals.question.${verdict}`, { name })}
      text={t(`subsidies.appeals.text.${verdict}`)}
      values={{ answer: '', answerSw: '' }}
      send={async ({ answer, answerSw }) => {
        await decide.mutateAsync({
          params: { id: appeal._id },
          body: { status: verdict, answer: answer.trim(), answerSw: answerSw.trim() || undefined },
        });
        toast.done(t(`subsidies.appeals.done.${verdict}`, { name }));
      }}
      failed={t('subsidies.error.appealDecision')}
      submit={t(verdict === 'upheld' ? 'subsidies.appeals.uphold' : 'subsidies.appeals.dismiss')}
      busy={t('forms.saving')}
      variant={verdict === 'upheld' ? 'main' : 'danger'}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextArea
            label={t('subsidies.appeals.answer')}
            hint={t('subsidies.decide.approveHint')}
            rows={3}
            maxLength={MAX_DECISION_REASON_LENGTH}
            required
            {...fieldsOf(form)('answer', { validate: (value) => checkText(value, t) })}
          />
          <KiswahiliField label={t('subsidies.appeals.answerSw')} {...form.register('answerSw')} />
        </>
      )}
    </FormDialog>
  );
}
