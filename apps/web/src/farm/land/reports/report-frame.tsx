import { paths } from '@ardhi/contract/paths';
import type { UseQueryResult } from '@tanstack/react-query';
import { FileDown, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '../../../lib/text/i18n.tsx';
import { Button, ButtonLink } from '../../../ui/controls/button.tsx';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { QueryState } from '../../../ui/feedback/query-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useDownload } from '../../../ui/feedback/use-download.ts';
import { PageHeader } from '../../../ui/layout/page.tsx';

interface AnyReport {
  farmer: { name: string; email: string };
  landCount: number;
}

interface ReportFrameProps<Report extends AnyReport> {
  title: string;
  eyebrow?: string;
  /** Control to choose the report, such as the month. */
  choice?: ReactNode;
  query: UseQueryResult<Report>;
  fetchPdf: () => Promise<{ blob: Blob; name: string | undefined }>;
  fileName: string;
  children: (report: Report) => ReactNode;
}

/** Report on all parcels, with print and PDF download. */
export function ReportFrame<Report extends AnyReport>(props: ReportFrameProps<Report>) {
  const { title, eyebrow, choice, query, fetchPdf, fileName, children } = props;
  const t = useT();
  const farmer = query.data?.farmer;
  const { busy, download } = useDownload<'pdf'>('land.error.report');
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        title={title}
        eyebrow={eyebrow}
        lead={
          farmer
            ? t('land.report.by', { name: farmer.name, email: farmer.email })
            : query.isPending && '\u00a0'
        }
        back={{ to: paths.dashboard }}
        actions={
          query.data?.landCount !== 0 && (
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
          )
        }
      />
      {choice}
      <QueryState query={query} headline={t('land.error.report')} loading={<ReportSkeleton />}>
        {(report) => (report.landCount > 0 ? children(report) : <NoParcels />)}
      </QueryState>
    </div>
  );
}

function ReportSkeleton() {
  return (
    <div aria-busy="true" className="space-y-6">
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}

function NoParcels() {
  const t = useT();
  return (
    <Empty
      drawing="empty-field"
      title={t('land.list.empty')}
      text={t('land.list.emptyText')}
      action={
        <ButtonLink to={paths.landAdd} variant="main">
          {t('land.list.addFirst')}
        </ButtonLink>
      }
    />
  );
}
