/** Values shared by tests and benchmarks, without browser types. */
import { randomUUID } from 'node:crypto';
import { addDays, today } from '@ardhi/contract/dates';

export const PASSWORD = 'secret1';

/** Tests share one database, so a row that a test searches for needs a unique name. */
export const unique = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;

/** The date `offset` days from today. */
export const day = (offset: number) => addDays(today(), offset);
