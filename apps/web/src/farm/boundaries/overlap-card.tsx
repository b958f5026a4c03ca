import type { OfficialOverlap } from '@ardhi/contract';
import { MAX_OVERLAP_NOTE_LENGTH } from '@ardhi/contract/limits';
import { paths } from '@ardhi/contract/paths';
import { bboxOf } from '@ardhi/geo';
import { MessageCircle } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useBase } from '../../lib/forms/form-row.ts';
import { isStale } from '../../lib/http/error-kinds.ts';
import { hasDuty } from '../../lib/session/duties.ts';
import { useUser } from '../../lib/session/session.tsx';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { LazyMap } from '../../map/lazy-map.tsx';
import { bboxOfAll, mapParcel, mapStrip, shapeOf } from '../../map/map-features.ts';
import { Sketch } from '../../map/sketch.tsx';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button, ButtonLink } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { TextArea } from '../../ui/forms/field.tsx';
import { fieldsOf } from '../../ui/forms/form.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { useAction } from '../use-action.ts';
import { useDecideOverlap } from './writes.ts';

/** An overlap with both parcels, and the official's actions. */
export function OverlapCard({ overlap }: { overlap: OfficialOverlap }) {
  const t = useT();
  const format = useFormat();
  const [isSettling, setIsSettling] = useState(false);
  const [isMapOpen, setIsMapOpen] = useState(false);
  const act = useAction();
  const decide = useDecideOverlap();
  const canDecide = hasDuty(useUser(), 'decide');
  const { _id: id, parties, status, note, revision } = overlap;
  const strips = [mapStrip(overlap)];
  const parcels = parties.map(({ landId, landName, outline }) => {
    const { west, south, east, north } = bboxOf(shapeOf(outline));
    const centre = { lon: (west + east) / 2, lat: (south + north) / 2 };
    return mapParcel({ landId, geometry: outline, centre }, landName, null);
  });
  const area = t('map.squareMetres', { area: format.number(overlap.areaSquareMetres, 0) });
  const counties = [...new Set(parties.flatMap(({ county }) => county ?? []))].join(', ');

  const reopen = () =>
    act({
      run: () => decide.mutateAsync({ params: { id }, body: { status: 'open', revision } }),
      done: t('map.overlaps.reopened'),
      failed: 'map.error.decide',
    });
  const showStrip = () =>
    act({
      question: {
        title: t('map.overlaps.showStripQuestion'),
        text: t('map.overlaps.showStripText'),
        action: t('map.overlaps.showStrip'),
      },
      run: () =>
        decide.mutateAsync({
          params: { id },
          body: { status, note: note ?? undefined, showStrip: true, revision },
        }),
      done: t('map.overlaps.stripShown'),
      failed: 'map.error.decide',
    });
  return (
    <Panel>
      <div className="grid gap-4 sm:grid-cols-[minmax(12rem,2fr)_minmax(0,3fr)]">
        {isMapOpen ? (
          <LazyMap
            className="h-52"
            cooperative
            label={t('map.overlaps.mapLabel', { area })}
            parcels={parcels}
            strips={strips}
            bbox={bboxOfAll(parcels.map(({ shape }) => shape)) ?? bboxOf(shapeOf(overlap.geometry))}
          />
        ) : (
          <button
            type="button"
            className="flex h-52 flex-col overflow-hidden rounded-card border border-line bg-sunken font-semibold text-primary hover:underline"
            onClick={() => setIsMapOpen(true)}
          >
            <Sketch parcels={parcels} strips={strips} className="min-h-0 flex-1" />
            <span className="w-full border-t border-line bg-surface py-2">{t('map.overlaps.look')}</span>
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
                <Link className="link thumb font-semibold" to={paths.registerLand(party.landId)}>
                  {party.landName}
                </Link>
                <Link className="link thumb font-normal" to={paths.registerFarmer(party.farmerId)}>
                  {party.farmerName}
                </Link>
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
          {overlap.stripShown && <p className="mt-1 text-sm">{t('map.overlaps.stripShown')}</p>}
          {canDecide && (
            <div className="mt-3 flex flex-wrap gap-2 max-sm:*:w-full">
              {status === 'open' ? (
                <Button size="small" onClick={() => setIsSettling(true)}>
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
              {!overlap.stripShown && (
                <Button
                  size="small"
                  busy={decide.isPending}
                  busyLabel={t('map.saving')}
                  onClick={() => void showStrip()}
                >
                  {t('map.overlaps.showStrip')}
                </Button>
              )}
            </div>
          )}
        </div>
      </div>
      {isSettling && <SettleForm overlap={overlap} area={area} onClose={() => setIsSettling(false)} />}
    </Panel>
  );
}

interface SettleFormProps {
  overlap: OfficialOverlap;
  area: string;
  onClose: () => void;
}

function SettleForm({ overlap, area, onClose }: SettleFormProps) {
  const t = useT();
  const decide = useDecideOverlap();
  const base = useBase(overlap);
  const settle = async ({ note }: { note: string }) => {
    try {
      const body = { status: 'settled' as const, note, revision: base.revision };
      await decide.mutateAsync({ params: { id: overlap._id }, body });
      toast.done(t('map.overlaps.settled'));
    } catch (error) {
      if (isStale(error)) base.forget();
      throw error;
    }
  };
  return (
    <FormDialog
      title={t('map.overlaps.settleTitle', { area })}
      text={t('map.overlaps.settleText')}
      values={{ note: overlap.note ?? '' }}
      send={settle}
      failed={t('map.error.decide')}
      submit={t('map.overlaps.settle')}
      busy={t('map.saving')}
      onClose={onClose}
    >
      {(form) => (
        <TextArea
          label={t('map.overlaps.noteLabel')}
          required
          maxLength={MAX_OVERLAP_NOTE_LENGTH}
          {...fieldsOf(form)('note', { validate: (value) => value.trim() !== '' || t('map.required') })}
        />
      )}
    </FormDialog>
  );
}
