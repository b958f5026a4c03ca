import { daysPerMonth } from './dates.ts';
import type { Season } from './seasons.ts';
import type { County } from './tables/counties.ts';

/** Section 5.1, over the clipped season. */
export interface WaterNeed {
  evapotranspirationMm: number;
  rainUsedMm: number;
  netIrrigationMm: number;
}

/** The climate data is the same every year, so days are grouped by calendar month. */
export function waterNeed(season: Season, county: County): WaterNeed {
  const days = daysPerMonth(season.from, season.to);
  let evapotranspirationMm = 0;
  let rainUsedMm = 0;
  let netIrrigationMm = 0;
  for (let month = 0; month < 12; month += 1) {
    const monthDays = days[month]!;
    const cropMmPerDay = season.kc * county.evapotranspirationMmPerDay[month]!;
    const rainMmPerDay = county.effectiveRainMmPerDay[month]!;
    evapotranspirationMm += cropMmPerDay * monthDays;
    rainUsedMm += Math.min(cropMmPerDay, rainMmPerDay) * monthDays;
    netIrrigationMm += Math.max(0, cropMmPerDay - rainMmPerDay) * monthDays;
  }
  // Saturation and percolation of paddy rice.
  netIrrigationMm += ((season.crop?.extraNetWaterMm ?? 0) * season.days) / season.fullDays;
  return { evapotranspirationMm, rainUsedMm, netIrrigationMm };
}
