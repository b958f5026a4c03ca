import type { ParcelDetail, ParcelReport } from '@ardhi/contract';
import { FileDown, Printer, Table } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { callFile } from '../../../lib/http/api.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ScoreBadge } from '../../../ui/controls/score.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../../ui/feedback/skeleton.tsx';
import { useDownload } from '../../../ui/feedback/use-download.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { SOIL_LABELS } from '../parcel/soil.ts';
import { useParcelReport } from '../queries.ts';
import { useAmounts } from '../records/use-amounts.ts';
import { shownScore } from '../score/shown-score.ts';

/** Report on a parcel, with print, PDF and CSV download. */
export function ReportPanel({ parcel, onClose }: { parcel: ParcelDetail; onClose: () => void }) {
  const t = useT();
  const report = useParcelReport(parcel._id);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'start' });
    place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-4 outline-none">
      <Panel
        title={t('land.report.heading')}
        actions={
          <>
            {report.data && <ReportButtons parcel={parcel} />}
            <Button size="small" variant="quiet" onClick={onClose}>
              {t('ui.close')}
            </Button>
          </>
        }
        aria-busy={report.isPending || undefined}
      >
        <QueryState query={report} headline={t('land.error.report')} loading={<SkeletonText lines={6} />}>
          {(data) => <ReportBody report={data} parcel={parcel} />}
        </QueryState>
      </Panel>
    </div>
  );
}

function ReportBody({ report, parcel }: { report: ParcelReport; parcel: ParcelDetail }) {
  const t = useT();
  const format = useFormat();
  const amounts = useAmounts();
  const score = shownScore({ ...report.land, score: parcel.score });
  const rows: [label: string, value: ReactNode][] = [
    [t('land.report.date'), format.date(report.reportDate)],
    [t('land.report.landName'), report.land.name],
    [t('land.field.size'), format.area(report.land.size)],
    [t('land.field.soilType'), t(SOIL_LABELS[report.land.soilType])],
    [t('land.report.score'), <ScoreBadge key="score" score={score} />],
    [t('land.report.water'), amounts.litres(report.totalWaterUsed)],
    [t('land.report.fertilizer'), amounts.kg(report.totalFertilizerUsed)],
    [t('land.report.pesticide'), amounts.kgOrL(report.totalPesticideUsed)],
    [t('land.report.crops'), format.number(parcel.cropCount, 0)],
    [t('land.report.farmer'), report.farmer.name],
    [t('land.report.email'), report.farmer.email],
  ];
  return (
    <dl className="num grid gap-x-10 sm:grid-cols-2">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2">
          <dt className="text-muted">{label}</dt>
          <dd className="ml-auto text-right font-semibold wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const FILES = [
  { kind: 'pdf', call: 'GET /land/{id}/report.pdf', Icon: FileDown },
  { kind: 'csv', call: 'GET /land/{id}/records.csv', Icon: Table },
] as const;

function ReportButtons({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  const { busy, download } = useDownload<'pdf' | 'csv'>('land.error.report');
  const params = { id: parcel._id };
  return (
    <>
      <Button size="small" icon={<Printer size={16} aria-hidden="true" />} onClick={() => window.print()}>
        {t('land.report.print')}
      </Button>
      {FILES.map(({ kind, call, Icon }) => (
        <Button
          key={kind}
          size="small"
          icon={<Icon size={16} aria-hidden="true" />}
          busy={busy === kind}
          busyLabel={t('land.report.preparing')}
          onClick={() => void download(kind, () => callFile(call, { params }), `${parcel.name}.${kind}`)}
        >
          {t(`land.report.${kind}`)}
        </Button>
      ))}
    </>
  );
}
