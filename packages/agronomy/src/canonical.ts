import type {
  CropRecord,
  Declarations,
  FertilizerRecord,
  PesticideRecord,
  ScoreInput,
  WaterRecord,
} from './types.ts';

/** The records in one fixed order, and everything that the score depends on as one text. */
export interface CanonicalInput {
  crops: CropRecord[];
  water: WaterRecord[];
  fertilizer: FertilizerRecord[];
  pesticides: PesticideRecord[];
  declarations: Declarations;
  text: string;
}

export function canonicalise(input: ScoreInput): CanonicalInput {
  const { parcel } = input;
  const declarations: Declarations = {
    irrigation: parcel.declarations?.irrigation ?? 'unknown',
    fertilizer: parcel.declarations?.fertilizer ?? 'unknown',
    pesticide: parcel.declarations?.pesticide ?? 'unknown',
  };
  const lines = [
    JSON.stringify([
      parcel.sizeAcres,
      parcel.soilType || null,
      parcel.county || null,
      parcel.address || null,
      parcel.lat ?? null,
      parcel.lon ?? null,
      declarations.irrigation,
      declarations.fertilizer,
      declarations.pesticide,
    ]),
  ];
  const crops = inOrder(lines, input.crops, (crop) => [
    crop.plantingDate,
    crop.id,
    crop.name,
    crop.harvestDate ?? null,
    crop.yieldTonsPerHectare ?? null,
    crop.areaShare ?? null,
  ]);
  const water = inOrder(lines, input.water, (record) => [record.date, record.id, record.litres]);
  const fertilizer = inOrder(lines, input.fertilizer, (record) => [
    record.date,
    record.id,
    record.type,
    record.kg,
  ]);
  const pesticides = inOrder(lines, input.pesticides, (record) => [
    record.date,
    record.id,
    record.product,
    record.amount,
  ]);
  return { crops, water, fertilizer, pesticides, declarations, text: lines.join('\n') };
}

/**
 * Sums of doubles depend on their order, so records are brought into the order of their own content, date first.
 * Appends one line per record, and an empty one that closes the list.
 */
function inOrder<T>(
  lines: string[],
  records: readonly T[] | undefined,
  fields: (record: T) => (string | number | null)[],
): T[] {
  if (!records || records.length === 0) {
    lines.push('');
    return [];
  }
  const keyed = records.map((record) => ({ record, line: JSON.stringify(fields(record)) }));
  keyed.sort((a, b) => (a.line < b.line ? -1 : a.line > b.line ? 1 : 0));
  for (const { line } of keyed) lines.push(line);
  lines.push('');
  return keyed.map(({ record }) => record);
}
