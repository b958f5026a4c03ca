/** Where officials work: a post is an area, duties in it, and its days. */
import { z } from 'zod';

/** To see, to decide on what farmers ask for, and to look after accounts and posts. */
export const Duty = z.enum(['view', 'decide', 'manage']);
export type Duty = z.infer<typeof Duty>;
