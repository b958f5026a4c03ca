import type { ParcelDetail } from '@ardhi/contract';
import { type ReactNode, startTransition, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { isNotFound, NetworkError } from '../../lib/api-error.ts';
import { today } from '../../lib/dates.ts';
import { useT } from '../../lib/i18n.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useDocumentTitle } from '../../lib/page-transition.tsx';
import { paths } from '../../lib/paths.ts';
import { detailOf } from '../../lib/problem-text.ts';
import { useWide } from '../../lib/use-wide.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Part } from '../../ui/part.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { useParcel, useScore } from '../queries.ts';
import { HarvestQuestion } from '../records/harvest-question.tsx';
import { RecordForm } from '../records/record-form.tsx';
import { ReportPanel } from '../reports/report-panel.tsx';
import { ParcelForm } from './parcel-form.tsx';
import { ParcelHeader, ParcelTiles } from './parcel-header.tsx';
import { FoldedPictures, Jumps, longParts, Pictures, SECTIONS, type Sheet } from './parcel-sections.tsx';
import { QuickActions } from './quick-actions.tsx';
import { UnknownParcel } from './unknown-parcel.tsx';

const parcelViews = lazyPage(() => import('../../analytics/parcel-views.tsx'), ['analytics']);

export default function ParcelDetailPage() {
  const t = useT();
  const { id = '' } = useParams();
  const parcel = useParcel(id);
  // Asked for together with the parcel; the score's panel reads it from the cache.
  useScore(id);
  if (parcel.data) return <Parcel key={id} parcel={parcel.data} />;
  return (
    <Frame>
      <PageHeader title={t('land.detail.heading')} back={{ to: paths.land }} />
      {parcel.isPending && <DetailSkeleton />}
      {parcel.isError &&
        (isNotFound(parcel.error) ? (
          <Panel>
            <Empty
              title={t('land.notFound')}
              text={t('land.notFoundText')}
              action={<ButtonLink to={paths.land}>{t('land.backToList')}</ButtonLink>}
            />
          </Panel>
        ) : (
          <ErrorState
            headline={t('land.error.fetchOne')}
            detail={detailOf(parcel.error, t)}
            onRetry={() => void parcel.refetch()}
            retrying={parcel.isFetching}
          />
        ))}
      {parcel.error instanceof NetworkError && <UnknownParcel key={id} id={id} />}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div id={SECTIONS.overview} className="wrap pt-2 pb-5 sm:pt-4 sm:pb-9">
      {children}
    </div>
  );
}

function Parcel({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  const wide = useWide();
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [editing, setEditing] = useState(false);
  const [report, setReport] = useState(false);
  const guard = useRef(async () => true);
  useDocumentTitle(parcel.name);

  const toggleEdit = async () => {
    if (await guard.current()) setEditing(!editing);
  };
  // A sheet lies over a long page: the tap is answered before it is drawn, and the page is not drawn again.
  const { open, records, score, map } = useMemo(() => {
    const open = (next: Sheet) => startTransition(() => setSheet(next));
    const edit = () => {
      setEditing(true);
      window.scrollTo({ top: 0 });
    };
    return { open, ...longParts(parcel, open, { edit, record: (kind) => open({ kind }) }) };
  }, [parcel]);
  const due = parcel.crops.filter((crop) => !crop.yieldConfirmed && crop.harvestDate <= today());
  const views = (
    <Part>
      <parcelViews.Component />
    </Part>
  );
  // On a phone they lie below the first screens, and are drawn right after them; a link to one of them finds it there.
  const below = useDeferredValue(true, wide || location.hash !== '');
  // On paper the report stands alone.
  const aside = cx(report && 'print:hidden');

  return (
    <Frame>
      <div className={aside}>
        <ParcelHeader parcel={parcel} onEdit={() => void toggleEdit()} editing={editing} />
        {editing && (
          <Panel title={t('land.form.editHeading', { name: parcel.name })} className="mb-6">
            <ParcelForm
              parcel={parcel}
              guard={guard}
              onSaved={() => setEditing(false)}
              onClose={() => setEditing(false)}
            />
          </Panel>
        )}
        <Jumps />
        <ParcelTiles parcel={parcel} />
        <div className="mt-3">
          <QuickActions
            onRecord={(kind) => open({ kind })}
            onReport={() => setReport(!report)}
            reportOpen={report}
          />
        </div>
      </div>
      {report && (
        <div className="mt-4 sm:mt-6">
          <ReportPanel parcel={parcel} onClose={() => setReport(false)} />
        </div>
      )}
      <div className={aside}>
        {due.map((crop) => (
          <div key={crop._id} className="mt-4 sm:mt-6">
            <HarvestQuestion
              parcel={parcel}
              crop={crop}
              onChangeDate={() => open({ kind: 'crops', record: crop })}
            />
          </div>
        ))}
        {wide ? (
          <div className="mt-6 space-y-6">
            {/* Columns of about the same length: without crops the score is short, and so are the records. */}
            <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,25rem)] items-start gap-6">
              <div className="space-y-6">
                {parcel.cropCount > 0 && map}
                {records}
                {parcel.cropCount === 0 && views}
              </div>
              <div className="space-y-6">
                {score}
                {parcel.cropCount > 0 ? views : map}
              </div>
            </div>
            <Pictures />
          </div>
        ) : (
          <div className="mt-3 space-y-3 sm:mt-6 sm:space-y-6">
            {records}
            {below && (
              <>
                {score}
                <FoldedPictures />
                {map}
                {views}
              </>
            )}
          </div>
        )}
      </div>
      {sheet && <RecordForm parcel={parcel} {...sheet} onClose={() => setSheet(null)} />}
    </Frame>
  );
}

function DetailSkeleton() {
  return (
    <div aria-busy="true">
      <Skeleton className="h-28 w-full" />
      <div className="mt-6 grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,25rem)]">
        <Panel>
          <SkeletonText lines={6} />
        </Panel>
        <Panel>
          <SkeletonText lines={8} />
        </Panel>
      </div>
    </div>
  );
}
