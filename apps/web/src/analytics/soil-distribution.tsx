import type { Analytics } from '@ardhi/contract';
import { SOIL_LABELS } from '../land/parcel/soil.ts';
import { useFormat, useT } from '../lib/i18n.tsx';
import { BarChart } from '../ui/bar-chart.tsx';
import { Empty } from '../ui/empty.tsx';
import { Panel } from '../ui/panel.tsx';

export function SoilDistribution({ data }: { data: Analytics | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <Panel>
      <BarChart
        label={t('analytics.soils')}
        heading={2}
        category={t('analytics.soil')}
        measure={t('analytics.parcels')}
        height={200}
        loading={!data}
        bars={(data?.soilDistribution ?? []).map(({ _id, count }) => ({
          key: _id,
          label: t(SOIL_LABELS[_id]),
          value: count,
          text: format.number(count, 0),
          tone: 'ochre' as const,
        }))}
        empty={<Empty title={t('analytics.noSoils')} text={t('analytics.noScoresText')} />}
      />
    </Panel>
  );
}
