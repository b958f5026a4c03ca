/** Whether the newest records already follow an advice. The score itself still counts the older ones. */
import { nitrogenKgOf } from './components/nutrients.ts';
import type { Day } from './dates.ts';
import type { Facts, Period } from './facts.ts';
import { amountIn, type CompletedSeason, type Season } from './seasons.ts';

const HALF_YEAR_DAYS = 180;
const YEAR_DAYS = 365;
/** Nobody doses exactly. */
const ABOUT = 1.1;

/** Manure and compost of the last half year, or since the last harvest. */
export function hasFedSoil(facts: Facts, stepKg: number, lastHarvest: Day = facts.asOf): boolean {
  const from = Math.min(facts.asOf - HALF_YEAR_DAYS, lastHarvest) + 1;
  let organicKg = 0;
  for (const { day, kg, fertilizer } of facts.fertilizer) {
    if (day >= from && fertilizer?.kind === 'organic') organicKg += kg;
  }
  return organicKg * ABOUT >= stepKg;
}

/** The fertilizer since the last harvest stays within one season's part of the target; for perennials that of a year. */
export function hasReducedNitrogen(facts: Facts, period: Period, targetKg: number): boolean {
  const isGrowing = period.to === facts.asOf;
  const from = isGrowing ? facts.asOf - YEAR_DAYS + 1 : period.to + 1;
  const recent = facts.fertilizer.filter(({ day }) => day >= from);
  const target = isGrowing ? targetKg / period.years : targetKg / facts.completed.length;
  return recent.length > 0 && nitrogenKgOf(recent, 'mineral') <= ABOUT * target;
}

interface IrrigatedSeason {
  season: Season;
  litres: number;
  neededLitres: number;
}

/** Irrigated seasons, oldest first. */
export function irrigatedSeasons(
  facts: Facts,
  neededLitres: (position: number) => number,
): readonly IrrigatedSeason[] {
  const uses = facts.water.map(({ day, litres }) => ({ day, amount: litres }));
  return facts.seasons
    .map((season, position) => ({
      season,
      litres: amountIn(season, facts.seasons, uses, ({ from }) => from),
      neededLitres: neededLitres(position),
    }))
    .filter(({ litres }) => litres > 0)
    .sort((a, b) => a.season.from - b.season.from);
}

export function hasReducedWater(irrigated: readonly IrrigatedSeason[]): boolean {
  const last = irrigated.at(-1);
  return last !== undefined && last.litres <= ABOUT * last.neededLitres;
}

/** Crops on the field on the as-of date. */
export const growing = ({ seasons, asOf }: Facts): readonly Season[] =>
  seasons.filter(({ to }) => to === asOf);

/** A legume or a new kind of crop is on the field. */
export function hasDiversified(facts: Facts, lacksLegumes: boolean): boolean {
  const now = growing(facts);
  const before = new Set(
    facts.seasons.filter((season) => !now.includes(season)).map(({ species }) => species),
  );
  return now.some(({ crop, species }) => (lacksLegumes ? crop?.legume === true : !before.has(species)));
}

/** The newest harvest of each crop: a later good one makes advice about an earlier one pointless. */
export function newestHarvests({ completed }: Facts): CompletedSeason[] {
  const newest = new Map<string, CompletedSeason>();
  for (const season of completed) {
    const other = newest.get(season.species);
    if (!other || season.to >= other.to) newest.set(season.species, season);
  }
  return [...newest.values()];
}
