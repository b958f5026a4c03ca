import type { Crop, MonthlyReport } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { addMonths, today } from '../../../lib/device/dates.ts';
import { callFile } from '../../../lib/http/api.ts';
import { useSearchChange } from '../../../lib/page/use-search-change.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { DataTable, numeric } from '../../../ui/charts/table.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Disclosure } from '../../../ui/controls/disclosure.tsx';
import { KnownName } from '../../../ui/controls/known-name.tsx';
import { ScoreBadge } from '../../../ui/controls/score.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { type StatTileProps, StatTiles } from '../../../ui/layout/stat-tiles.tsx';
import { useMonthlyReport } from '../queries.ts';
import { useAmounts } from '../records/use-amounts.ts';
import { shownScore } from '../score/shown-score.ts';
import { useMonthFormat } from './months.ts';
import { ReportFrame } from './report-frame.tsx';

const MONTH = /^(19|20)\d\d-(0[1-9]|1[0-2])$/;

export default function MonthlyReportPage() {
  const t = useT();
  const formatMonth = useMonthFormat();
  const [search, changeSearch] = useSearchChange();
  const current = today().slice(0, 7);
  const requested = search.get('month') ?? '';
  const month = MONTH.test(requested) && requested <= current ? requested : current;
  const report = useMonthlyReport(month);
  const open = (next: string) => changeSearch({ month: next === current ? undefined : next });
  return (
    <ReportFrame
      title={t('reports.monthly.heading')}
      eyebrow={formatMonth(month)}
      choice={
        <div className="no-print mb-5 flex items-center gap-2">
          <Button
            size="small"
            icon={<ChevronLeft size={18} aria-hidden="true" />}
            onClick={() => open(addMonths(month, -1))}
          >
            {formatMonth(addMonths(month, -1))}
          </Button>
          {month < current && (
            <Button size="small" onClick={() => open(addMonths(month, 1))}>
              {formatMonth(addMonths(month, 1))}
              <ChevronRight size={18} aria-hidden="true" />
            </Button>
          )}
        </div>
      }
      query={report}
      fetchPdf={() => callFile('GET /reports/monthly.pdf', { query: { month } })}
      fileName={`ardhi-${month}.pdf`}
    >
      {(data) => <MonthlyBody report={data} />}
    </ReportFrame>
  );
}

const hasAmounts = (parcel: MonthlyReport['lands'][number]) =>
  parcel.totalWaterUsed + parcel.totalFertilizerUsed + parcel.totalPesticideUsed > 0;

function MonthlyBody({ report }: { report: MonthlyReport }) {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  const { total, previousMonth } = report;
  // In a month without any amount the parcels are listed.
  const used = report.lands.some(hasAmounts) ? report.lands.filter(hasAmounts) : report.lands;
  const unused = report.lands.filter((parcel) => !used.includes(parcel));
  const change = (now: number, before: number, text: (value: number) => string) =>
    t('reports.monthly.before', { amount: text(before), more: now > before ? 1 : 0 });
  const tiles: StatTileProps[] = [
    {
      label: t('land.report.water'),
      value: format.number(total.totalWaterUsed, 0),
      unit: t('land.litres'),
      note: change(total.totalWaterUsed, previousMonth.totalWaterUsed, amounts.litres),
    },
    {
      label: t('land.report.fertilizer'),
      value: format.number(total.totalFertilizerUsed, 1),
      unit: 'kg',
      note: change(total.totalFertilizerUsed, previousMonth.totalFertilizerUsed, amounts.kg),
    },
    {
      label: t('land.report.pesticide'),
      value: format.number(total.totalPesticideUsed, 2),
      unit: t('land.kgOrL'),
      note: change(total.totalPesticideUsed, previousMonth.totalPesticideUsed, amounts.kgOrL),
    },
    {
      label: t('reports.monthly.records'),
      value: format.number(total.recordCount, 0),
      note: t('reports.monthly.crops', { planted: total.cropsPlanted, harvested: total.cropsHarvested }),
    },
  ];
  return (
    <div className="space-y-6">
      <StatTiles tiles={tiles} label={t('reports.monthly.total')} />
      <Panel
        title={t('reports.monthly.byParcel')}
        note={`${t('land.list.count', { count: report.landCount })} · ${format.area(report.totalSize)}`}
      >
        <DataTable
          caption={t('reports.monthly.byParcel')}
          dense
          rows={used}
          rowKey={(parcel) => parcel._id}
          columns={[
            {
              key: 'name',
              label: t('land.detail.heading'),
              title: true,
              cell: (parcel) => (
                <Link to={paths.landDetail(parcel._id)} className="link thumb">
                  {parcel.name}
                </Link>
              ),
            },
            {
              key: 'score',
              label: t('land.sustainability'),
              cell: (parcel) => <ScoreBadge score={shownScore(parcel)} />,
            },
            {
              ...numeric('water', t('reports.monthly.water')),
              cell: (parcel) => format.number(parcel.totalWaterUsed, 0),
            },
            {
              ...numeric('fertilizer', t('land.fertilizer.kgColumn')),
              cell: (parcel) => format.number(parcel.totalFertilizerUsed, 1),
            },
            {
              ...numeric('pesticide', t('land.pesticide.kgColumn')),
              cell: (parcel) => format.number(parcel.totalPesticideUsed, 2),
            },
          ]}
        />
        {unused.length > 0 && (
          <Disclosure summary={t('reports.monthly.unused', { count: unused.length })}>
            <p>{unused.map(({ name }) => name).join(', ')}</p>
          </Disclosure>
        )}
      </Panel>
      <Seasons report={report} />
      <p className="num text-sm text-muted">
        {t('land.report.made', {
          date: format.date(report.reportDate),
          from: format.date(report.from),
          to: format.date(report.to),
        })}
      </p>
    </div>
  );
}

/** Crops planted and harvested in the month. */
function Seasons({ report }: { report: MonthlyReport }) {
  const t = useT();
  const format = useFormat();
  const events = report.lands.flatMap((parcel) => [
    ...parcel.planted.map((crop) => ({ parcel, crop, kind: 'planted' as const, date: crop.plantingDate })),
    ...parcel.harvested.map((crop) => ({ parcel, crop, kind: 'harvested' as const, date: crop.harvestDate })),
  ]);
  const yieldOf = (kind: 'planted' | 'harvested', crop: Crop) =>
    kind === 'harvested' && crop.yieldConfirmed ? format.number(crop.yield) : '–';
  return (
    <Panel title={t('reports.monthly.seasons')}>
      <DataTable
        caption={t('reports.monthly.seasons')}
        rows={events.sort((a, b) => (a.date < b.date ? -1 : 1))}
        rowKey={({ crop, kind }) => `${kind}${crop._id}`}
        empty={<p className="text-muted">{t('reports.monthly.noSeasons')}</p>}
        columns={[
          {
            key: 'crop',
            label: t('land.crop.column'),
            title: true,
            cell: ({ crop }) => <KnownName typed={crop.name} kind="crop" />,
          },
          { key: 'land', label: t('land.detail.heading'), cell: ({ parcel }) => parcel.name },
          {
            key: 'kind',
            label: t('reports.monthly.event'),
            cell: ({ kind }) => t(`reports.monthly.${kind}`),
          },
          { key: 'date', label: t('land.record.date'), cell: ({ date }) => format.date(date, 'medium') },
          { ...numeric('yield', t('land.crop.yieldColumn')), cell: ({ crop, kind }) => yieldOf(kind, crop) },
        ]}
      />
    </Panel>
  );
}
