import type { FarmerFile } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { OverlapCards } from '../../farm/boundaries/overlap-cards.tsx';
import { call } from '../../lib/http/api.ts';
import { isNotFound } from '../../lib/http/api-error.ts';
import { detailOf } from '../../lib/http/problem-text.ts';
import { useDocumentTitle } from '../../lib/page/page-transition.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { Applications, Conversation, Differences, Parcels } from './evidence.tsx';

function useFarmer(id: string) {
  return useQuery({
    queryKey: ['subsidy', 'farmer', id],
    meta: { failed: 'cases.error.farmer' },
    queryFn: ({ signal }) => call('GET /government/farmers/{id}', { params: { id }, signal }),
  });
}

/** The officials' view of a farmer: parcels, applications and discrepancies. */
export default function FarmerPage() {
  const t = useT();
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = useFarmer(id);
  if (data) return <Farmer farmer={data} />;
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader title={t('cases.farmer')} back={{ to: paths.registerFarmers }} />
      <Panel aria-busy={!error || undefined}>
        {!error && <SkeletonText lines={8} />}
        {error && isNotFound(error) && <Empty title={t('cases.farmerNotFound')} />}
        {error && !isNotFound(error) && (
          <ErrorState
            headline={t('cases.error.farmer')}
            detail={detailOf(error, t)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
      </Panel>
    </div>
  );
}

function Farmer({ farmer }: { farmer: FarmerFile }) {
  const t = useT();
  const format = useFormat();
  useDocumentTitle(farmer.name);
  const { lands, acres } = farmer.registered;
  const pending = farmer.applications.filter(({ status }) => status === 'pending');
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        back={{ to: paths.registerFarmers, label: t('cases.register') }}
        eyebrow={t('cases.farmer')}
        title={farmer.name}
        lead={[farmer.location, farmer.email, farmer.phoneNumber].filter(Boolean).join(' · ')}
        actions={<ButtonLink to={paths.messageTo(farmer._id)}>{t('cases.write')}</ButtonLink>}
      />
      <p className="mb-5 flex items-start gap-2 text-sm text-muted">
        <Eye size={18} aria-hidden="true" className="mt-0.5 shrink-0" />
        {t('cases.farmerRecorded')}
      </p>
      <StatTiles
        label={t('cases.figures')}
        tiles={[
          {
            label: t('cases.land'),
            value: format.number(lands, 0),
            note: format.area(acres),
            to: `${paths.registerLands}?farmerId=${farmer._id}`,
          },
          {
            label: t('subsidies.details.farmSize'),
            value: farmer.farmSize === null ? '–' : format.number(farmer.farmSize),
            note: t('cases.stated'),
          },
          { label: t('cases.waiting'), value: format.number(pending.length, 0), to: '#applications' },
          {
            label: t('subsidies.details.registered'),
            value: format.date(farmer.registeredAt, 'medium'),
          },
        ]}
      />
      <Differences differences={farmer.differences} />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 space-y-6">
          <Panel title={t('cases.parcels')}>
            <Parcels parcels={farmer.parcels} />
            {lands > farmer.parcels.length && (
              <Link
                className="link mt-3 inline-flex min-h-11 items-center"
                to={`${paths.registerLands}?farmerId=${farmer._id}`}
              >
                {t('cases.allLand', { count: lands })}
              </Link>
            )}
          </Panel>
          <OverlapCards of={{ farmerId: farmer._id }} />
        </div>
        <div className="space-y-6">
          <Panel id="applications" className="scroll-mt-24" title={t('cases.applications')}>
            <Applications applications={farmer.applications} />
          </Panel>
          <Panel title={t('cases.conversation')}>
            <Conversation messages={farmer.conversation} farmerId={farmer._id} name={farmer.name} />
          </Panel>
        </div>
      </div>
    </div>
  );
}
