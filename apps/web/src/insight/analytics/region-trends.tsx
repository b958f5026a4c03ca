import type { Analytics, RegionFilter } from '@ardhi/contract';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LineChart } from '../../ui/charts/line-chart.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { registerOf } from './labels.ts';

/** County posts have a single series. */
const COUNTY: readonly RegionFilter[] = ['all'];
const ALL: readonly RegionFilter[] = ['north', 'south', 'east', 'west'];

/** Mean scores over time, for each region or only the selected one. */
export function RegionTrends({ data }: { data: Analytics | undefined }) {
  const t = useT();
  const shown = data?.county ? COUNTY : !data || data.region === 'all' ? ALL : [data.region];
  return (
    <Panel title={t('analytics.trends.title')} note={t('analytics.trends.note')}>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-2">
        {shown.map((region) => (
          <Trend key={region} region={region} data={data} />
        ))}
      </div>
    </Panel>
  );
}

function Trend({ region, data }: { region: RegionFilter; data: Analytics | undefined }) {
  const t = useT();
  const format = useFormat();
  const past = (data?.trends ?? []).filter((point) => point.region === region && point.score !== null);
  const now = data?.county ? data.counties[0] : data?.regions.find((row) => row.region === region);
  const points = [
    ...past.map(({ date, score, lands }) => ({ date, value: score ?? 0, lands })),
    ...(data && now && now.score !== null && past.length > 0
      ? [{ date: data.to, value: now.score, lands: now.comparedLands }]
      : []),
  ];
  return (
    <div>
      <LineChart
        label={data?.county ?? t(`analytics.region.${region}`)}
        heading={3}
        category={t('analytics.trends.date')}
        measure={t('analytics.meanScore')}
        height={170}
        domain={[0, 100]}
        loading={!data}
        formatTick={(value) => format.number(value, 0)}
        points={points.map(({ date, value, lands }) => ({
          date,
          value,
          label: format.date(date, 'medium'),
          basis: t('analytics.compared', { count: lands }),
          text: format.percent(value),
        }))}
        empty={<p className="py-4 text-muted">{t('analytics.trends.none')}</p>}
      />
      {now && (
        <Link
          className="link num inline-flex min-h-11 items-center text-sm"
          to={registerOf('lands', { region, county: data?.county, compared: 'yes' })}
        >
          {t('analytics.trends.open', { count: now.comparedLands })}
        </Link>
      )}
    </div>
  );
}
