import { paths } from '@ardhi/contract/paths';
import { FileDown, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { detailOf } from '../../../lib/http/problem-text.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { ErrorState } from '../../../ui/feedback/error-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useDownload } from '../../../ui/feedback/use-download.ts';
import { PageHeader } from '../../../ui/layout/page.tsx';

interface ReportFrameProps {
  title: string;
  eyebrow?: string;
  lead?: string;
  /** Control to choose the report, such as the month. */
  choice?: ReactNode;
  query: { isPending: boolean; isFetching: boolean; error: unknown; refetch: () => unknown };
  fetchPdf: () => Promise<{ blob: Blob; name: string | undefined }>;
  fileName: string;
  /** Empty until the report is loaded. */
  children: ReactNode;
}

/** Report on all parcels, with print and PDF download. */
export function ReportFrame(props: ReportFrameProps) {
  const { title, eyebrow, lead, choice, query, fetchPdf, fileName, children } = props;
  const t = useT();
  const { busy, download } = useDownload<'pdf'>('land.error.report');
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        title={title}
        eyebrow={eyebrow}
        lead={lead}
        back={{ to: paths.dashboard }}
        actions={
          <>
            <Button icon={<Printer size={18} aria-hidden="true" />} onClick={() => window.print()}>
              {t('land.report.print')}
            </Button>
            <Button
              variant="main"
              icon={<FileDown size={18} aria-hidden="true" />}
              busy={busy === 'pdf'}
              busyLabel={t('land.report.preparing')}
              onClick={() => void download('pdf', fetchPdf, fileName)}
            >
              {t('land.report.pdf')}
            </Button>
          </>
        }
      />
      {choice}
      {query.isPending && (
        <div aria-busy="true" className="space-y-6">
          <Skeleton className="h-28 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      {query.error !== null && !children && (
        <ErrorState
          headline={t('land.error.report')}
          detail={detailOf(query.error, t)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {children}
    </div>
  );
}
