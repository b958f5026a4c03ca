import * as z from 'zod';
import { ParcelInput } from '../src/farm/land.ts';

type Schema = z.core.JSONSchema.BaseSchema;
type Sample = string | number | boolean | { [name: string]: Sample };

/** A valid value of a field. */
function sampleOf({ type, enum: choices, anyOf, properties = {}, minimum = 0, format }: Schema): Sample {
  if (anyOf) return sampleOf(anyOf[0] as Schema);
  if (choices) return String(choices[0]);
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, sampleOf(field as Schema)]),
    );
  if (type === 'boolean') return true;
  if (type === 'string') return format === 'date' ? '2026-03-01' : 'Sample';
  return minimum + 1;
}

type Complete = Required<Omit<ParcelInput, '_id'>>;
const fields = ParcelInput.omit({ _id: true });

/** A parcel with every optional field, for tests that check each field in API and web. */
export const COMPLETE_PARCEL = {
  ...(sampleOf(z.toJSONSchema(fields)) as Complete),
  // Values that the tests depend on.
  size: 2.4711,
  soilType: 'clay',
  county: 'Kajiado',
  declarations: { irrigation: 'recorded', fertilizer: 'unknown', pesticide: 'none' },
} satisfies Complete;
