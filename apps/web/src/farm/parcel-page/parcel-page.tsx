import type { ParcelDetail } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { type ReactNode, startTransition, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { today } from '../../lib/device/dates.ts';
import { NetworkError } from '../../lib/http/api-error.ts';
import { isNotFound } from '../../lib/http/error-kinds.ts';
import { lazyPage } from '../../lib/page/lazy-page.tsx';
import { useDocumentTitle } from '../../lib/page/page-transition.tsx';
import { useWide } from '../../lib/page/use-wide.ts';
import { useT } from '../../lib/text/i18n.tsx';
import { UnsentBadge } from '../../outbox/unsent-badge.tsx';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/controls/cx.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { LoadError } from '../../ui/feedback/query-state.tsx';
import { Skeleton, SkeletonText } from '../../ui/feedback/skeleton.tsx';
import { PageHeader } from '../../ui/layout/page.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { LazyPart } from '../../ui/layout/part.tsx';
import { ParcelForm } from '../land/parcel/parcel-form.tsx';
import { DeleteParcel, ParcelHeader, ParcelTiles } from '../land/parcel/parcel-header.tsx';
import { QuickActions } from '../land/parcel/quick-actions.tsx';
import { useParcel, useParcels, useScore } from '../land/queries.ts';
import { HarvestQuestion } from '../land/records/harvest-form.tsx';
import { RECORD_KINDS, type RecordKind, recordsOf } from '../land/records/kinds.ts';
import { RecordForm } from '../land/records/record-form.tsx';
import { ROWS_PER_PAGE } from '../land/records/record-history.tsx';
import { ReportPanel } from '../land/reports/report-panel.tsx';
import {
  Charts,
  FoldedCharts,
  longSections,
  SECTIONS,
  SectionLinks,
  type Sheet,
} from './parcel-sections.tsx';

/** Rows on the first pages of the four histories. */
const LONG_HISTORY = 12;

const parcelViews = lazyPage(() => import('../../records/access-log/parcel-views.tsx'), ['analytics']);

export default function ParcelDetailPage() {
  const t = useT();
  const { id = '' } = useParams();
  const parcel = useParcel(id);
  // Fetched in parallel with the parcel; the score panel reads it from the cache.
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
          <LoadError query={parcel} headline={t('land.error.fetchOne')} />
        ))}
      {parcel.error instanceof NetworkError && <UncachedParcel key={id} id={id} />}
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
  const [isReportOpen, setIsReportOpen] = useState(false);
  const guard = useRef(async () => true);
  useDocumentTitle(parcel.name);

  const toggleEdit = async () => {
    if (await guard.current()) setEditing(!editing);
  };
  // Rendering is slow on this long page: the transition keeps taps responsive, the memo avoids a re-render.
  const { open, records, score, map } = useMemo(() => {
    const open = (next: Sheet) => startTransition(() => setSheet(next));
    const edit = () => {
      setEditing(true);
      window.scrollTo({ top: 0 });
    };
    return { open, ...longSections(parcel, open, { edit, record: (kind) => open({ kind }) }) };
  }, [parcel]);
  const rows = RECORD_KINDS.map((kind) => Math.min(recordsOf(parcel, kind).length, ROWS_PER_PAGE.wide));
  const isMapLeft = parcel.cropCount > 0 && rows.reduce((sum, shown) => sum + shown, 0) < LONG_HISTORY;
  const due = parcel.crops.filter((crop) => !crop.yieldConfirmed && crop.harvestDate <= today());
  const views = (
    <LazyPart>
      <parcelViews.Component />
    </LazyPart>
  );
  // On a phone these sections are below the fold and render deferred, unless the URL hash links to one.
  const below = useDeferredValue(true, wide || location.hash !== '');
  // With an open report, only the report is printed.
  const aside = cx(isReportOpen && 'print:hidden');

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
        <SectionLinks />
        <ParcelTiles parcel={parcel} />
        <div className="mt-3">
          <QuickActions
            onRecord={(kind) => open({ kind })}
            onReport={() => setIsReportOpen(!isReportOpen)}
            reportOpen={isReportOpen}
          />
        </div>
      </div>
      {isReportOpen && (
        <div className="mt-4 sm:mt-6">
          <ReportPanel parcel={parcel} onClose={() => setIsReportOpen(false)} />
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
            {/* Balances the columns: only long histories are about as long as score and map together. */}
            <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,25rem)] items-start gap-6">
              <div className="space-y-6">
                {isMapLeft && map}
                {records}
                {parcel.cropCount === 0 && views}
              </div>
              <div className="space-y-6">
                {score}
                {!isMapLeft && map}
                {parcel.cropCount > 0 && views}
              </div>
            </div>
            <Charts />
          </div>
        ) : (
          <div className="mt-3 space-y-3 sm:mt-6 sm:space-y-6">
            {records}
            {below && (
              <>
                {score}
                <FoldedCharts />
                {map}
                {views}
              </>
            )}
          </div>
        )}
        {below && (
          <div className="no-print flex flex-wrap items-center justify-between gap-x-3 sm:mt-6">
            <Link
              className="link inline-flex min-h-11 items-center"
              to={paths.messageAbout(`parcel.${parcel._id}`)}
            >
              {t('land.detail.office')}
            </Link>
            <DeleteParcel parcel={parcel} />
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

/** Offline, records can be added even to a parcel that is not stored on this phone. */
function UncachedParcel({ id }: { id: string }) {
  const t = useT();
  const [kind, setKind] = useState<RecordKind | null>(null);
  const name = useParcels().data?.rows.find(({ _id }) => _id === id)?.name ?? t('land.unknown.name');
  return (
    <>
      <p className="mt-6 mb-3">
        {t('land.unknown.text')} <UnsentBadge id={id} within />
      </p>
      <QuickActions onRecord={setKind} />
      {kind && <RecordForm kind={kind} parcel={{ _id: id, name, size: 0 }} onClose={() => setKind(null)} />}
    </>
  );
}
