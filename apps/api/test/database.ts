import { createDatabase } from '@ardhi/embedded-postgres/test';
import { inject } from 'vitest';

export type { TestDatabase } from '@ardhi/embedded-postgres/test';

/** A database of the test file's own, migrated or, with `empty`, without anything in it. */
export const createTestDatabase = ({ empty = false } = {}) =>
  createDatabase(inject('administratorUrl'), empty ? undefined : inject('template'));
