/** Inputs and yield of each season compared with the crop's needs, from the same values as the score. */
import { LITRES_PER_CUBIC_METRE } from '@ardhi/contract/units';
import { canonicalise } from './canonical.ts';
import { cropNeedMm, M3_PER_MM_HA } from './components/water.ts';
import { formatDay, parseDay } from './dates.ts';
import { fertilizedFrom, gatherFacts } from './facts.ts';
import { amountIn, isCompleted, yieldCount } from './seasons.ts';
import { findCounty } from './tables/resolve-county.ts';
import { UNKNOWN_SOIL_EFFICIENCY } from './tables/soils.ts';
import type { ScoreInput, SeasonFigures } from './types.ts';

export function seasonStats(input: ScoreInput, asOf: string): SeasonFigures[] {
  const county = findCounty(input.parcel)?.county ?? null;
  const facts = gatherFacts(input.parcel, canonicalise(input), county, parseDay(asOf));
  const { seasons, hectares, declarations } = facts;
  const names = new Map(input.crops?.map(({ id, name }) => [id, name]));
  const efficiency = facts.soil?.applicationEfficiency ?? UNKNOWN_SOIL_EFFICIENCY;
  const isWaterKnown = facts.water.length > 0 || declarations.irrigation === 'rain-fed';
  const isFertilizerKnown = facts.fertilizer.length > 0 || declarations.fertilizer === 'none';

  const water = facts.water.map(({ day, litres }) => ({ day, amount: litres }));
  const nitrogen = facts.fertilizer.map(({ day, kg, fertilizer }) => ({
    day,
    amount: (kg * (fertilizer?.nPct ?? 0)) / 100,
  }));

  return seasons.map((season, position) => {
    const need = facts.waterNeeds?.[position];
    const harvest = isCompleted(season) ? season : null;
    return {
      recordId: season.recordId,
      name: names.get(season.recordId) ?? season.species,
      from: formatDay(season.from),
      to: formatDay(season.to),
      waterLitres: isWaterKnown ? amountIn(season, seasons, water, ({ from }) => from) : null,
      waterNeededLitres: need
        ? (need.netIrrigationMm / efficiency) *
          season.areaShare *
          hectares *
          M3_PER_MM_HA *
          LITRES_PER_CUBIC_METRE
        : null,
      rainFed: facts.water.length === 0 && declarations.irrigation === 'rain-fed',
      rainMm: need?.rainUsedMm ?? null,
      rainNeededMm: need ? cropNeedMm(need) : null,
      nitrogenKg: isFertilizerKnown ? amountIn(season, seasons, nitrogen, fertilizedFrom) : null,
      // Legumes fix part of their nitrogen from the air.
      nitrogenNeededKg:
        harvest &&
        harvest.yieldTPerHa *
          harvest.areaShare *
          yieldCount(harvest) *
          harvest.crop.nitrogenKgPerT *
          (1 - harvest.crop.fixedShare) *
          hectares,
      yieldTPerHa: harvest?.yieldTPerHa ?? null,
      usualYieldTPerHa: season.crop?.referenceYieldTPerHa ?? null,
    };
  });
}
