import * as z from 'zod';

/** One invalid field of a request: its path (`location.address`), the violated rule and the message. */
export const Issue = z.object({ path: z.string(), code: z.string(), message: z.string() });
export type Issue = z.infer<typeof Issue>;

export type Json = string | number | boolean | null | undefined | readonly Json[] | JsonObject;
/** A row or a request body of any call. */
export type JsonObject = { [name: string]: Json };

/** Body of every error response. `current` is the stored row if an edit was based on an older revision. */
export const Problem = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(Issue).optional(),
  current: z.unknown().optional() as z.ZodOptional<z.ZodType<JsonObject | null>>,
});
export type Problem = z.infer<typeof Problem>;
