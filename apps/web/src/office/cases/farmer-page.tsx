import type { FarmerFile } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { OverlapCards } from '../../farm/boundaries/overlap-cards.tsx';
import { call } from '../../lib/http/api.ts';
import { useDocumentTitle } from '../../lib/page/page-transition.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { Applications, Conversation, Differences, Parcels } from './evidence.tsx';
import { AccessNote, RecordUnavailable } from './record-page.tsx';

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
  const farmer = useFarmer(id);
  if (farmer.data) return <Farmer farmer={farmer.data} />;
  return (
    <RecordUnavailable
      query={farmer}
      headline={t('cases.error.farmer')}
      title={t('cases.farmer')}
      list={paths.registerFarmers}
      notFound={t('cases.farmerNotFound')}
    />
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
      <AccessNote>{t('cases.farmerRecorded')}</AccessNote>
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
            <Parcels parcels={farmer.parcels} farmerId={farmer._id} />
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
            {/* The header has the link for a new message. */}
            <Conversation messages={farmer.conversation} farmerId={undefined} name={farmer.name} />
          </Panel>
        </div>
      </div>
    </div>
  );
}
