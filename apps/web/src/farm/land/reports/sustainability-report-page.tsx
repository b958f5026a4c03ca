import type { ScoreComponentKey, SustainabilityReport } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { today } from '../../../lib/device/dates.ts';
import { callFile } from '../../../lib/http/api.ts';
import { useWide } from '../../../lib/page/use-wide.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
import { cx } from '../../../ui/controls/cx.ts';
import { ScoreBadge, ScoreMeter } from '../../../ui/controls/score.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatTiles } from '../../../ui/layout/stat-tiles.tsx';
import { useSustainabilityReport } from '../queries.ts';
import { ScoreActions } from '../score/score-actions.tsx';
import { useScoreLabels } from '../score/score-labels.ts';
import { useScoreTile } from '../score/score-tile.tsx';
import { shownScore } from '../score/shown-score.ts';
import { ReportFrame } from './report-frame.tsx';

export default function SustainabilityReportPage() {
  const t = useT();
  const format = useFormat();
  const report = useSustainabilityReport();
  return (
    <ReportFrame
      title={t('reports.yearly.heading')}
      eyebrow={format.date(report.data?.reportDate ?? today())}
      query={report}
      fetchPdf={() => callFile('GET /reports/sustainability.pdf')}
      fileName={`ardhi-${today()}.pdf`}
    >
      {(data) => <Body report={data} />}
    </ReportFrame>
  );
}

function Body({ report }: { report: SustainabilityReport }) {
  const t = useT();
  const format = useFormat();
  const labels = useScoreLabels();
  const scoreTile = useScoreTile();
  const wide = useWide();
  return (
    <div className="space-y-4 sm:space-y-6">
      <StatTiles
        label={t('reports.yearly.total')}
        tiles={[
          { label: t('reports.yearly.average'), ...scoreTile(report.averageScore) },
          {
            label: t('reports.yearly.weighted'),
            ...scoreTile(report.areaWeightedScore, t('reports.yearly.weightedNote')),
          },
          {
            label: t('score.confidence'),
            value: report.averageConfidence === null ? '–' : format.percent(report.averageConfidence),
            note: t('reports.yearly.confidenceNote'),
          },
          {
            label: t('reports.yearly.assessed'),
            value: t('reports.yearly.assessedOf', { assessed: report.assessedCount, all: report.landCount }),
            note: format.area(report.totalSize),
          },
        ]}
      />
      <Panel title={t('score.components')} note={t('reports.yearly.componentsNote')}>
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {withScore(report.components).map(({ key, weight, score, landCount }) => (
            <li key={key} className="border-b border-line py-1.5 sm:py-3">
              <p className="flex items-baseline justify-between gap-3">
                <span>
                  <span className="font-semibold">{labels.component(key)}</span>{' '}
                  <span className="text-fine text-muted">
                    {t('score.weight', { weight })} · {t('reports.yearly.onParcels', { count: landCount })}
                  </span>
                </span>
                <span className="num font-semibold">{format.number(score, 0)}</span>
              </p>
              <ScoreMeter score={score} className="mt-1 sm:mt-2" />
            </li>
          ))}
        </ul>
        <MissingComponents components={report.components} />
      </Panel>
      {wide ? (
        report.lands.map((parcel) => (
          <Panel
            key={parcel._id}
            title={
              <Link to={paths.landDetail(parcel._id)} className="thumb hover:underline">
                {parcel.name}
              </Link>
            }
            note={<ParcelNote parcel={parcel} />}
          >
            <ParcelPart parcel={parcel} />
          </Panel>
        ))
      ) : (
        <Panel title={t('reports.monthly.byParcel')}>
          <ul className="divide-y divide-line">
            {report.lands.map((parcel) => (
              <FoldedParcel key={parcel._id} parcel={parcel} />
            ))}
          </ul>
        </Panel>
      )}
      <p className="text-sm text-muted">{t('reports.yearly.advice')}</p>
    </div>
  );
}

type ReportedParcel = SustainabilityReport['lands'][number];

const withScore = <C extends { score: number | null }>(components: readonly C[]) =>
  components.filter((component): component is C & { score: number } => component.score !== null);

/** Components without a score in one line instead of a row each. */
function MissingComponents({
  components,
}: {
  components: readonly { key: ScoreComponentKey; score: number | null }[];
}) {
  const t = useT();
  const labels = useScoreLabels();
  const names = components.filter(({ score }) => score === null).map(({ key }) => labels.component(key));
  if (names.length === 0) return null;
  return (
    <p className="mt-1 text-fine text-muted">
      {t('score.componentMissing')}: {names.join(', ')}
    </p>
  );
}

function ParcelNote({ parcel }: { parcel: ReportedParcel }) {
  const t = useT();
  const format = useFormat();
  return `${format.area(parcel.size)} · ${parcel.county ?? t('land.county.unknown')}`;
}

/** On phones a parcel is a row that opens; on paper it is open. */
function FoldedParcel({ parcel }: { parcel: ReportedParcel }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <li>
      <h3 className="font-sans text-base">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          className="printed flex min-h-11 w-full items-center gap-2 py-1.5 text-left"
          onClick={() => setOpen(!open)}
        >
          {/* A long rating goes below the name. */}
          <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3">
            <span className="min-w-[6.5rem]">
              {parcel.name}
              <span className="block text-fine font-normal text-muted">
                <ParcelNote parcel={parcel} />
              </span>
            </span>
            {/* The open row has a large one. */}
            {!open && <ScoreBadge score={shownScore(parcel)} />}
          </span>
          <ChevronDown
            size={18}
            aria-hidden="true"
            className={cx('no-print shrink-0 text-muted transition-transform', open && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={id} className={cx('pb-3', !open && 'hidden print:block')}>
        <ParcelPart parcel={parcel} />
        <p className="no-print mt-2">
          <Link
            to={paths.landDetail(parcel._id)}
            className="link thumb"
            aria-label={t('land.viewDetailsOf', { name: parcel.name })}
          >
            {t('land.viewDetails')}
          </Link>
        </p>
      </div>
    </li>
  );
}

function ParcelPart({ parcel }: { parcel: ReportedParcel }) {
  const t = useT();
  const format = useFormat();
  const labels = useScoreLabels();
  const { confidence, status } = parcel.score;
  return (
    <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
      <div>
        <p>
          <ScoreBadge score={shownScore(parcel)} large />
        </p>
        <p className="num mt-1 text-sm text-muted">
          {labels.status(status)} · {t('score.confidenceValue', { confidence })}
          {parcel.yearChange !== null && (
            <> · {t('reports.yearly.change', { points: signed(parcel.yearChange) })}</>
          )}
        </p>
        {status !== 'initial' && (
          <>
            <ul className="num mt-3 grid grid-cols-2 gap-x-6 text-sm">
              {withScore(parcel.components).map((component) => (
                <li key={component.key} className="flex justify-between gap-2 border-b border-line py-1">
                  <span className="text-muted">{labels.component(component.key)}</span>
                  <span>{format.number(component.score, 0)}</span>
                </li>
              ))}
            </ul>
            <MissingComponents components={parcel.components} />
          </>
        )}
      </div>
      <div>
        {status !== 'initial' && <ScoreActions actions={parcel.actions} />}
        {parcel.nextEvidence && <p className="mt-2 font-semibold">{labels.next(parcel.nextEvidence)}</p>}
      </div>
    </div>
  );
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}
