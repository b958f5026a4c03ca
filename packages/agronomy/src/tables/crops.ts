import { HARVEST_FORMS, type HarvestForm } from '../codes.ts';
import table from '../reference/crops.json' with { type: 'json' };
import { capitalise, type KnownName, NameIndex } from './names.ts';

type Row = (typeof table.crops)[number];

export interface Crop extends Omit<Row, 'harvestForm'> {
  /** The yield is per year, not per harvest. */
  perYear: boolean;
  harvestForm: HarvestForm;
  nitrogenKgPerT: number;
  phosphorusKgPerT: number;
  potassiumKgPerT: number;
  /** Share of the harvested nitrogen derived from the atmosphere (Ndfa). */
  fixedShare: number;
  referenceYieldTPerHa: number;
  referenceKgPerM3: number;
  depletionShare: number;
}

const CROPS: readonly Crop[] = table.crops.map((row) => ({
  ...row,
  perYear: row.yieldBasis === 'per_year',
  harvestForm: harvestFormOf(row.harvestForm),
  nitrogenKgPerT: row.removalKgPerT.N,
  phosphorusKgPerT: row.removalKgPerT.P,
  potassiumKgPerT: row.removalKgPerT.K,
  fixedShare: row.ndfa,
  referenceYieldTPerHa: row.refYieldTPerHa,
  referenceKgPerM3: row.waterProductivityKgPerM3,
  depletionShare: row.depletionP,
}));

function harvestFormOf(text: string): HarvestForm {
  const form = HARVEST_FORMS.find((known) => known === text);
  if (!form) throw new Error(`Unknown harvest form ${text} in the reference table`);
  return form;
}

const index = new NameIndex<Crop>();
for (const crop of CROPS) {
  // The key adds the plain English word for names such as "Beans, dry" and "Onion, bulb".
  for (const name of [crop.key, crop.name, ...crop.aliases]) index.add(name, crop);
}

export function recogniseCrop(text: string): Crop | null {
  return index.find(text);
}

export interface KnownCrop extends KnownName {
  harvestForm: HarvestForm;
  perYear: boolean;
  referenceYieldTPerHa: number;
}

/** For autocomplete; every name and alias is recognised as its own crop. */
export function knownCrops(): KnownCrop[] {
  return CROPS.map((crop) => ({
    key: crop.key,
    name: crop.name,
    // The table lists the Swahili name first (docs/score/tables.md#71-crops).
    swahili: capitalise(crop.aliases[0] ?? crop.name),
    aliases: [...crop.aliases],
    harvestForm: crop.harvestForm,
    perYear: crop.perYear,
    referenceYieldTPerHa: crop.referenceYieldTPerHa,
  }));
}
