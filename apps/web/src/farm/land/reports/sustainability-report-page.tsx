import type { SustainabilityReport } from '@ardhi/contract';
import { paths } from '@ardhi/contract/paths';
import { Link } from 'react-router';
import { today } from '../../../lib/device/dates.ts';
import { callFile } from '../../../lib/http/api.ts';
import { useFormat, useT } from '../../../lib/text/i18n.tsx';
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
      title={t('land.yearly.heading')}
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
  return (
    <div className="space-y-6">
      <StatTiles
        label={t('land.yearly.total')}
        tiles={[
          { label: t('land.yearly.average'), ...scoreTile(report.averageScore) },
          {
            label: t('land.yearly.weighted'),
            ...scoreTile(report.areaWeightedScore, t('land.yearly.weightedNote')),
          },
          {
            label: t('score.confidence'),
            value: report.averageConfidence === null ? '–' : format.percent(report.averageConfidence),
            note: t('land.yearly.confidenceNote'),
          },
          {
            label: t('land.yearly.assessed'),
            value: t('land.yearly.assessedOf', { assessed: report.assessedCount, all: report.landCount }),
            note: format.area(report.totalSize),
          },
        ]}
      />
      <Panel title={t('score.components')} note={t('land.yearly.componentsNote')}>
        <ul className="grid gap-x-10 sm:grid-cols-2">
          {report.components.map(({ key, weight, score, landCount }) => (
            <li key={key} className="border-b border-line py-3">
              <p className="flex items-baseline justify-between gap-3">
                <span>
                  <span className="font-semibold">{labels.component(key)}</span>{' '}
                  <span className="text-fine text-muted">{t('score.weight', { weight })}</span>
                </span>
                <span className="num font-semibold">
                  {score === null ? (
                    <span className="text-sm font-normal text-muted">{t('score.componentMissing')}</span>
                  ) : (
                    format.number(score, 0)
                  )}
                </span>
              </p>
              <ScoreMeter score={score} className="mt-2" />
              {landCount > 0 && (
                <p className="mt-1 text-fine text-muted">
                  {t('land.yearly.onParcels', { count: landCount })}
                </p>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {report.lands.map((parcel) => (
        <ParcelPart key={parcel._id} parcel={parcel} />
      ))}
      <p className="text-sm text-muted">{t('land.yearly.advice')}</p>
    </div>
  );
}

function ParcelPart({ parcel }: { parcel: SustainabilityReport['lands'][number] }) {
  const t = useT();
  const format = useFormat();
  const labels = useScoreLabels();
  const score = shownScore(parcel);
  const { confidence, status } = parcel.score;
  return (
    <Panel
      title={
        <Link to={paths.landDetail(parcel._id)} className="thumb hover:underline">
          {parcel.name}
        </Link>
      }
      note={`${format.area(parcel.size)} · ${parcel.county ?? t('land.county.unknown')}`}
    >
      <div className="grid gap-x-10 gap-y-4 md:grid-cols-2">
        <div>
          <p>
            <ScoreBadge score={score} large />
          </p>
          <p className="num mt-1 text-sm text-muted">
            {labels.status(status)} · {t('score.confidenceValue', { confidence })}
            {parcel.yearChange !== null && (
              <> · {t('land.yearly.change', { points: signed(parcel.yearChange) })}</>
            )}
          </p>
          {status !== 'initial' && (
            <ul className="num mt-3 grid grid-cols-2 gap-x-6 text-sm">
              {parcel.components.map((component) => (
                <li key={component.key} className="flex justify-between gap-2 border-b border-line py-1">
                  <span className="text-muted">{labels.component(component.key)}</span>
                  <span>{component.score === null ? '–' : format.number(component.score, 0)}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
        <div>
          {status !== 'initial' && <ScoreActions actions={parcel.actions} />}
          {parcel.nextEvidence && <p className="mt-2 font-semibold">{labels.next(parcel.nextEvidence)}</p>}
        </div>
      </div>
    </Panel>
  );
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points).replace('-', '−');
}
