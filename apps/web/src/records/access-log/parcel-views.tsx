import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { callPage } from '../../lib/http/api.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { parcelViewKeys } from './keys.ts';

const SHOWN = 5;

/** Shows the farmer which officials opened the parcel; renders nothing without views. */
export default function ParcelViews() {
  const { id: landId = '' } = useParams();
  const t = useT();
  const format = useFormat();
  const views = useQuery({
    queryKey: parcelViewKeys.ofParcel(landId),
    queryFn: ({ signal }) =>
      callPage('GET /land/{id}/views', { params: { id: landId }, query: { limit: SHOWN }, signal }),
  });
  if (!views.data || views.data.rows.length === 0) return null;
  const { rows, total } = views.data;
  return (
    <Panel title={t('analytics.views.title')} note={t('analytics.views.note')}>
      <ul className="-mt-2">
        {rows.map((view) => (
          <li key={view._id} className="border-t border-line py-2.5 first:border-t-0">
            <span className="font-semibold">{view.official || t('analytics.deletedOfficial')}</span>
            {view.department && <span className="text-muted"> · {view.department}</span>}
            <span className="num block text-sm text-muted">{format.dateTime(view.viewedAt)}</span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="num mt-2 text-sm text-muted">
          {t('analytics.views.more', { count: total - rows.length })}
        </p>
      )}
    </Panel>
  );
}
