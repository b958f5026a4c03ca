/** Which crops stood on a parcel in the last two years. */
import { type Crop, recogniseCrop } from '@ardhi/agronomy';
import { type Day, dayOfYear, yearOf } from '../calendar.ts';
import type { Random } from '../random.ts';
import type { Style } from './style.ts';
import { type Season, type System, seasons } from './systems.ts';

export interface Planting {
  crop: Crop;
  plantedOn: Day;
  /** Planned, and what it became. */
  harvestOn: Day;
  /** How much of the parcel it really stands on, and what the farmer says of that. */
  area: number;
  areaShare: number | null;
  /** The farmer has not told yet what was harvested. */
  unconfirmed?: true;
}

/** The engine looks back so far; older records would only fill the tables. */
const WINDOW_DAYS = 730;

export function planSeasons(
  random: Random,
  { system, style, asOf, since }: { system: System; style: Style; asOf: Day; since: Day },
): Planting[] {
  const plantings: Planting[] = [];
  for (let year = yearOf(asOf) - 2; year <= yearOf(asOf); year += 1) {
    const choices = random.chance(style.varied) || system.plain.length === 0 ? system.varied : system.plain;
    if (choices.length === 0) continue;
    const rotation = random.pick(choices);
    for (const [season, crops] of Object.entries(rotation) as [Season, readonly string[]][]) {
      const { starts, days } = seasons[season];
      const plantedOn = dayOfYear(year, starts) + random.whole(0, days);
      plantings.push(
        ...crops.map((key, position) => plant(random, key, { plantedOn, position, crops, system })),
      );
    }
  }
  const earliest = Math.max(since, asOf - WINDOW_DAYS + 1);
  return plantings.filter(({ plantedOn }) => plantedOn >= earliest && plantedOn < asOf - 2);
}

interface Place {
  plantedOn: Day;
  position: number;
  crops: readonly string[];
  system: System;
}

function plant(random: Random, key: string, { plantedOn, position, crops, system }: Place): Planting {
  const crop = cropOf(key);
  const days =
    crop.seasonDays * random.between(0.92, 1.08) * (crop.group === 'cereal' ? (system.stretch ?? 1) : 1);
  const area = crops.length === 1 ? 1 : position === 0 ? 0.6 : 0.4;
  const stated = crops.length > 1 && random.chance(0.5);
  return {
    crop,
    plantedOn: plantedOn + position * random.whole(0, 6),
    harvestOn: plantedOn + Math.round(days),
    area,
    areaShare: stated ? area : null,
  };
}

/** Trees, tea and fodder: planted long ago, with a yield in every year. */
export function planPerennial(random: Random, system: System, asOf: Day): Planting | null {
  if (!system.perennial) return null;
  const crop = cropOf(random.pick(system.perennial));
  const years = crop.key === 'napier' || crop.key === 'banana' ? random.whole(2, 6) : random.whole(4, 24);
  return {
    crop,
    plantedOn: asOf - Math.round(years * 365.25) + random.whole(0, 200),
    harvestOn: asOf + random.whole(30, 400),
    area: 1,
    areaShare: null,
  };
}

export function cropOf(key: string): Crop {
  const crop = recogniseCrop(key);
  if (!crop) throw new Error(`${key} is not in the crop table`);
  return crop;
}
