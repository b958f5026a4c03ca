import type { OfficialOverlap, OverlapStatus, Region } from '@ardhi/contract';
import { MAX_OVERLAP_NOTE_LENGTH } from '@ardhi/contract/limits';
import { bboxOf } from '@ardhi/geo';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { isStale } from '../lib/api-error.ts';
import { type MessageKey, useFormat, useT } from '../lib/i18n.tsx';
import { paths } from '../lib/paths.ts';
import { detailOf, problemLine, useProblemOf } from '../lib/problem-text.ts';
import { LazyMap } from '../map/lazy-map.tsx';
import { mapStrip, shapeOf } from '../map/map-features.ts';
import { Sketch } from '../map/sketch.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Empty } from '../ui/empty.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { SelectField, TextArea } from '../ui/field.tsx';
import { Form, FormActions, type FormProblem } from '../ui/form.tsx';
import { PageHeader } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { SkeletonText } from '../ui/skeleton.tsx';
import { toast } from '../ui/toast-store.ts';
import { useAllOverlaps } from './queries.ts';
import { useDecideOverlap } from './writes.ts';

const REGIONS = ['north', 'south', 'east', 'west'] as const satisfies Region[];
const STATUSES = ['open', 'settled'] as const satisfies OverlapStatus[];

/** Where boundaries of two farmers overlap: what officials have to settle. */
export default function OverlapsPage() {
  const t = useT();
  const [search, setSearch] = useSearchParams({ status: 'open' });
  const status = STATUSES.find((known) => known === search.get('status'));
  const region = REGIONS.find((known) => known === search.get('region'));
  const overlaps = useAllOverlaps({ status, region });
  const rows = overlaps.data?.pages.flatMap((page) => page.rows);
  const filter = (name: 'status' | 'region', value: string) => {
    const next = new URLSearchParams(search);
    next.set(name, value);
    setSearch(next, { replace: true });
  };
  return (
    <div className="wrap pt-4 pb-9">
      <PageHeader
        title={t('map.overlaps.heading')}
        lead={t('map.overlaps.lead')}
        back={{ to: paths.dashboard }}
      />
      <div className="mb-5 grid gap-4 sm:max-w-lg sm:grid-cols-2">
        <SelectField
          label={t('map.overlaps.status')}
          placeholder={t('map.overlaps.all')}
          value={status ?? ''}
          onChange={(event) => filter('status', event.target.value)}
          options={STATUSES.map((value) => ({ value, label: t(`map.overlap.${value}`) }))}
        />
        <SelectField
          label={t('map.overlaps.region')}
          placeholder={t('map.overlaps.allRegions')}
          value={region ?? ''}
          onChange={(event) => filter('region', event.target.value)}
          options={REGIONS.map((value) => ({ value, label: t(`map.region.${value}` satisfies MessageKey) }))}
        />
      </div>
      {overlaps.isPending && (
        <Panel aria-busy="true">
          <SkeletonText lines={5} />
        </Panel>
      )}
      {overlaps.isError && !rows && (
        <ErrorState
          headline={t('map.error.overlaps')}
          detail={detailOf(overlaps.error, t)}
          onRetry={() => void overlaps.refetch()}
          retrying={overlaps.isFetching}
        />
      )}
      {rows?.length === 0 && (
        <Panel>
          <Empty title={t('map.overlaps.none')} text={t('map.overlaps.noneText')} />
        </Panel>
      )}
      {rows && rows.length > 0 && (
        <ul className="space-y-4">
          {rows.map((overlap) => (
            <li key={overlap._id}>
              <OverlapCard overlap={overlap} />
            </li>
          ))}
        </ul>
      )}
      {overlaps.hasNextPage && (
        <Button
          className="mt-5"
          busy={overlaps.isFetchingNextPage}
          busyLabel={t('ui.loading')}
          onClick={() => void overlaps.fetchNextPage()}
        >
          {t('map.overlaps.more')}
        </Button>
      )}
    </div>
  );
}

function OverlapCard({ overlap }: { overlap: OfficialOverlap }) {
  const t = useT();
  const format = useFormat();
  const [settling, setSettling] = useState(false);
  const [looking, setLooking] = useState(false);
  const decide = useDecideOverlap();
  const { parties, status, note } = overlap;
  const area = t('map.squareMetres', { area: format.number(overlap.areaSquareMetres, 0) });
  const counties = [...new Set(parties.flatMap(({ county }) => county ?? []))].join(', ');

  const reopen = async () => {
    try {
      const body = { status: 'open' as const, revision: overlap.revision };
      await decide.mutateAsync({ params: { id: overlap._id }, body });
      toast.done(t('map.overlaps.reopened'));
    } catch (error) {
      toast.failed(problemLine(error, t('map.error.decide'), t));
    }
  };
  return (
    <Panel>
      <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
        {looking ? (
          <LazyMap
            className="h-52"
            cooperative
            label={t('map.overlaps.mapLabel', { area })}
            parcels={[]}
            strips={[mapStrip(overlap)]}
            bbox={bboxOf(shapeOf(overlap.geometry))}
          />
        ) : (
          <button
            type="button"
            className="relative h-52 overflow-hidden rounded-card border border-line bg-sunken font-semibold text-primary hover:underline"
            onClick={() => setLooking(true)}
          >
            <Sketch parcels={[]} strips={[mapStrip(overlap)]} />
            <span className="absolute inset-x-0 bottom-0 bg-surface/90 py-2">{t('map.overlaps.look')}</span>
          </button>
        )}
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-3">
            <h2 className="num text-xl">
              <span className="sr-only">{t('map.overlaps.cardLabel', { area })}</span>
              <span aria-hidden="true">{area}</span>
            </h2>
            <Badge tone={status === 'settled' ? 'ok' : 'no'}>{t(`map.overlap.${status}`)}</Badge>
          </div>
          <p className="mt-1 text-muted">
            {[counties, t('map.overlaps.since', { date: format.date(overlap.createdAt) })]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <ul className="mt-3 space-y-1">
            {parties.map((party) => (
              <li key={party.landId} className="flex flex-wrap items-center gap-x-3">
                <span className="font-semibold">{party.farmerName}</span>
                <ButtonLink
                  size="small"
                  variant="quiet"
                  to={paths.messageTo(party.farmerId)}
                  icon={<MessageCircle size={16} aria-hidden="true" />}
                  aria-label={t('map.overlaps.writeTo', { name: party.farmerName })}
                >
                  {t('map.overlaps.write')}
                </ButtonLink>
              </li>
            ))}
          </ul>
          {note && <p className="mt-2">{t('map.overlap.note', { note })}</p>}
          {overlap.settledBy && overlap.settledAt && (
            <p className="mt-1 text-sm text-muted">
              {t('map.overlaps.settledBy', {
                name: overlap.settledBy,
                date: format.date(overlap.settledAt),
              })}
            </p>
          )}
          <div className="mt-3">
            {status === 'open' ? (
              <Button size="small" variant="main" onClick={() => setSettling(true)}>
                {t('map.overlaps.settle')}
              </Button>
            ) : (
              <Button
                size="small"
                busy={decide.isPending}
                busyLabel={t('map.saving')}
                onClick={() => void reopen()}
              >
                {t('map.overlaps.reopen')}
              </Button>
            )}
          </div>
        </div>
      </div>
      {settling && <SettleForm overlap={overlap} area={area} onClose={() => setSettling(false)} />}
    </Panel>
  );
}

function SettleForm({
  overlap,
  area,
  onClose,
}: {
  overlap: OfficialOverlap;
  area: string;
  onClose: () => void;
}) {
  const t = useT();
  const decide = useDecideOverlap();
  const problemOf = useProblemOf();
  const [problem, setProblem] = useState<FormProblem | null>(null);
  const [base, setBase] = useState<number | undefined>(overlap.revision);
  const form = useForm({ defaultValues: { note: overlap.note ?? '' } });
  const settle = async ({ note }: { note: string }) => {
    setProblem(null);
    try {
      const body = { status: 'settled' as const, note, revision: base };
      await decide.mutateAsync({ params: { id: overlap._id }, body });
      toast.done(t('map.overlaps.settled'));
      onClose();
    } catch (error) {
      if (isStale(error)) setBase(undefined);
      setProblem(problemOf(error, 'map.error.decide'));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('map.overlaps.settleTitle', { area })}
      text={t('map.overlaps.settleText')}
    >
      <Form form={form} onSubmit={settle} problem={problem}>
        <TextArea
          label={t('map.overlaps.noteLabel')}
          required
          maxLength={MAX_OVERLAP_NOTE_LENGTH}
          error={form.formState.errors.note?.message}
          {...form.register('note', { validate: (value) => value.trim() !== '' || t('map.required') })}
        />
        <FormActions>
          <Button onClick={onClose}>{t('ui.cancel')}</Button>
          <Button type="submit" variant="main" busy={decide.isPending} busyLabel={t('map.saving')}>
            {t('map.overlaps.settle')}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}
