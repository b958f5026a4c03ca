/**
 * What each season was given and brought, against what its crop needed: the figures of the score, season by season.
 * A record counts for the season in whose days it lies; where crops share the parcel, by their shares of it.
 */
import { LITRES_PER_CUBIC_METRE } from '@ardhi/contract/units';
import { canonicalise } from './canonical.ts';
import { M3_PER_MM_HA } from './components/water.ts';
import { type Day, formatDay, parseDay } from './dates.ts';
import { gatherFacts, nourishedFrom } from './facts.ts';
import { harvestsIn, isCompleted, type Season } from './seasons.ts';
import { findCounty } from './tables/resolve-county.ts';
import { UNKNOWN_SOIL_EFFICIENCY } from './tables/soils.ts';
import type { ScoreInput, SeasonFigures } from './types.ts';

export function seasonFigures(input: ScoreInput, asOf: string): SeasonFigures[] {
  const county = findCounty(input.parcel)?.county ?? null;
  const facts = gatherFacts(input.parcel, canonicalise(input), county, parseDay(asOf));
  const { seasons, hectares, declarations } = facts;
  const names = new Map(input.crops?.map(({ id, name }) => [id, name]));
  const efficiency = facts.soil?.applicationEfficiency ?? UNKNOWN_SOIL_EFFICIENCY;
  const waterKnown = facts.water.length > 0 || declarations.irrigation === 'rain-fed';
  const fertilizerKnown = facts.fertilizer.length > 0 || declarations.fertilizer === 'none';

  const given = (
    season: Season,
    uses: readonly { day: Day; amount: number }[],
    firstDay: (season: Season) => Day,
  ) => {
    const growing = (one: Season, day: Day) => day >= firstDay(one) && day <= one.to;
    let total = 0;
    for (const { day, amount } of uses) {
      if (!growing(season, day)) continue;
      const shares = seasons.reduce((sum, one) => (growing(one, day) ? sum + one.areaShare : sum), 0);
      total += (amount * season.areaShare) / shares;
    }
    return total;
  };
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
      waterLitres: waterKnown ? given(season, water, ({ from }) => from) : null,
      waterNeededLitres: need
        ? (need.netIrrigationMm / efficiency) *
          season.areaShare *
          hectares *
          M3_PER_MM_HA *
          LITRES_PER_CUBIC_METRE
        : null,
      nitrogenKg: fertilizerKnown ? given(season, nitrogen, nourishedFrom) : null,
      // What legumes take from the air need not be given.
      nitrogenNeededKg:
        harvest &&
        harvest.yieldTPerHa *
          harvest.areaShare *
          harvestsIn(harvest) *
          harvest.crop.nitrogenKgPerT *
          (1 - harvest.crop.fixedShare) *
          hectares,
      yieldTPerHa: harvest?.yieldTPerHa ?? null,
      usualYieldTPerHa: season.crop?.referenceYieldTPerHa ?? null,
    };
  });
}
