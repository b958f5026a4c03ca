import type { EligibilityReport, SubsidyDossier } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import type { ReactNode } from 'react';
import { mailTo } from '../../lib/page/mail-to.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { ParcelRules } from './eligibility.tsx';

/** The applicant and a summary of their other applications. */
export function ApplicantFacts({ dossier }: { dossier: SubsidyDossier }) {
  const t = useT();
  const format = useFormat();
  const facts = dossier.applicantFacts;
  const notGiven = t('subsidies.details.notGiven');
  if (!facts) return <p className="text-muted">{t('subsidies.deletedAccount')}</p>;
  const entries: [label: string, value: ReactNode][] = [
    [t('subsidies.details.name'), <b key="name">{dossier.applicant?.name}</b>],
    [
      t('subsidies.details.email'),
      <a key="email" className="link break-all" href={mailTo(facts.email)}>
        {facts.email}
      </a>,
    ],
    [t('subsidies.details.phone'), facts.phoneNumber ?? notGiven],
    [t('subsidies.details.location'), dossier.applicant?.location ?? notGiven],
    [
      t('subsidies.details.farmSize'),
      facts.farmSize === null ? (
        notGiven
      ) : (
        <span key="size" title={format.hectares(facts.farmSize)}>
          {format.area(facts.farmSize)}
        </span>
      ),
    ],
    [t('subsidies.details.registered'), format.date(facts.registeredAt)],
    [
      t('subsidies.details.others'),
      t('subsidies.details.othersApproved', {
        count: format.number(facts.otherApplications),
        amount: format.money(facts.otherApprovedAmount),
      }),
    ],
  ];
  return (
    <>
      <dl className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {entries.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {dossier.applicant && (
        <ButtonLink size="small" className="mt-3" to={paths.messageTo(dossier.applicant._id)}>
          {t('subsidies.details.write')}
        </ButtonLink>
      )}
    </>
  );
}

/** The application's parcels: current, or as a snapshot of the decision. */
export function ParcelFacts({
  report,
  own = false,
  landElsewhere = false,
}: {
  report: EligibilityReport;
  own?: boolean;
  /** The application also names parcels that the official may not see. */
  landElsewhere?: boolean;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <div className="space-y-3">
      {report.meets !== null && report.parcels.length > 0 && (
        <Callout
          tone={report.meets ? 'ok' : 'wait'}
          headline={
            report.meets && report.meetingParcels === 0
              ? t('subsidies.rules.meetsElsewhere')
              : report.meets
                ? t('subsidies.rules.meets', {
                    count: report.meetingParcels,
                    total: report.parcels.length,
                    area: format.area(report.meetingAcres),
                  })
                : t(own ? 'subsidies.appeal.meetsNot' : 'subsidies.rules.meetsNotOfficial')
          }
        >
          {t('subsidies.rules.inform')}
        </Callout>
      )}
      {report.parcels.length ? (
        <ParcelRules parcels={report.parcels} />
      ) : (
        <p>{t(own ? 'subsidies.appeal.noParcels' : 'subsidies.rules.noParcelsOfficial')}</p>
      )}
      {landElsewhere && <p>{t('subsidies.rules.landElsewhere')}</p>}
      <p className="text-sm text-muted">
        {report.frozen
          ? t('subsidies.details.frozen', { date: format.date(report.asOf) })
          : t('subsidies.details.live')}
      </p>
    </div>
  );
}
