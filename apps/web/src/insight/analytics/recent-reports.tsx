import type { Report } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { callFile } from '../../lib/http/api.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { useDownload } from '../../ui/feedback/use-download.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useReports } from './queries.ts';

const MAX_SHOWN = 5;

/** Stored exports; each can be downloaded again unchanged. */
export function RecentReports() {
  const t = useT();
  const reports = useReports(MAX_SHOWN);
  return (
    <Panel title={t('analytics.reports.title')}>
      {reports.isPending && <SkeletonText lines={3} />}
      <LoadError query={reports} headline={t('analytics.error.reports')} />
      {reports.data?.rows.length === 0 && (
        <div className="max-sm:-my-6 max-sm:[&_svg]:hidden">
          <Empty
            title={t('analytics.reports.none')}
            text={t('analytics.reports.noneText')}
            action={<ButtonLink to={paths.analytics}>{t('analytics.open')}</ButtonLink>}
          />
        </div>
      )}
      <ul className="-mt-2">
        {reports.data?.rows.map((report) => (
          <Row key={report._id} report={report} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ report }: { report: Report }) {
  const t = useT();
  const format = useFormat();
  const { busy, download } = useDownload<'file'>('analytics.error.export');
  const Icon = report.fileType === 'csv' ? FileSpreadsheet : FileText;
  const title = t('analytics.reports.line', {
    period: t(`analytics.${report.period}`),
    region: t(`analytics.region.${report.region}`),
    format: report.fileType.toUpperCase(),
  });
  const fetchFile = () => callFile('GET /government/reports/{id}/file', { params: { id: report._id } });
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-primary" />
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-semibold">{title}</p>
        <p className="num text-sm text-muted">
          {format.dateTime(report.createdAt)} · {report.madeBy || t('analytics.deletedOfficial')}
        </p>
      </div>
      <IconButton
        className="-mr-2"
        label={t('analytics.reports.again', { title })}
        aria-busy={busy !== null || undefined}
        icon={<Download size={18} aria-hidden="true" />}
        onClick={() => void download('file', fetchFile, report.fileName)}
      />
    </li>
  );
}
