import { paths } from '@ardhi/contract/paths';
import { useParams } from 'react-router';
import { useDocumentTitle } from '../../lib/page/page-transition.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { useCaseDialogs } from '../subsidies/case-dialogs.tsx';
import { useDossier } from '../subsidies/queries.ts';
import { CaseView, eyebrowOf } from './case-view.tsx';
import { RecordUnavailable } from './record-page.tsx';

/** A case outside the list: the target of notices, searches and links. */
export default function CasePage() {
  const t = useT();
  const { id } = useParams();
  const dossier = useDossier(id);
  const [dialog, open] = useCaseDialogs();
  const row = dossier.data;
  useDocumentTitle(row?.name ?? t('cases.title'));
  if (!row)
    return (
      <RecordUnavailable
        query={dossier}
        headline={t('subsidies.error.details')}
        title={t('cases.title')}
        list={paths.queue}
        notFound={t('cases.notFound')}
      />
    );
  return (
    <div className="wrap pt-4 pb-9">
      <CaseView
        row={row}
        header={
          <PageHeader
            back={{ to: paths.queue, label: t('queue.title') }}
            eyebrow={eyebrowOf(row, t)}
            title={row.name}
          />
        }
        onAct={(action) => void open(row, action)}
      />
      {dialog}
    </div>
  );
}
