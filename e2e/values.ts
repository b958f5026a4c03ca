/** Values that tests and benchmarks share; no browser types. */
import { randomUUID } from 'node:crypto';
import { addDays, today } from '@ardhi/contract/dates';

export const PASSWORD = 'secret1';

/** Tests share one database: a row that a test looks for in a list has a name that no other row has. */
export const unique = (name: string) => `${name}-${randomUUID().slice(0, 8)}`;

/** The date `offset` days from today. */
export const day = (offset: number) => addDays(today(), offset);
