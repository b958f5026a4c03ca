import type {
  CropRecord,
  Declarations,
  FertilizerRecord,
  PesticideRecord,
  ScoreInput,
  WaterRecord,
} from './types.ts';

/** Records in canonical order, and all score inputs serialized as one text. */
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
  const crops = sortAndAppend(lines, input.crops, (crop) => [
    crop.plantingDate,
    crop.id,
    crop.name,
    crop.harvestDate ?? null,
    crop.yieldTonsPerHectare ?? null,
    crop.areaShare ?? null,
  ]);
  const water = sortAndAppend(lines, input.water, (record) => [record.date, record.id, record.litres]);
  const fertilizer = sortAndAppend(lines, input.fertilizer, (record) => [
    record.date,
    record.id,
    record.type,
    record.kg,
  ]);
  const pesticides = sortAndAppend(lines, input.pesticides, (record) => [
    record.date,
    record.id,
    record.product,
    record.amount,
  ]);
  return { crops, water, fertilizer, pesticides, declarations, text: lines.join('\n') };
}

/**
 * Floating-point sums depend on their order, so records are sorted by content, date first.
 * Appends one line per record, and an empty line as the end of the list.
 */
function sortAndAppend<T>(
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
