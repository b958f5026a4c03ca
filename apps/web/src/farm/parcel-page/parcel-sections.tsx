/** Long sections of the parcel page, and links to them. */
import type { ParcelDetail } from '@ardhi/contract';
import { MapPin } from 'lucide-react';
import { useState } from 'react';
import { lazyPage } from '../../lib/page/lazy-page.tsx';
import { useT } from '../../lib/text/i18n.tsx';
import { Contours } from '../../ui/controls/contours.tsx';
import { Disclosure } from '../../ui/controls/disclosure.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { LazyPart } from '../../ui/layout/part.tsx';
import { ParcelMap } from '../boundaries/parcel-map.tsx';
import { CountyConfirmation } from '../land/parcel/county-confirmation.tsx';
import { RECORD_KINDS, type RecordKind, type RecordOf } from '../land/records/kinds.ts';
import { RecordHistory } from '../land/records/record-history.tsx';
import type { StepHandlers } from '../land/score/missing-steps.tsx';
import { ScorePanel } from '../land/score/score-panel.tsx';

const pictures = lazyPage(() => import('../land/parcel/parcel-charts.tsx'), ['seasons']);

/** Anchors of the sections. */
export const SECTIONS = {
  overview: 'overview',
  records: 'records',
  score: 'score',
  map: 'map',
} as const;

/** In-page links for phones, where the page is long. */
export function SectionLinks() {
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

export function Charts() {
  return (
    <LazyPart>
      <pictures.Component />
    </LazyPart>
  );
}

/** On a phone the pictures load only when unfolded. */
export function FoldedCharts() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <Disclosure
      summary={t('land.pictures')}
      // When open, the pictures bring their own cards.
      className={open ? undefined : 'rounded-card border border-line bg-surface px-4 shadow-card'}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {open && <Charts />}
    </Disclosure>
  );
}

/** The open sheet: a new record of a kind, or one to correct. */
export interface Sheet {
  kind: RecordKind;
  record?: RecordOf[RecordKind];
}

export function longSections(parcel: ParcelDetail, open: (sheet: Sheet) => void, steps: StepHandlers) {
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
        <ParcelLocationPanel parcel={parcel} />
      </div>
    ),
  };
}

function ParcelLocationPanel({ parcel }: { parcel: ParcelDetail }) {
  const t = useT();
  return (
    <Panel title={t('land.where')}>
      {!parcel.boundary && (
        <div className="mb-4 flex flex-col items-center gap-3 rounded-card bg-sunken px-4 pt-5 pb-4 text-center">
          <Contours className="h-16 w-40" />
          <p className="flex items-start gap-2">
            <MapPin size={20} aria-hidden="true" className="mt-0.5 shrink-0 text-primary" />
            {parcel.location.address ?? t('land.notSpecified')}
          </p>
        </div>
      )}
      <ParcelMap parcel={parcel} />
      <div className="mt-5 border-t border-line pt-4">
        <CountyConfirmation parcel={parcel} />
      </div>
    </Panel>
  );
}
