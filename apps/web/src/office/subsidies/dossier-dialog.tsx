import type { ManagedSubsidy, SubsidyDossier } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { AuditLogDisclosure } from '../../records/audit/audit-log-disclosure.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { Dialog, DialogActions } from '../../ui/feedback/dialog.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { ApplicantFacts, ParcelFacts } from './applicant-facts.tsx';
import { ProgrammeBudget } from './budget.tsx';
import { CaseWarnings } from './case-warnings.tsx';
import type { Decision } from './decision-dialog.tsx';
import { History } from './history.tsx';
import { pendingCountText } from './management-table.tsx';
import { ProgrammeActions } from './programme-actions.tsx';
import { useDossier } from './queries.ts';
import { Returned } from './returned.tsx';
import { useRuleLabels } from './rule-labels.ts';
import { StatusBadge } from './status-badge.tsx';
import { VotesLine } from './votes.tsx';

interface DossierDialogProps {
  id: string;
  /** False hides every action that changes the row. */
  canDecide: boolean;
  onClose: () => void;
  onDecide: (row: ManagedSubsidy, decision: Decision) => void;
  onReturn: (row: ManagedSubsidy) => void;
  onEdit: (programme: ManagedSubsidy) => void;
}

/** Details of a row: applicant, parcels and rules, budget, history. */
export function DossierDialog({ id, canDecide, onClose, onDecide, onReturn, onEdit }: DossierDialogProps) {
  const t = useT();
  const dossier = useDossier(id);
  const { data } = dossier;
  return (
    <Dialog open wide onClose={onClose} title={data?.name ?? t('subsidies.manage.details')}>
      <LoadError query={dossier} headline={t('subsidies.error.details')} />
      {dossier.isPending && <SkeletonText lines={6} />}
      {data && (
        <>
          <Dossier dossier={data} />
          {data.kind === 'programme' && (
            <ProgrammeActions
              programme={data}
              canDecide={canDecide}
              onEdit={() => onEdit(data)}
              onDeleted={onClose}
            />
          )}
          {data.kind === 'application' && (
            <ButtonLink className="mt-4" to={paths.subsidyCase(data._id)}>
              {t('subsidies.details.open')}
            </ButtonLink>
          )}
          {data.status === 'pending' && canDecide && (
            <DialogActions>
              {data.kind === 'application' && (
                <Button onClick={() => onReturn(data)}>{t('subsidies.return.button')}</Button>
              )}
              <Button onClick={() => onDecide(data, 'rejected')}>{t('subsidies.manage.reject')}</Button>
              <Button variant="main" onClick={() => onDecide(data, 'approved')}>
                {t('subsidies.manage.approve')}
              </Button>
            </DialogActions>
          )}
        </>
      )}
    </Dialog>
  );
}

function Dossier({ dossier }: { dossier: SubsidyDossier }) {
  const t = useT();
  const format = useFormat();
  const rules = useRuleLabels();
  const ruleTexts = dossier.rules ? rules.wanted(dossier.rules) : [];
  return (
    <div className="space-y-6">
      <div>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="num font-serif text-[1.375rem] font-semibold">{format.money(dossier.amount)}</span>
          <StatusBadge status={dossier.status} />
          <span className="text-muted">
            {[
              dossier.reference && t('subsidies.reference', { reference: dossier.reference }),
              dossier.programmeName,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        <p className="prose mt-2 break-words whitespace-pre-line">{dossier.description}</p>
        {(dossier.marks.length > 0 || (dossier.needsTwo && dossier.status === 'pending')) && (
          <VotesLine row={dossier} />
        )}
        <CaseWarnings warnings={dossier.warnings} />
        {dossier.returned && <Returned returned={dossier.returned} />}
      </div>
      {dossier.kind === 'programme' && (
        <>
          <ProgrammeBudget programme={dossier} />
          <Section title={t('subsidies.rules.asked')}>
            {ruleTexts.length ? (
              <ul className="list-disc pl-5">
                {ruleTexts.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            ) : (
              <p className="text-muted">{t('subsidies.rules.noRules')}</p>
            )}
            <p className="mt-2 text-sm text-muted">
              {[
                t('subsidies.details.createdBy', {
                  name: dossier.createdBy?.name || t('subsidies.deletedAccount'),
                }),
                dossier.closesOn && t('subsidies.programme.closes', { date: format.date(dossier.closesOn) }),
                pendingCountText(dossier.pendingApplications ?? 0, t),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </Section>
        </>
      )}
      {dossier.applicant && (
        <Section title={t('subsidies.details.applicant')}>
          <ApplicantFacts dossier={dossier} />
        </Section>
      )}
      {dossier.facts && (
        <Section title={t('subsidies.rules.officialTitle')}>
          <ParcelFacts report={dossier.facts} landElsewhere={dossier.landElsewhere} />
        </Section>
      )}
      <Section title={t('subsidies.history')}>
        <History dossier={dossier} />
        <AuditLogDisclosure of="subsidy" id={dossier._id} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2">{title}</h3>
      {children}
    </section>
  );
}
