import type { Analytics } from '@ardhi/contract';
import { SOIL_LABELS } from '../land/parcel/soil.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { BarChart } from '../ui/bar-chart.tsx';
import { Empty } from '../ui/empty.tsx';
import { Panel } from '../ui/panel.tsx';
import { registerOf } from './labels.ts';

export function SoilDistribution({ data, height }: { data: Analytics | undefined; height: 200 | 250 }) {
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
