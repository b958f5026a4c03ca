import type { ParcelDetail } from '@ardhi/contract';
import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, startTransition, useMemo, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { isNotFound, NetworkError } from '../../lib/api-error.ts';
import { today } from '../../lib/dates.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useDocumentTitle } from '../../lib/page-transition.tsx';
import { paths } from '../../lib/paths.ts';
import { detailOf } from '../../lib/problem-text.ts';
import { useWide } from '../../lib/use-wide.ts';
import { UnsentMark } from '../../outbox/mark.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Empty } from '../../ui/empty.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Part } from '../../ui/part.tsx';
import { Skeleton, SkeletonText } from '../../ui/skeleton.tsx';
import { StatTiles } from '../../ui/stat-tiles.tsx';
import { useParcel, useParcels, useScore } from '../queries.ts';
import { HarvestQuestion } from '../records/harvest-question.tsx';
import { RECORD_KINDS, type RecordKind, type RecordOf } from '../records/kinds.ts';
import { RecordForm } from '../records/record-form.tsx';
import { RecordHistory } from '../records/record-history.tsx';
import { ReportPanel } from '../reports/report-panel.tsx';
import type { StepHandlers } from '../score/missing-steps.tsx';
import { ScorePanel } from '../score/score-panel.tsx';
import { useScoreTile } from '../score/score-tile.tsx';
import { shownScore } from '../score/shown-score.ts';
import { parcelLead } from './parcel-fields.tsx';
import { ParcelForm } from './parcel-form.tsx';
import { ParcelMapPlace } from './parcel-map-place.tsx';
import { QuickActions } from './quick-actions.tsx';
import { useRemoveParcel } from './use-remove-parcel.ts';

const pictures = lazyPage(() => import('./parcel-pictures.tsx'), ['seasons']);
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

/** Not on this phone, and no network: what was done on it can be recorded all the same. */
function UnknownParcel({ id }: { id: string }) {
  const t = useT();
  const [kind, setKind] = useState<RecordKind | null>(null);
  const name = useParcels().data?.rows.find(({ _id }) => _id === id)?.name ?? t('land.unknown.name');
  return (
    <>
      <p className="mt-6 mb-3">
        {t('land.unknown.text')} <UnsentMark id={id} within />
      </p>
      <QuickActions onRecord={setKind} />
      {kind && <RecordForm kind={kind} parcel={{ _id: id, name, size: 0 }} onClose={() => setKind(null)} />}
    </>
  );
}

/** The parts of the page, by the anchors that lead to them. */
const SECTIONS = {
  overview: 'overview',
  records: 'records',
  score: 'score',
  map: 'map',
} as const;

/** On a phone the page is long: its parts can be jumped to. */
function Jumps() {
  const t = useT();
  return (
    <nav aria-label={t('land.sections')} className="no-print mb-3 flex flex-wrap gap-1 lg:hidden">
      {Object.values(SECTIONS).map((section) => (
        <a key={section} href={`#${section}`} className="btn flex-auto rounded-full px-1 text-fine">
          {t(`land.section.${section}`)}
        </a>
      ))}
    </nav>
  );
}

/** On a phone the pictures are fetched and drawn when somebody asks for them. */
function FoldedPictures() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Disclosure
      summary={t('land.pictures')}
      // Open, the pictures have cards of their own.
      className={open ? undefined : 'rounded-card border border-line bg-surface px-4 shadow-card'}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {open && (
        <Part>
          <pictures.Component />
        </Part>
      )}
    </Disclosure>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div id={SECTIONS.overview} className="wrap pt-2 pb-5 sm:pt-4 sm:pb-9">
      {children}
    </div>
  );
}

/** The sheet that is open: a new record of a kind, or one to correct. */
interface Sheet {
  kind: RecordKind;
  record?: RecordOf[RecordKind];
}

function longParts(parcel: ParcelDetail, open: (sheet: Sheet) => void, steps: StepHandlers) {
  return {
    records: (
      <div id={SECTIONS.records} className="scroll-mt-4 space-y-3 sm:space-y-6">
        {RECORD_KINDS.map((kind) => (
          <RecordHistory
            key={kind}
            kind={kind}
            parcel={parcel}
            onRecord={(record) => open({ kind, record })}
          />
        ))}
      </div>
    ),
    score: (
      <div id={SECTIONS.score} className="scroll-mt-4">
        <ScorePanel parcel={parcel} steps={steps} />
      </div>
    ),
    map: (
      <div id={SECTIONS.map} className="scroll-mt-4">
        <ParcelMapPlace parcel={parcel} />
      </div>
    ),
  };
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
        <Tiles parcel={parcel} />
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
            <Part>
              <pictures.Component />
            </Part>
          </div>
        ) : (
          <div className="mt-3 space-y-3 sm:mt-6 sm:space-y-6">
            {records}
            {score}
            <FoldedPictures />
            {map}
            {views}
          </div>
        )}
      </div>
      {sheet && <RecordForm parcel={parcel} {...sheet} onClose={() => setSheet(null)} />}
    </Frame>
  );
}

interface ParcelHeaderProps {
  parcel: ParcelDetail;
  editing: boolean;
  onEdit: () => void;
}

function ParcelHeader({ parcel, editing, onEdit }: ParcelHeaderProps) {
  const t = useT();
  const navigate = useNavigate();
  const remove = useRemoveParcel();
  const removeAndLeave = async () => {
    if (await remove(parcel)) await navigate(paths.land);
  };
  return (
    <PageHeader
      back={{ to: paths.land }}
      title={parcel.name}
      lead={
        <>
          {parcelLead(parcel, t)}
          <UnsentMark id={parcel._id} className="mt-1 block w-fit" />
        </>
      }
      actions={
        <>
          <Button
            size="small"
            icon={<Pencil size={16} aria-hidden="true" />}
            aria-expanded={editing}
            onClick={onEdit}
          >
            {t('land.edit')}
          </Button>
          <Button
            size="small"
            icon={<Trash2 size={16} aria-hidden="true" />}
            onClick={() => void removeAndLeave()}
          >
            {t('land.delete')}
          </Button>
        </>
      }
    />
  );
}

function Tiles({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  const format = useFormat();
  const scoreTile = useScoreTile();
  return (
    <StatTiles
      label={t('land.tiles')}
      tiles={[
        {
          label: t('land.size'),
          value: format.number(parcel.size),
          unit: t('land.acres'),
          note: format.hectares(parcel.size),
        },
        {
          label: t('land.sustainability'),
          ...scoreTile(shownScore(parcel)),
        },
        {
          label: t('land.cropCount'),
          value: format.number(parcel.cropCount, 0),
          note: t('land.cropCountNote', { count: parcel.cropCount }),
        },
        {
          label: t('land.totalWater'),
          value: format.number(parcel.totalWater, 0),
          unit: t('land.litres'),
          note: t('land.waterCountNote', { count: parcel.waterCount }),
        },
      ]}
    />
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
