import { createDatabase } from '@ardhi/embedded-postgres/test';
import { inject } from 'vitest';

export type { TestDatabase } from '@ardhi/embedded-postgres/test';

/** Database for one test file: migrated or, with `empty`, without tables. */
export const createTestDatabase = ({ empty = false } = {}) =>
  createDatabase(inject('administratorUrl'), empty ? undefined : inject('template'));
