import type { Analytics } from '@ardhi/contract';
import { SOIL_LABELS } from '../../farm/land/parcel/soil.ts';
import { useFormat, useT } from '../../lib/text/i18n.tsx';
import { BarChart } from '../../ui/charts/bar-chart.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { registerOf } from './labels.ts';

interface SoilDistributionProps {
  data: Analytics | undefined;
  height: 200 | 250;
  /** Horizontal bars. */
  rows?: boolean;
}

export function SoilDistribution({ data, height, rows }: SoilDistributionProps) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel>
      <BarChart
        label={t('analytics.soils')}
        heading={2}
        category={t('analytics.soil')}
        measure={t('analytics.parcels')}
        height={height}
        rows={rows}
        loading={!data}
        bars={(data?.soilDistribution ?? []).map(({ _id, count }) => ({
          key: _id,
          label: t(SOIL_LABELS[_id]),
          value: count,
          text: format.number(count, 0),
          tone: 'ochre' as const,
          to: registerOf('lands', { soilType: _id, region: data?.region }),
        }))}
        empty={<Empty title={t('analytics.noSoils')} text={t('analytics.noScoresText')} />}
      />
    </Panel>
  );
}
