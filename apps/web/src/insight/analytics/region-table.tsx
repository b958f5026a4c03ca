import type { Analytics } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { DataTable, numeric } from '../../ui/charts/table.tsx';
import { ScoreBadge } from '../../ui/controls/score.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { registerOf } from './labels.ts';

/** Comparison of the four regions. */
export function RegionTable({ data }: { data: Analytics | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel title={t('analytics.regions')} note={t('analytics.comparisonNote')}>
      <DataTable
        caption={t('analytics.regions')}
        loading={!data}
        loadingRows={4}
        rows={data?.regions}
        rowKey={(row) => row.region}
        columns={[
          {
            key: 'region',
            label: t('analytics.regionLabel'),
            title: true,
            cell: (row) => (
              <Link
                className="link"
                to={`${paths.detailedAnalytics}?period=${data?.period ?? 'monthly'}&region=${row.region}`}
              >
                {t(`analytics.region.${row.region}`)}
              </Link>
            ),
          },
          {
            ...numeric('farmers', t('analytics.farmers')),
            cell: (row) => (
              <Link className="link" to={registerOf('farmers', { region: row.region })}>
                {format.number(row.farmers, 0)}
              </Link>
            ),
          },
          {
            ...numeric('lands', t('analytics.totalLands')),
            cell: (row) => (
              <Link className="link" to={registerOf('lands', { region: row.region })}>
                {format.number(row.lands, 0)}
              </Link>
            ),
          },
          {
            ...numeric('area', t('analytics.areaAcres')),
            cell: (row) => (
              <Link className="link" to={registerOf('lands', { region: row.region, sort: 'largest' })}>
                {format.number(row.area, 1)}
              </Link>
            ),
          },
          {
            key: 'score',
            label: t('analytics.meanScore'),
            cell: (row) => (
              <>
                <ScoreBadge score={row.score} />
                <span className="num block text-fine">
                  <Link className="link" to={registerOf('lands', { region: row.region, compared: 'yes' })}>
                    {t('analytics.compared', { count: row.comparedLands })}
                  </Link>
                  {' · '}
                  <Link className="link" to={registerOf('lands', { region: row.region, compared: 'no' })}>
                    {t('analytics.leftOut', { count: row.lands - row.comparedLands })}
                  </Link>
                </span>
              </>
            ),
          },
        ]}
      />
      {data && data.unplacedLands > 0 && (
        <p className="num mt-3 text-sm text-muted">
          {t('analytics.unplaced', { count: data.unplacedLands })}{' '}
          <Link
            className="link inline-flex min-h-11 items-center"
            to={registerOf('lands', { unplaced: 'yes' })}
          >
            {t('analytics.unplacedOpen')}
          </Link>
        </p>
      )}
    </Panel>
  );
}
