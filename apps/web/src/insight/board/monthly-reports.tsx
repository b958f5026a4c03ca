import type { BoardReport } from '@ardhi/contract';
import { Download, FileSpreadsheet, FileText } from 'lucide-react';
import { useMonthFormat } from '../../farm/land/reports/months.ts';
import { callFile } from '../../lib/http/api.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { useDownload } from '../../ui/feedback/use-download.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useBoardReports } from './queries.ts';

/** Reports of whole months, which the server makes on the first of the next one. */
export function MonthlyReports() {
  const t = useT();
  const reports = useBoardReports();
  return (
    <Panel title={t('board.reports')} note={t('board.reportsNote')} className="no-print">
      {reports.isPending && <SkeletonText lines={2} />}
      <LoadError query={reports} headline={t('board.reports.failed')} />
      {reports.data?.rows.length === 0 && <p className="text-muted">{t('board.reports.none')}</p>}
      <ul className="grid gap-x-6 sm:grid-cols-2">
        {reports.data?.rows.map((report) => (
          <Report key={report._id} report={report} />
        ))}
      </ul>
    </Panel>
  );
}

function Report({ report }: { report: BoardReport }) {
  const t = useT();
  const formatMonth = useMonthFormat();
  const { busy, download } = useDownload<'file'>('board.exportFailed');
  const Icon = report.fileType === 'csv' ? FileSpreadsheet : FileText;
  const title = t('board.reports.line', {
    month: formatMonth(report.month),
    area: report.county ?? t('board.national'),
    format: report.fileType.toUpperCase(),
  });
  const fetchFile = () => callFile('GET /government/board/reports/{id}/file', { params: { id: report._id } });
  return (
    <li className="flex items-center gap-3 border-b border-line py-1">
      <Icon size={20} strokeWidth={1.6} aria-hidden="true" className="shrink-0 text-primary" />
      <p className="min-w-0 flex-1 wrap-anywhere">{title}</p>
      <IconButton
        className="-mr-2"
        label={t('board.reports.download', { title })}
        aria-busy={busy !== null || undefined}
        icon={<Download size={18} aria-hidden="true" />}
        onClick={() => void download('file', fetchFile, report.fileName)}
      />
    </li>
  );
}
