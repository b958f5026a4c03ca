/** What was spread, sprayed and let onto the field. */
import { SQUARE_METRES_PER_ACRE } from '@ardhi/contract/units';
import type { Day } from '../calendar.ts';
import type { Random } from '../random.ts';
import { type Dose, gentleSprays, harshSprays, husbandry, type Spray, swahiliNames } from './husbandry.ts';
import type { Planting } from './season-plan.ts';
import type { Style } from './style.ts';

/** A millimetre of water is a litre on a square metre. */
const LITRES_PER_ACRE_MM = SQUARE_METRES_PER_ACRE;

export interface Field {
  acres: number;
  style: Style;
  language: 'en' | 'sw';
  /** Millimetres a month; null on rain-fed land. */
  irrigationMm: number | null;
  asOf: Day;
}

export interface Use<Kind> {
  on: Day;
  kind: Kind;
  amount: number;
}

interface Sprayed {
  product: string;
  unit: 'kg' | 'L';
}

/** One planting counts once; a crop that stands for years counts for each of the last two. */
function startsOf({ crop, plantedOn }: Planting, asOf: Day): Day[] {
  return crop.perYear ? [asOf - 690, asOf - 325] : [plantedOn];
}

export function fertilizerOf(random: Random, planting: Planting, field: Field): Use<string>[] {
  const { mineral, organic } = husbandry[planting.crop.key]!;
  const { style } = field;
  const uses: Use<string>[] = [];
  const spread = (dose: Dose, start: Day, factor: number) => {
    const name = dose.names[random.chance(0.6) ? 0 : random.whole(0, dose.names.length - 1)]!;
    uses.push({
      on: start + random.whole(...dose.daysAfterPlanting),
      kind: field.language === 'sw' ? (swahiliNames[name] ?? name) : name,
      amount: wholeBags(random.between(...dose.amount) * factor * areaOf(planting, field)),
    });
  };
  for (const start of startsOf(planting, field.asOf)) {
    for (const dose of mineral)
      if (random.chance(dose.chance * style.mineralChance)) spread(dose, start, style.mineral);
    if (organic && random.chance(organic.chance * style.organicChance)) spread(organic, start, 1);
  }
  return uses.filter(({ on, amount }) => on < field.asOf && amount > 0);
}

export function spraysOf(random: Random, planting: Planting, field: Field): Use<Sprayed>[] {
  const { style } = field;
  const uses: Use<Sprayed>[] = [];
  for (const start of startsOf(planting, field.asOf)) {
    for (const spray of husbandry[planting.crop.key]!.sprays) {
      if (!random.chance(spray.chance * style.sprayChance)) continue;
      const times = Math.max(1, Math.round(random.whole(...spray.times) * Math.min(style.sprayAmount, 1.6)));
      for (let time = 0; time < times; time += 1) {
        uses.push({
          on: start + 18 + time * random.whole(9, 16),
          kind: { product: productOf(random, spray, style), unit: spray.unit },
          amount: hundredths(random.between(...spray.amount) * style.sprayAmount * areaOf(planting, field)),
        });
      }
    }
  }
  return uses.filter(({ on, amount }) => on < field.asOf && amount > 0);
}

function productOf(random: Random, { names }: Spray, style: Style): string {
  if (random.chance(style.gentle)) return random.pick(gentleSprays);
  if (random.chance(style.harsh)) return random.pick(harshSprays);
  return random.pick(names);
}

/** Once a month while the crop stands. */
export function waterOf(random: Random, planting: Planting, field: Field): Use<null>[] {
  const { irrigationMm, style, asOf } = field;
  if (irrigationMm === null) return [];
  const uses: Use<null>[] = [];
  for (let on = planting.plantedOn + random.whole(5, 15); on < planting.harvestOn && on < asOf; on += 30) {
    if (on < asOf - 729) continue;
    const litres =
      irrigationMm * style.water * random.between(0.75, 1.25) * areaOf(planting, field) * LITRES_PER_ACRE_MM;
    uses.push({ on, kind: null, amount: litres < 20_000 ? tidy(litres, 20) : tidy(litres, 1000) });
  }
  return uses;
}

const areaOf = ({ area }: Planting, { acres }: Field) => acres * area;

/** People buy bags of 50 kg, and on a small plot weigh the rest. */
function wholeBags(kg: number): number {
  if (kg >= 400) return tidy(kg, 50);
  if (kg >= 60) return tidy(kg, 10);
  return kg >= 10 ? tidy(kg, 5) : Math.max(1, Math.round(kg));
}

const tidy = (amount: number, step: number) => Math.round(amount / step) * step;
const hundredths = (amount: number) => Math.round(amount * 100) / 100;
