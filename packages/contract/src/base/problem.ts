import { z } from 'zod';

/** One failed field of a request: where (`location.address`), what rule, and the words for it. */
export const Issue = z.object({ path: z.string(), code: z.string(), message: z.string() });
export type Issue = z.infer<typeof Issue>;

/** The body of every error answer. `current` is the stored row, where an edit was based on an older one. */
export const Problem = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(Issue).optional(),
  current: z.unknown().optional(),
});
export type Problem = z.infer<typeof Problem>;
