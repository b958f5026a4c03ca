import type { RegisteredParcel } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { SOIL_LABELS } from '../../farm/land/parcel/soil.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { FarmerLink } from '../../office/subsidies/farmer-link.tsx';
import { DataTable, numeric } from '../../ui/charts/table.tsx';
import { ScoreBadge } from '../../ui/controls/score.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';

/** Parcels of the register. Opening one is recorded in the access log of its farmer. */
export function ParcelsTable({ rows }: { rows: RegisteredParcel[] | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <DataTable
      list
      caption={t('analytics.register.lands')}
      loading={!rows}
      loadingRows={6}
      rows={rows}
      rowKey={(row) => row._id}
      empty={<Empty title={t('analytics.register.noLands')} text={t('analytics.register.noneText')} />}
      columns={[
        {
          key: 'name',
          share: 17,
          label: t('analytics.register.name'),
          title: true,
          cell: (row) => (
            <Link className="link" to={paths.registerLand(row._id)}>
              {row.name}
            </Link>
          ),
        },
        {
          key: 'farmer',
          share: 24,
          label: t('analytics.register.farmer'),
          cell: (row) => <FarmerLink farmer={row.farmer} deleted={t('analytics.deletedFarmer')} />,
        },
        {
          key: 'county',
          share: 13,
          label: t('analytics.county'),
          cell: (row) => row.county ?? t('land.notSpecified'),
        },
        { key: 'soil', share: 15, label: t('analytics.soil'), cell: (row) => t(SOIL_LABELS[row.soilType]) },
        {
          ...numeric('size', t('analytics.areaAcres')),
          share: 7,
          cell: (row) => <span title={format.hectares(row.size)}>{format.number(row.size)}</span>,
        },
        {
          key: 'score',
          share: 24,
          label: t('analytics.sustainabilityScore'),
          cell: (row) => (
            <ScoreBadge score={row.score.status === 'initial' ? null : row.sustainabilityScore} />
          ),
        },
      ]}
    />
  );
}
