import type { Programme } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Callout } from '../../ui/feedback/callout.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { ParcelRules } from './eligibility.tsx';
import { useEligibility } from './queries.ts';

/** Eligibility check before submission for the selected parcels, or for all if none is selected. */
export function ProgrammeEligibility({
  programme,
  parcelIds,
}: {
  programme: Programme;
  parcelIds: readonly string[];
}) {
  const t = useT();
  const format = useFormat();
  const { data, isError } = useEligibility(programme._id);
  if (programme.meets === null) return <p className="text-muted">{t('subsidies.rules.noRules')}</p>;
  if (isError && !data) return <Callout tone="info" headline={t('subsidies.error.eligibility')} />;
  if (!data) return <SkeletonText lines={3} />;
  const parcels = parcelIds.length ? data.parcels.filter(({ _id }) => parcelIds.includes(_id)) : data.parcels;
  const meeting = parcels.filter(({ meets }) => meets);
  if (parcels.length === 0)
    return (
      <Callout tone="info" headline={t('subsidies.rules.noParcels')}>
        <Link className="link" to={`${paths.land}?add`}>
          {t('subsidies.rules.addParcel')}
        </Link>
      </Callout>
    );
  return (
    <div>
      <div role="status">
        <Callout
          tone={meeting.length ? 'ok' : 'wait'}
          headline={
            meeting.length
              ? t('subsidies.rules.meets', {
                  count: meeting.length,
                  area: format.area(meeting.reduce((acres, { size }) => acres + size, 0)),
                })
              : t('subsidies.rules.meetsNot')
          }
        >
          {t('subsidies.rules.inform')}
        </Callout>
      </div>
      <Disclosure className="mt-2" open={meeting.length === 0} summary={t('subsidies.rules.title')}>
        <ParcelRules parcels={parcels} />
      </Disclosure>
    </div>
  );
}
