import type { SubsidyDossier } from '@ardhi/contract';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { detailOf } from '../lib/problem-text.ts';
import { Button } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { type Decision, DecisionDialog } from './decision-dialog.tsx';
import { Dossier } from './dossier-dialog.tsx';
import { useDossier } from './queries.ts';
import { ReturnDialog } from './return-dialog.tsx';

/** One application with everything that a decision needs. */
export default function CasePage() {
  const t = useT();
  const { id } = useParams();
  const { data, error, isFetching, refetch } = useDossier(id);
  return (
    <div className="wrap py-5 sm:py-8">
      <PageHeader
        back={{ to: `${paths.subsidyManage}?status=pending`, label: t('subsidies.manage.title') }}
        title={data?.name ?? t('subsidies.case.title')}
        actions={data && <CaseActions row={data} />}
      />
      <Panel aria-label={t('subsidies.case.title')} aria-busy={!data && !error ? true : undefined}>
        {!data && error && (
          <ErrorState
            headline={t('subsidies.error.details')}
            detail={detailOf(error, t)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!data && !error && <SkeletonText lines={8} />}
        {data && <Dossier dossier={data} />}
      </Panel>
    </div>
  );
}

function CaseActions({ row }: { row: SubsidyDossier }) {
  const t = useT();
  const [open, setOpen] = useState<Decision | 'return' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {row.status === 'pending' && (
        <>
          {row.kind === 'application' && (
            <Button onClick={() => setOpen('return')}>{t('subsidies.return.button')}</Button>
          )}
          <Button onClick={() => setOpen('rejected')}>{t('subsidies.manage.reject')}</Button>
          <Button variant="main" onClick={() => setOpen('approved')}>
            {t('subsidies.manage.approve')}
          </Button>
        </>
      )}
      {open === 'return' && <ReturnDialog row={row} onClose={close} />}
      {open && open !== 'return' && <DecisionDialog row={row} decision={open} onClose={close} />}
    </>
  );
}
