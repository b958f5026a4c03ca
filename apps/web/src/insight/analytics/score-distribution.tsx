import type { Analytics } from '@ardhi/contract';
import { Link } from 'react-router';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { SCORE_LABELS } from '../../ui/controls/score.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { bucketsOf, registerOf } from './labels.ts';
import { Legend, SCORE_SHADES, useScoreShades } from './map-legend.tsx';

/** Parcels without records have the initial score of 50. */
const UNASSESSED_BUCKET = '41-60';

/** Parcels per score bucket of the specification; parcels not yet assessed are grey and hatched. */
export function ScoreDistribution({
  data,
  height,
  short = false,
}: {
  data: Analytics | undefined;
  height: 200 | 220 | 250;
  /** Without the legend and the number of assessed parcels. */
  short?: boolean;
}) {
  const t = useT();
  const format = useFormat();
  const [, ...shades] = useScoreShades();
  const region = data?.region;
  const unassessed = data ? data.totalLands - data.assessedLands : 0;
  return (
    <Panel>
      <BarChart
        label={t('analytics.scores')}
        heading={2}
        category={t('analytics.scoreRange')}
        measure={t('analytics.parcels')}
        height={height}
        loading={!data}
        bars={bucketsOf(data?.sustainabilityScores ?? []).map((bucket) => ({
          ...bucket,
          label: bucket.key,
          text: format.number(bucket.value, 0),
          to: registerOf('lands', { band: bucket.band, region }),
          ...(bucket.key === UNASSESSED_BUCKET && unassessed > 0 && { hatched: unassessed }),
        }))}
        empty={<Empty title={t('analytics.noScores')} text={t('analytics.noScoresText')} />}
      />
      {!short && data && data.totalLands > 0 && (
        <div className="mt-2">
          <Legend label={t('analytics.parcelMap.legend')} shades={shades} />
        </div>
      )}
      {data && data.totalLands > 0 && (
        <p className="num mt-2 flex flex-wrap gap-x-3 text-sm text-muted">
          {!short &&
            t('analytics.assessedOf', {
              assessed: format.number(data.assessedLands, 0),
              count: format.number(data.totalLands, 0),
            })}
          {unassessed > 0 && (
            <Link className="link thumb" to={registerOf('lands', { band: 'initial', region })}>
              <svg aria-hidden="true" width="16" height="16" className="mr-2 inline align-text-bottom">
                <rect width="16" height="16" rx="3" className="fill-score-0" />
                <rect width="16" height="16" rx="3" fill="url(#hatching)" />
              </svg>
              {t('analytics.notAssessed', { count: unassessed })}
            </Link>
          )}
        </p>
      )}
    </Panel>
  );
}

/** Score buckets with counts, each linked to its parcels. */
export function ScoreBuckets({ data }: { data: Analytics | undefined }) {
  const t = useT();
  const format = useFormat();
  if (!data || data.totalLands === 0) return null;
  const share = (value: number) => {
    const percent = (100 * value) / data.totalLands;
    return percent > 0 && percent < 0.5 ? '<1%' : format.percent(percent);
  };
  return (
    <Panel title={t('analytics.buckets')} note={t('analytics.bucketsNote', { count: data.totalLands })}>
      <ul className="num -mt-2">
        {bucketsOf(data.sustainabilityScores).map(({ key, value, band }, index) => (
          <li
            key={key}
            className="flex items-center justify-between gap-4 border-t border-line first:border-t-0"
          >
            <Link
              className="link inline-flex min-h-11 items-center gap-2 sm:pointer-fine:min-h-9"
              to={registerOf('lands', { band, region: data.region })}
            >
              <svg aria-hidden="true" width="14" height="14" className="flex-none">
                <rect width="14" height="14" rx="3" className={SCORE_SHADES[index + 1]} />
              </svg>
              {key} {t(SCORE_LABELS[index + 1]!)}
            </Link>
            <span>
              <strong>{format.number(value, 0)}</strong> <span className="text-muted">{share(value)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
