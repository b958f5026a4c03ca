import type { OpenedParcel } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { acresOf, bboxOf } from '@ardhi/geo';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { OverlapCards } from '../../farm/boundaries/overlap-cards.tsx';
import { useStrips } from '../../farm/boundaries/use-strips.ts';
import { SOIL_LABELS } from '../../farm/land/parcel/soil.ts';
import { historyAnchor } from '../../farm/land/records/kinds.ts';
import { ScoreComponentRow } from '../../farm/land/score/score-component-row.tsx';
import { useScoreLabels } from '../../farm/land/score/score-labels.ts';
import { shownScore } from '../../farm/land/score/shown-score.ts';
import { useDocumentTitle } from '../../lib/page/page-transition.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LazyMap } from '../../map/lazy-map.tsx';
import { mapParcel } from '../../map/map-features.ts';
import { Applications } from '../../office/cases/evidence.tsx';
import { AccessNote, RecordUnavailable } from '../../office/cases/record-page.tsx';
import { FarmerLink } from '../../office/subsidies/farmer-link.tsx';
import { AuditLogDisclosure } from '../../records/audit/audit-log-disclosure.tsx';
import { DataTable, numeric } from '../../ui/charts/table.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { KnownName } from '../../ui/controls/known-name.tsx';
import { ScoreBadge } from '../../ui/controls/score.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { useOpenedParcel } from './queries.ts';

/** The officials' read-only view of a parcel. */
export default function OpenedParcelPage() {
  const t = useT();
  const { id = '' } = useParams();
  const parcel = useOpenedParcel(id);
  if (parcel.data) return <Parcel parcel={parcel.data} />;
  return (
    <RecordUnavailable
      query={parcel}
      headline={t('land.error.fetchOne')}
      title={t('analytics.parcel.title')}
      list={paths.registerLands}
      notFound={t('land.notFound')}
      notFoundAction={<ButtonLink to={paths.registerLands}>{t('analytics.register.lands')}</ButtonLink>}
    />
  );
}

function Parcel({ parcel }: { parcel: OpenedParcel }) {
  const t = useT();
  const format = useFormat();
  const labels = useScoreLabels();
  useDocumentTitle(parcel.name);
  const farmer = (
    <Panel title={t('analytics.parcel.farmer')}>
      <p className="font-semibold">
        <FarmerLink farmer={parcel.farmer} deleted={t('analytics.deletedFarmer')} />
      </p>
      <p className="break-all text-muted">{parcel.farmer.email}</p>
      {parcel.farmer.phoneNumber && <p className="num text-muted">{parcel.farmer.phoneNumber}</p>}
      <ButtonLink className="mt-3" size="small" to={`${paths.registerLands}?farmerId=${parcel.farmer._id}`}>
        {t('analytics.parcel.others')}
      </ButtonLink>
    </Panel>
  );
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        back={{ to: paths.registerLands, label: t('analytics.register.lands') }}
        eyebrow={[parcel.county, parcel.farmer.name].filter(Boolean).join(' · ')}
        title={parcel.name}
        lead={`${parcel.location.address ?? t('land.notSpecified')} · ${t('land.soilLine', { soil: t(SOIL_LABELS[parcel.soilType]) })}`}
        actions={
          <ButtonLink to={paths.messageTo(parcel.farmer._id)}>{t('analytics.parcel.write')}</ButtonLink>
        }
      />
      <AccessNote>{t('analytics.parcel.recorded')}</AccessNote>
      <StatTiles
        label={t('land.tiles')}
        tiles={[
          {
            label: t('land.field.size'),
            value: format.number(parcel.size),
            unit: t('land.acres', { count: parcel.size }),
            note: format.hectares(parcel.size),
          },
          {
            label: t('land.sustainability'),
            value: <ScoreBadge score={shownScore(parcel)} large className="font-sans text-base" />,
            note: t('score.confidenceValue', { confidence: parcel.score.confidence }),
          },
          { label: t('land.cropCount'), value: format.number(parcel.cropCount, 0) },
          {
            label: t('land.totalWater'),
            ...(parcel.totalWater > 0
              ? { value: format.number(parcel.totalWater, 0), unit: t('land.litres') }
              : { value: '–', note: t('analytics.parcel.noWater') }),
          },
        ]}
      />
      <Outline parcel={parcel} />
      <OverlapCards of={{ landId: parcel._id }} className="mt-6" />
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-2">
        <Panel title={t('score.components')} note={labels.statusText(parcel.score.status)}>
          {parcel.explanation.components.map((component) => (
            <ScoreComponentRow
              key={component.key}
              component={component}
              recordsAt={(kind) => (kind === 'crops' ? `#${historyAnchor(kind)}` : null)}
            />
          ))}
        </Panel>
        <div className="space-y-6">
          {farmer}
          <Panel title={t('cases.parcelApplications')}>
            <Applications applications={parcel.applications} />
          </Panel>
          <Panel>
            <AuditLogDisclosure of="parcel" id={parcel._id} />
          </Panel>
        </div>
        <div className="lg:col-span-2">
          <Panel id={historyAnchor('crops')} className="scroll-mt-24" title={t('land.cropHistory')}>
            <DataTable
              caption={t('land.cropHistory')}
              rows={[...parcel.crops].reverse().slice(0, 50)}
              rowKey={(crop) => crop._id}
              empty={<Empty title={t('land.noCropHistory')} />}
              columns={[
                {
                  key: 'name',
                  label: t('land.crop.column'),
                  title: true,
                  cell: ({ name }) => <KnownName typed={name} kind="crop" />,
                },
                {
                  key: 'planting',
                  label: t('land.crop.plantingDate'),
                  cell: (crop) => format.date(crop.plantingDate, 'medium'),
                },
                {
                  key: 'harvest',
                  label: t('land.crop.harvestDate'),
                  cell: (crop) => format.date(crop.harvestDate, 'medium'),
                },
                {
                  ...numeric('yield', t('land.crop.yieldColumn')),
                  cell: (crop) => (
                    <>
                      {format.number(crop.yield)}
                      <span className="block text-fine text-muted">
                        {t(crop.yieldConfirmed ? 'land.crop.harvested' : 'land.crop.expected')}
                      </span>
                    </>
                  ),
                },
              ]}
            />
          </Panel>
        </div>
      </div>
    </div>
  );
}

/** The boundary on a map, with its area compared to the stated size. */
function Outline({ parcel }: { parcel: OpenedParcel }) {
  const t = useT();
  const format = useFormat();
  const { outline, boundary } = parcel;
  const score = shownScore(parcel);
  const shown = useMemo(
    () =>
      outline && boundary
        ? mapParcel({ landId: parcel._id, geometry: outline, centre: boundary.centre }, parcel.name, score)
        : null,
    [outline, boundary, parcel._id, parcel.name, score],
  );
  const strips = useStrips({ landId: parcel._id });
  if (!shown || !boundary) return <p className="mt-6 text-muted">{t('cases.parcelUnbounded')}</p>;
  const { lon, lat } = boundary.centre;
  return (
    <Panel className="mt-6" title={t('cases.boundary')}>
      <LazyMap
        className="h-48 sm:h-80"
        cooperative
        label={t('map.parcelMap', { name: parcel.name })}
        parcels={[shown]}
        strips={strips}
        bbox={bboxOf(shown.shape)}
      />
      <p className="mt-3 flex flex-wrap justify-between gap-x-4">
        {t('map.areaByBoundary', { area: format.area(acresOf(boundary.areaSquareMetres)) })}
        <Link className="link" to={`${paths.parcelsMap}&at=${lon},${lat},16`}>
          {t('analytics.parcel.onMap')}
        </Link>
      </p>
    </Panel>
  );
}
