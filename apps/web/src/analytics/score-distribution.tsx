import type { Analytics } from '@ardhi/contract';
import { useFormat, useT } from '../lib/i18n.tsx';
import { BarChart } from '../ui/bar-chart.tsx';
import { Empty } from '../ui/empty.tsx';
import { Panel } from '../ui/panel.tsx';
import { bucketsOf } from './labels.ts';

/** How many parcels are in each of the specification's buckets. */
export function ScoreDistribution({
  data,
  height,
}: {
  data: Analytics | undefined;
  height: 200 | 220 | 250;
}) {
  const t = useT();
  const format = useFormat();
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
        }))}
        empty={<Empty title={t('analytics.noScores')} text={t('analytics.noScoresText')} />}
      />
      {data && data.totalLands > 0 && (
        <p className="num mt-3 text-sm text-muted">
          {t('analytics.assessedOf', {
            assessed: format.number(data.assessedLands, 0),
            count: format.number(data.totalLands, 0),
          })}
        </p>
      )}
    </Panel>
  );
}
