import type { Parcel } from '@ardhi/contract';
import { useSustainabilityReport } from '../farm/land/queries.ts';
import { useScoreTile } from '../farm/land/score/score-tile.tsx';
import { useWide } from '../lib/page/use-wide.ts';
import { useFormat, useT } from '../lib/text/i18n.tsx';
import { StatTiles } from '../ui/layout/stat-tiles.tsx';

interface FarmTotals {
  lands: number;
  acres: number;
  averageScore: number | null;
  assessed: number;
}

export function totalsOf(parcels: readonly Parcel[]): FarmTotals {
  const assessed = parcels.filter((parcel) => parcel.score.status !== 'initial');
  const sum = assessed.reduce((points, parcel) => points + parcel.sustainabilityScore, 0);
  return {
    lands: parcels.length,
    acres: parcels.reduce((acres, parcel) => acres + parcel.size, 0),
    averageScore: assessed.length > 0 ? sum / assessed.length : null,
    assessed: assessed.length,
  };
}

/** Totals of the loaded parcels; if the list is incomplete, the server computes them. */
function useTotals(parcels: { rows: readonly Parcel[]; total: number } | undefined): FarmTotals | undefined {
  const isComplete = parcels === undefined || parcels.rows.length >= parcels.total;
  const { data } = useSustainabilityReport({ enabled: !isComplete });
  if (!parcels) return undefined;
  if (isComplete) return totalsOf(parcels.rows);
  return (
    data && {
      lands: data.landCount,
      acres: data.totalSize,
      averageScore: data.averageScore,
      assessed: data.assessedCount,
    }
  );
}

export function FarmerStats({
  parcels,
}: {
  parcels: { rows: readonly Parcel[]; total: number } | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const scoreTile = useScoreTile();
  const wide = useWide();
  const totals = useTotals(parcels);
  const { averageScore = null, assessed = 0, lands: count = 0, acres = 0 } = totals ?? {};
  const average = scoreTile(
    averageScore,
    wide ? t('dashboard.farmer.assessed', { assessed, count }) : undefined,
  );
  return (
    <StatTiles
      label={t('dashboard.farmer.figures')}
      loading={!totals}
      tiles={[
        {
          label: t('dashboard.farmer.totalLands'),
          value: format.number(count, 0),
          note: wide && t('dashboard.farmer.parcels', { count }),
        },
        {
          label: t('dashboard.farmer.totalArea'),
          value: format.number(acres),
          unit: t('land.acres', { count: acres }),
          note: wide && format.hectares(acres),
          title: format.hectares(acres),
        },
        {
          label: t('dashboard.farmer.average'),
          value: average.value,
          // Beside the number on phones, which saves a line.
          [wide ? 'note' : 'unit']: average.note,
        },
      ]}
    />
  );
}
