import type { Evidence, SubsidyDossier } from '@ardhi/contract';
import { DECISION_WORKING_DAYS } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { OverlapCards } from '../../farm/boundaries/overlap-cards.tsx';
import { mailTo } from '../../lib/page/mail-to.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { AuditLogDisclosure } from '../../records/audit/audit-log-disclosure.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { ParcelFacts } from '../subsidies/applicant-facts.tsx';
import { ApprovalLimits } from '../subsidies/approval-note.tsx';
import type { CaseAction } from '../subsidies/case-dialogs.tsx';
import { CaseWarnings } from '../subsidies/case-warnings.tsx';
import { History } from '../subsidies/history.tsx';
import { Returned } from '../subsidies/returned.tsx';
import { StatusBadge } from '../subsidies/status-badge.tsx';
import { VotesLine } from '../subsidies/votes.tsx';
import { CaseActions } from './case-actions.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { Applications, Conversation, Differences, Parcels } from './evidence.tsx';
import { Notes } from './notes.tsx';
import { AccessNote } from './record-page.tsx';

/** One application with all data needed for a decision: as a page, or beside the list in one column. */
export function CaseView({
  row,
  header,
  isPane = false,
  onAct,
}: {
  row: SubsidyDossier;
  header: ReactNode;
  isPane?: boolean;
  onAct: (action: CaseAction) => void;
}) {
  const t = useT();
  const canDecide = hasDuty(useUser(), 'decide');
  const { evidence } = row;
  const isOpen = row.status === 'pending' && canDecide;
  const hasAssignee = row.kind === 'application' && (row.status === 'pending' || row.assignedTo !== null);
  return (
    <>
      {header}
      <AccessNote>{t('cases.recorded')}</AccessNote>
      <div className={cx('grid items-start gap-6', !isPane && 'lg:grid-cols-[minmax(0,1fr)_20rem]')}>
        <div className="min-w-0 space-y-6">
          <Panel aria-label={t('cases.title')}>
            <Head row={row} />
            {evidence && <Differences differences={evidence.differences} />}
          </Panel>
          {row.facts && (
            <Panel title={t('subsidies.rules.officialTitle')}>
              <ParcelFacts report={row.facts} landElsewhere={row.landElsewhere} />
            </Panel>
          )}
          {evidence && row.applicant && (
            <Panel title={t('cases.parcels')}>
              <Parcels parcels={evidence.parcels} farmerId={row.applicant._id} />
              {row.landElsewhere && <p className="mt-3">{t('subsidies.rules.landElsewhere')}</p>}
            </Panel>
          )}
          {evidence && row.applicant && <CaseOverlaps evidence={evidence} farmerId={row.applicant._id} />}
          <Notes row={row} />
          <Panel title={t('cases.timeline')}>
            <History dossier={row} />
            <AuditLogDisclosure of="subsidy" id={row._id} />
          </Panel>
        </div>
        <div className="min-w-0 space-y-6">
          {(isOpen || hasAssignee) && (
            <Panel title={t('cases.decide')}>
              {hasAssignee && <Assignee row={row} canAssign={isOpen} />}
              {isOpen && row.needsTwo && (
                <p className="my-3 text-sm text-muted">{t('subsidies.decide.needsTwo')}</p>
              )}
              {isOpen && <ApprovalLimits id={row._id} amount={row.amount} />}
            </Panel>
          )}
          <Farmer row={row} />
          {evidence && (
            <>
              <Panel title={t('cases.others')}>
                <Applications applications={evidence.applications} />
              </Panel>
              <Panel title={t('cases.conversation')}>
                <Conversation
                  messages={evidence.conversation}
                  farmerId={row.applicant?._id}
                  name={row.applicant?.name ?? ''}
                />
              </Panel>
            </>
          )}
        </div>
      </div>
      {isOpen && <DecisionBar row={row} onAct={onAct} />}
    </>
  );
}

export const eyebrowOf = (row: SubsidyDossier, t: ReturnType<typeof useT>) =>
  [
    t(`subsidies.kind.${row.kind}`),
    row.reference && t('subsidies.reference', { reference: row.reference }),
    row.programmeName,
  ]
    .filter(Boolean)
    .join(' · ');

function Assignee({ row, canAssign }: { row: SubsidyDossier; canAssign: boolean }) {
  const t = useT();
  const name = row.assignedTo ? row.assignedTo.name || t('subsidies.deletedAccount') : t('queue.nobody');
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <p className="mr-auto min-w-0">{name}</p>
      {canAssign && <CaseActions row={row} labelled />}
    </div>
  );
}

/** Only overlaps of the application's parcels, not of all the farmer's parcels. */
function CaseOverlaps({ evidence, farmerId }: { evidence: Evidence; farmerId: string }) {
  const among = useMemo(() => new Set(evidence.parcels.map(({ _id }) => _id)), [evidence]);
  return <OverlapCards of={{ farmerId }} among={among} />;
}

function Head({ row }: { row: SubsidyDossier }) {
  const t = useT();
  const format = useFormat();
  const isReturned = row.status === 'pending' && row.returned !== null;
  return (
    <>
      <dl className="num flex flex-wrap gap-x-8 gap-y-3">
        <Figure label={t('cases.asked')}>{format.money(row.amount)}</Figure>
        {row.leftInProgramme !== null && (
          <Figure label={t('cases.left')}>{format.money(row.leftInProgramme)}</Figure>
        )}
        {row.workingDay !== null && (
          <Figure label={t('cases.waits')}>
            {t('cases.day', { day: row.workingDay, of: DECISION_WORKING_DAYS })}
            {isReturned && (
              <span className="block font-sans text-sm font-normal text-muted">{t('cases.paused')}</span>
            )}
          </Figure>
        )}
        <Figure label={t('cases.status')}>
          {isReturned ? (
            <Badge tone="info">{t('subsidies.returned.badge')}</Badge>
          ) : (
            <StatusBadge status={row.status} />
          )}
        </Figure>
        <Figure label={t('cases.sent')}>{format.date(row.createdAt, 'medium')}</Figure>
        {row.decidedAt && (
          <Figure label={t('cases.decided', { name: row.decidedBy || t('subsidies.deletedAccount') })}>
            {format.date(row.decidedAt, 'medium')}
          </Figure>
        )}
      </dl>
      <p className="prose mt-3 break-words whitespace-pre-line">{row.description}</p>
      {row.reason && (
        <figure className="mt-3 border-l-2 border-line-strong pl-4">
          <figcaption className="text-sm text-muted">{t('subsidies.reasonOf')}</figcaption>
          <blockquote className="whitespace-pre-line">{row.reason}</blockquote>
        </figure>
      )}
      {(row.marks.length > 0 || (row.needsTwo && row.status === 'pending')) && <VotesLine row={row} />}
      <CaseWarnings warnings={row.warnings} />
      {row.returned && <Returned returned={row.returned} />}
      <p className="mt-2 flex flex-wrap gap-x-4 empty:hidden">
        {row.programmeId && (
          <Link
            className="link inline-flex min-h-11 items-center"
            to={`${paths.queue}?status=all&programmeId=${row.programmeId}`}
          >
            {t('cases.ofProgramme')}
          </Link>
        )}
        {row.appealOf && (
          <Link className="link inline-flex min-h-11 items-center" to={paths.subsidyCase(row.appealOf)}>
            {t('cases.appealOf')}
          </Link>
        )}
        {row.appeal && (
          <Link
            className="link inline-flex min-h-11 items-center"
            to={
              row.appeal.newApplicationId
                ? paths.subsidyCase(row.appeal.newApplicationId)
                : `${paths.appeals}?state=all`
            }
          >
            {t(`cases.appeal.${row.appeal.status}`)}
          </Link>
        )}
      </p>
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-serif text-[1.375rem] font-semibold">{children}</dd>
    </div>
  );
}

function Farmer({ row }: { row: SubsidyDossier }) {
  const t = useT();
  const format = useFormat();
  const { applicant, applicantFacts: facts, evidence } = row;
  if (!applicant) return null;
  if (!facts)
    return (
      <Panel title={t('cases.farmer')}>
        <p className="text-muted">{t('subsidies.deletedAccount')}</p>
      </Panel>
    );
  const entries: [label: string, value: ReactNode][] = [
    [t('subsidies.details.phone'), facts.phoneNumber ?? t('subsidies.details.notGiven')],
    [t('subsidies.details.location'), applicant.location ?? t('subsidies.details.notGiven')],
    [
      t('subsidies.details.farmSize'),
      facts.farmSize === null ? t('subsidies.details.notGiven') : format.area(facts.farmSize),
    ],
    [t('subsidies.details.registered'), format.date(facts.registeredAt, 'medium')],
    [
      t('cases.land'),
      <Link key="land" className="link" to={`${paths.registerLands}?farmerId=${applicant._id}`}>
        {t('cases.landCount', { count: evidence?.registered.lands ?? 0 })}
      </Link>,
    ],
    [
      t('cases.earlier'),
      t('subsidies.details.othersApproved', {
        count: format.number(facts.otherApplications),
        amount: format.money(facts.otherApprovedAmount),
      }),
    ],
  ];
  return (
    <Panel title={t('cases.farmer')}>
      <p className="font-semibold">
        <Link className="link" to={paths.registerFarmer(applicant._id)}>
          {applicant.name}
        </Link>
      </p>
      <a className="link text-sm wrap-anywhere" href={mailTo(facts.email)}>
        {facts.email}
      </a>
      <dl className="mt-2 space-y-1">
        {entries.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="text-muted">{label}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <ButtonLink size="small" className="mt-3" to={paths.messageTo(applicant._id)}>
        {t('subsidies.details.write')}
      </ButtonLink>
    </Panel>
  );
}
