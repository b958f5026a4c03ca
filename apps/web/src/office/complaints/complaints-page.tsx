import type { OfficialComplaint } from '@ardhi/contract';
import { spokenNumber } from '@ardhi/contract/complaint-number';
import { paths } from '@ardhi/contract/paths';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSearchChange } from '../../lib/page/use-search-change.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { FilterTag } from '../../ui/controls/filter-tag.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError, LoadMore } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { SearchField } from '../../ui/forms/search-field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { OmbudspersonBanner, OmbudspersonsPanel } from './ombudspersons.tsx';
import { type ComplaintFilter, useAnswerComplaint, useComplaints, useReveal, useTakeUp } from './queries.ts';

/** Set by the links of the board. */
const BOARD_FILTERS = ['from', 'to', 'county', 'programmeId', 'officialId'] as const;
const STATES = ['open', 'answered', 'all'] as const;

/** The officials' list of complaints, sorted by due date. The filter is stored in the URL. */
export default function ComplaintsPage() {
  const t = useT();
  const [search, change] = useSearchChange();
  const state = STATES.find((one) => one === search.get('state')) ?? 'open';
  const q = search.get('q') ?? undefined;
  const [answering, setAnswering] = useState<OfficialComplaint | null>(null);
  const answer = useAnswerComplaint();
  const period = Object.fromEntries(
    BOARD_FILTERS.flatMap((name) => {
      const value = search.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const list = useComplaints({ state, q, ...period });
  const user = useUser();
  const isNationalManager = hasDuty(user, 'manage') && !user.post?.county;
  const rows = list.data?.pages.flatMap((page) => page.rows);
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        back={{ to: paths.dashboard }}
        title={t('complaints.title')}
        lead={t('complaints.deskLead')}
        actions={
          <Segmented<ComplaintFilter['state']>
            label={t('complaints.filter')}
            value={state}
            onChange={(next) => change({ state: next === 'open' ? undefined : next })}
            options={STATES.map((value) => ({ value, label: t(`complaints.state.${value}`) }))}
          />
        }
      />
      {isNationalManager && <OmbudspersonBanner />}
      <Panel aria-label={t('complaints.title')} aria-busy={list.isPending || undefined}>
        <search className="mb-4 block max-w-md">
          <SearchField
            label={t('complaints.search')}
            placeholder={t('complaints.searchHint')}
            q={q}
            onSearch={(next) => change({ q: next })}
          />
        </search>
        {Object.keys(period).length > 0 && (
          <p className="mb-3">
            <FilterTag
              name={t('complaints.ofBoard')}
              onRemove={() => change(Object.fromEntries(BOARD_FILTERS.map((name) => [name, undefined])))}
            />
          </p>
        )}
        {list.isPending && <SkeletonText lines={4} />}
        <LoadError query={list} headline={t('complaints.error.fetch')} />
        {rows?.length === 0 && <Empty title={t('complaints.noneFound')} />}
        <ul className="divide-y divide-line">
          {rows?.map((one) => (
            <Item key={one._id} complaint={one} onAnswer={() => setAnswering(one)} />
          ))}
        </ul>
        <LoadMore query={list} className="mt-4">
          {t('complaints.more')}
        </LoadMore>
      </Panel>
      {isNationalManager && <OmbudspersonsPanel />}
      {answering && (
        <AnswerDialog
          title={t('complaints.answerTitle', { number: spokenNumber(answering.number) })}
          quoted={answering.message}
          onSend={(text) =>
            answer.mutateAsync({
              params: { id: answering._id },
              body: { answer: text, revision: answering.revision },
            })
          }
          onClose={() => setAnswering(null)}
        />
      )}
    </div>
  );
}

function Item({ complaint: one, onAnswer }: { complaint: OfficialComplaint; onAnswer: () => void }) {
  const t = useT();
  const format = useFormat();
  const user = useUser();
  const takeUp = useTakeUp(() => toast.done(t('complaints.takeUpDone')));
  const canHandle = hasDuty(user, 'decide') || (one.kind === 'money' && hasDuty(user, 'ombudsperson'));
  return (
    <li className="py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="num text-lg">{spokenNumber(one.number)}</h2>
        {one.answeredAt ? (
          <Badge tone="ok">{t('complaints.answered')}</Badge>
        ) : (
          <Badge tone={one.late ? 'no' : 'wait'}>
            {t(one.late ? 'complaints.late' : 'complaints.due', { date: format.date(one.dueOn, 'medium') })}
          </Badge>
        )}
        <Badge tone={one.kind === 'money' ? 'no' : 'info'}>{t(`complaints.topic.${one.kind}`)}</Badge>
      </div>
      <p className="mt-0.5 text-sm text-muted">
        {[one.county, format.date(one.createdAt, 'medium')].filter(Boolean).join(' · ')}
      </p>
      <From complaint={one} />
      {one.subsidy && (
        <Link className="link" to={paths.subsidyCase(one.subsidy._id)}>
          {one.subsidy.name}
        </Link>
      )}
      {one.about.length > 0 && (
        <p className="text-sm">{t('complaints.about', { names: one.about.join(', ') })}</p>
      )}
      <p className="prose mt-1 whitespace-pre-line">{one.message}</p>
      {one.answer ? (
        <figure className="mt-2 border-l-2 border-line-strong pl-4">
          <figcaption className="text-sm text-muted">
            {t('complaints.answerBy', { name: one.answeredBy || t('complaints.deletedAccount') })}
          </figcaption>
          <blockquote className="whitespace-pre-line">{one.answer}</blockquote>
        </figure>
      ) : (
        canHandle && (
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <Button size="small" onClick={onAnswer}>
              {t('complaints.reply')}
            </Button>
            {one.takenUpAt ? (
              <p className="text-sm text-muted">
                {t('complaints.takenUpBy', { name: one.takenUpBy || t('complaints.deletedAccount') })}
              </p>
            ) : (
              <Button
                size="small"
                busy={takeUp.isPending}
                onClick={() => takeUp.mutate({ params: { id: one._id } })}
              >
                {t('complaints.takeUp')}
              </Button>
            )}
          </div>
        )
      )}
    </li>
  );
}

/** The complainant, hidden until the official asks for the name. */
function From({ complaint: { _id, from: hiddenFrom } }: { complaint: OfficialComplaint }) {
  const t = useT();
  const reveal = useReveal();
  const from = reveal.data?.from ?? hiddenFrom;
  if (from.hidden)
    return (
      <p className="my-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {t('complaints.nameHidden')}
        <Button size="small" busy={reveal.isPending} onClick={() => reveal.mutate({ params: { id: _id } })}>
          {t('complaints.reveal')}
        </Button>
      </p>
    );
  if (!from.name) return <p className="mt-1 text-sm">{t('complaints.deletedAccount')}</p>;
  return (
    <p className="my-2 text-sm" role="status">
      {from._id ? (
        <Link className="link" to={paths.registerFarmer(from._id)}>
          {from.name}
        </Link>
      ) : (
        from.name
      )}
      {` · ${from.email} `}
      <span className="block text-muted">{t('complaints.revealed')}</span>
    </p>
  );
}
