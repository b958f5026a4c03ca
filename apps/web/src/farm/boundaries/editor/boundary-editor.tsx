import type { BoundarySource, Overlap, ParcelDetail } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { bboxOf, checkGeometry, exceedsStatedSize, type Shape, toGeometry } from '@ardhi/geo';
import { ArrowLeft } from 'lucide-react';
import type { Map as MapLibre } from 'maplibre-gl';
import { useCallback, useMemo, useReducer, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { isStale } from '../../../lib/http/error-kinds.ts';
import { useProblemOf } from '../../../lib/http/problem-text.ts';
import { useDocumentTitle } from '../../../lib/page/page-transition.tsx';
import { useSearchChange } from '../../../lib/page/use-search-change.ts';
import { useWide } from '../../../lib/page/use-wide.ts';
import { useT } from '../../../lib/text/i18n.tsx';
import { LazyMap } from '../../../map/lazy-map.tsx';
import { bboxOfAll, type MapParcel, mapStrips, showArea } from '../../../map/map-features.ts';
import { bboxNear } from '../../../map/places.ts';
import { useQueuedWrite } from '../../../outbox/use-queued-write.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Callout } from '../../../ui/feedback/callout.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import type { FormProblem } from '../../../ui/forms/form.tsx';
import { useUnsavedGuard } from '../../../ui/forms/unsaved.ts';
import { PageHeader } from '../../../ui/layout/page.tsx';
import { calls } from '../calls.ts';
import { OverlapPlace } from '../overlap-list.tsx';
import { DrawPanel } from './draw-panel.tsx';
import { EditorLayer } from './editor-layer.tsx';
import { type EditorState, outlinesOf, reduce, shapeOfOutlines, startState } from './editor-state.ts';
import { ImportPanel } from './import-panel.tsx';
import { Measures } from './measures.tsx';
import { useWalk } from './use-walk.ts';
import { WalkPanel } from './walk-panel.tsx';

const MODES = ['walk', 'draw', 'import'] as const;
type Mode = (typeof MODES)[number];

interface BoundaryEditorProps {
  parcel: ParcelDetail;
  shape: Shape | null;
  revision: number;
  /** Of the saved boundary. */
  overlaps: readonly Overlap[];
  /** The farmer's other parcels, for orientation. */
  neighbours: MapParcel[];
}

export function BoundaryEditor({ parcel, shape, revision, overlaps, neighbours }: BoundaryEditorProps) {
  const t = useT();
  const wide = useWide();
  const [mode, setMode] = useMode(wide || shape ? 'draw' : 'walk');
  const [state, dispatch] = useReducer(reduce, shape, startState);
  const [source, setSource] = useState<BoundarySource>('drawn');
  const [map, setMap] = useState<MapLibre | null>(null);
  const [preview, setPreview] = useState<Shape | null>(null);
  const [mapless, setMapless] = useState(false);
  const walking = useWalk(parcel._id);
  useDocumentTitle(t('map.boundary.title', { name: parcel.name }));

  const result = useMemo(
    () => (state.outlines.length > 0 ? checkGeometry(toGeometry(shapeOfOutlines(state.outlines))) : null),
    [state.outlines],
  );
  const fault = result && 'fault' in result ? result.fault : null;
  const isOversized = result !== null && 'shape' in result && exceedsStatedSize(result.area, parcel.size);
  const dirty = state.past.length > 0;
  const saving = useSaving({
    parcel,
    revision,
    source,
    dirty,
    // An unsaved walk stays stored: the user may still finish it.
    onSaved: () => source === 'walked' && walking.forget(),
  });

  const loadShape = (loaded: Shape, from: BoundarySource) => {
    dispatch({ type: 'load', shape: loaded });
    setSource(from);
    setMode('draw');
    setPreview(null);
    showAll(map, loaded);
  };
  const showPreview = useCallback(
    (next: Shape | null) => {
      setPreview(next);
      if (next) showAll(map, next);
    },
    [map],
  );

  const strips = useMemo(() => mapStrips(overlaps), [overlaps]);
  const drawn = preview ?? shapeOfOutlines(state.outlines);
  const measures = mode === 'draw' && (
    <Measures state={state} statedAcres={parcel.size} faulty={fault !== null} />
  );
  return (
    <>
      {wide ? (
        <PageHeader
          back={{ to: paths.landDetail(parcel._id), label: parcel.name }}
          title={t('map.boundary.heading')}
          lead={t('map.boundary.lead', { name: parcel.name })}
        />
      ) : (
        <header className="flex h-11 items-center justify-between gap-3">
          <Link
            to={paths.landDetail(parcel._id)}
            className="-ml-1 inline-flex min-h-11 min-w-0 items-center gap-1.5 px-1 text-muted"
          >
            <ArrowLeft size={18} aria-hidden="true" className="shrink-0" />
            <span className="truncate">{parcel.name}</span>
          </Link>
          <h1 className="shrink-0 text-lg">{t('map.boundary.heading')}</h1>
        </header>
      )}
      {/* On phones map and buttons fill the screen between the bars and the header, so that no finger has to scroll. */}
      <div className="max-lg:flex max-lg:h-[calc(100dvh-57px-44px-var(--bottom-bar))] max-lg:min-h-96 max-lg:flex-col sm:max-lg:h-[calc(100dvh-69px-44px-var(--bottom-bar))] lg:grid lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-5">
        <LazyMap
          className="max-lg:-mx-4 max-lg:min-h-0 max-lg:flex-1 max-lg:rounded-none lg:sticky lg:top-4 lg:h-[calc(100dvh-16rem)] lg:min-h-[30rem]"
          label={t('map.boundary.mapLabel', { name: parcel.name })}
          parcels={mapless && drawn.length > 0 ? [...neighbours, drawnParcel(drawn)] : neighbours}
          strips={strips}
          onFailure={() => setMapless(true)}
          bbox={
            shape
              ? bboxOf(shape)
              : (bboxOfAll(neighbours.map((one) => one.shape)) ??
                bboxNear({ address: parcel.location.address, county: parcel.county }))
          }
        >
          {(ready) => (
            <EditorLayer
              map={ready}
              onReady={setMap}
              state={shownState(
                state,
                mode,
                preview,
                walking.walk.fixes.map(({ position }) => position),
              )}
              dispatch={dispatch}
              active={mode === 'draw'}
              fault={mode === 'draw' ? (fault?.position ?? null) : null}
            />
          )}
        </LazyMap>
        <div className="max-lg:-mx-4 max-lg:max-h-[60%] max-lg:space-y-2 max-lg:overflow-y-auto max-lg:px-4 max-lg:pt-2 lg:space-y-5">
          <Segmented
            className="w-full *:flex-1"
            label={t('map.mode')}
            value={mode}
            onChange={setMode}
            options={MODES.map((value) => ({ value, label: t(`map.mode.${value}`) }))}
          />
          {!wide && measures}
          {mode === 'draw' && <DrawPanel map={map} mapless={mapless} state={state} dispatch={dispatch} />}
          {mode === 'walk' && (
            <WalkPanel map={map} walking={walking} onFinish={(walked) => loadShape(walked, 'walked')} />
          )}
          {mode === 'import' && (
            <ImportPanel onPreview={showPreview} onTake={(imported) => loadShape(imported, 'imported')} />
          )}
          {mode === 'draw' && (
            <>
              {wide && measures}
              {overlaps.length > 0 && (
                <Callout tone="wait" headline={t('map.overlap.title', { count: overlaps.length })}>
                  <ul>
                    {overlaps.map((overlap) => (
                      <li key={overlap._id}>
                        <OverlapPlace overlap={overlap} />
                      </li>
                    ))}
                  </ul>
                </Callout>
              )}
              <div role="alert" className="space-y-3 empty:hidden">
                {fault && <Callout tone="no" headline={t(`map.fault.${fault.code}`)} />}
                {isOversized && <Callout tone="no" headline={t('map.overStatedSize')} />}
                {saving.problem && (
                  <Callout tone="no" headline={saving.problem.headline}>
                    {saving.problem.detail}
                    {saving.problem.issues?.map(({ message }) => (
                      <p key={message}>{message}</p>
                    ))}
                  </Callout>
                )}
              </div>
              <SaveBar
                ready={dirty && result !== null && !fault && !isOversized && !state.draft}
                busy={saving.busy}
                open={state.draft !== null && state.draft.vertices.length > 0}
                onSave={() => result && 'shape' in result && void saving.save(result.shape)}
                onCancel={saving.leave}
              />
            </>
          )}
        </div>
      </div>
    </>
  );
}

/** The mode is in the URL, so that the parcel page can link to each one. */
function useMode(initial: Mode): [Mode, (mode: Mode) => void] {
  const [search, changeSearch] = useSearchChange();
  const requested = search.get('mode');
  const mode = MODES.find((known) => known === requested) ?? initial;
  return [mode, (next) => changeSearch({ mode: next })];
}

interface Saving {
  parcel: ParcelDetail;
  revision: number;
  source: BoundarySource;
  dirty: boolean;
  onSaved: () => void;
}

function useSaving({ parcel, revision, source, dirty, onSaved }: Saving) {
  const t = useT();
  const navigate = useNavigate();
  const problemOf = useProblemOf();
  const write = useQueuedWrite('PUT /land/{id}/boundary', calls);
  const [base, setBase] = useState<number | undefined>(revision);
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [saved, setSaved] = useState(false);
  const mayLeave = useUnsavedGuard(dirty && !saved);

  const save = async (shape: Shape) => {
    setProblem(null);
    try {
      const body = { geometry: toGeometry(shape), source, revision: base };
      const { answer } = await write.mutateAsync({ params: { id: parcel._id }, body });
      setSaved(true);
      onSaved();
      toast.done(t(answer?.overlaps.length ? 'map.savedWithOverlap' : 'map.saved', { name: parcel.name }));
      await navigate(paths.landDetail(parcel._id));
    } catch (error) {
      // After the conflict was shown once, the next save overwrites the newer version.
      if (isStale(error)) setBase(undefined);
      setProblem(problemOf(error, 'map.error.save'));
    }
  };
  const leave = async () => {
    if (await mayLeave()) await navigate(paths.landDetail(parcel._id));
  };
  return { save, leave, problem, busy: write.isPending };
}

interface SaveBarProps {
  ready: boolean;
  busy: boolean;
  /** An outline is not closed yet. */
  open: boolean;
  onSave: () => void;
  onCancel: () => void;
}

function SaveBar({ ready, busy, open, onSave, onCancel }: SaveBarProps) {
  const t = useT();
  return (
    <div className="space-y-2 border-t border-line py-2 max-lg:sticky max-lg:bottom-0 max-lg:bg-[var(--paper)] lg:pt-4">
      {open && <p className="text-sm text-muted">{t('map.closeFirst')}</p>}
      <div className="flex flex-wrap gap-3 max-sm:*:flex-auto">
        <Button onClick={onCancel}>{t('ui.cancel')}</Button>
        <Button variant="main" disabled={!ready} busy={busy} busyLabel={t('map.saving')} onClick={onSave}>
          {t('map.save')}
        </Button>
      </div>
    </div>
  );
}

/** During an import preview or a walk, the map shows that instead of the drawing. */
function shownState(
  state: EditorState,
  mode: Mode,
  preview: Shape | null,
  walked: [number, number][],
): EditorState {
  if (mode === 'import' && preview)
    return { ...state, outlines: outlinesOf(preview), draft: null, chosen: null };
  if (mode === 'walk')
    return { ...state, outlines: [], draft: { vertices: walked, hole: false }, chosen: null };
  return state;
}

/** Without a map, the fallback sketch shows the boundary as a parcel. */
const drawnParcel = (shape: Shape): MapParcel => ({ id: '', name: '', shape, centre: [0, 0], score: null });

function showAll(map: MapLibre | null, shape: Shape): void {
  if (map) showArea(map, bboxOf(shape), 0);
}
