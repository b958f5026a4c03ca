import type { Analytics } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { ArrowLeft } from 'lucide-react';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { AsOf } from '../../ui/feedback/as-of.tsx';
import { SelectField } from '../../ui/forms/field.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { StatTiles } from '../../ui/layout/stat-tiles.tsx';
import { AnalyticsFailed } from './analytics-failed.tsx';
import { ExportMenu } from './export-menu.tsx';
import { changeOf, registerOf } from './labels.ts';
import { useAnalytics } from './queries.ts';
import { RegionTable } from './region-table.tsx';
import { RegionTrends } from './region-trends.tsx';
import { ScoreDistribution } from './score-distribution.tsx';
import { SoilDistribution } from './soil-distribution.tsx';
import { PERIODS, REGION_FILTERS, useView } from './view.ts';

export default function DetailedAnalyticsPage() {
  const t = useT();
  const format = useFormat();
  const [view, change] = useView();
  const query = useAnalytics(view);
  const { data } = query;
  return (
    <div className="wrap py-9">
      <PageHeader
        eyebrow={t('analytics.detailedTitle')}
        title={data?.county ?? t(`analytics.region.${view.region}`)}
        lead={
          data && (
            <>
              {t('analytics.between', { from: format.date(data.from), to: format.date(data.to) })}
              <br />
              <AsOf moment={data.asOf} />
            </>
          )
        }
        actions={
          <ButtonLink
            to={`${paths.analytics}?period=${view.period}`}
            icon={<ArrowLeft size={18} aria-hidden="true" />}
          >
            {t('analytics.back')}
          </ButtonLink>
        }
      />
      <div className="mb-6 flex flex-wrap items-end gap-3">
        <Segmented
          className="max-sm:w-full"
          label={t('analytics.period')}
          options={PERIODS.map((value) => ({ value, label: t(`analytics.${value}`) }))}
          value={view.period}
          onChange={(period) => change({ period })}
        />
        {/* County posts only see their own county, so there is no region filter. */}
        {!data?.county && (
          <SelectField
            className="min-w-44 max-sm:w-full"
            label={t('analytics.regionLabel')}
            value={view.region}
            options={REGION_FILTERS.map((value) => ({ value, label: t(`analytics.region.${value}`) }))}
            onChange={(event) => change({ region: event.target.value as typeof view.region })}
          />
        )}
        <div className="max-sm:grid max-sm:w-full sm:ml-auto">
          <ExportMenu view={view} />
        </div>
      </div>
      {query.isError && !data ? (
        <AnalyticsFailed query={query} />
      ) : (
        <div className="space-y-6">
          <DetailStats data={data} />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <ScoreDistribution data={data} height={250} />
            <SoilDistribution data={data} height={250} />
          </div>
          <RegionTrends data={data} />
          {!data?.county && <RegionTable data={data} />}
        </div>
      )}
    </div>
  );
}

function DetailStats({ data }: { data: Analytics | undefined }) {
  const t = useT();
  const format = useFormat();
  const percent = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format.percent(value);
  const metric = (
    name: 'landUsage' | 'equipmentEfficiency' | 'subsidyUtilization' | 'sustainabilityScore',
    behind: string,
  ) => {
    if (!data) return {};
    if (data[name] === null) return { note: t(`analytics.nothing.${name}`) };
    const { note, trend } = changeOf(data, name, 'percent', t, format);
    return { note, trend, base: behind };
  };
  return (
    <StatTiles
      label={t('analytics.figures')}
      loading={!data}
      tiles={[
        {
          label: t('analytics.landUsage'),
          value: percent(data?.landUsage),
          ...metric('landUsage', t('analytics.landUsageNote')),
          to: registerOf('lands', { region: data?.region }),
        },
        {
          label: t('analytics.equipmentEfficiency'),
          value: percent(data?.equipmentEfficiency),
          ...metric(
            'equipmentEfficiency',
            t(data?.equipmentWeighting === 'hours' ? 'analytics.byHours' : 'analytics.byCount', {
              active: format.number(data?.activeMachines ?? 0, 0),
              count: format.number(data?.machines ?? 0, 0),
            }),
          ),
          to: registerOf('farmers', { machines: 'yes', region: data?.region }),
        },
        {
          label: t('analytics.subsidyUtilization'),
          value: percent(data?.subsidyUtilization),
          ...metric(
            'subsidyUtilization',
            t('analytics.approvedOf', {
              approved: format.money(data?.approvedAmount ?? 0),
              requested: format.money(data?.requestedAmount ?? 0),
              undecided: format.money(data?.undecidedAmount ?? 0),
            }),
          ),
          to: `${paths.queue}?status=all${data && data.region !== 'all' ? `&region=${data.region}` : ''}`,
        },
        {
          label: t('analytics.sustainabilityScore'),
          value: percent(data?.sustainabilityScore),
          ...metric(
            'sustainabilityScore',
            `${t('analytics.ofAll', { count: data?.totalLands ?? 0 })} · ${t('analytics.weighted', { score: percent(data?.areaWeightedScore) })}`,
          ),
          to: registerOf('lands', { region: data?.region }),
        },
      ]}
    />
  );
}
