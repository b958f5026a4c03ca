/**
 * Runs before each test file. The files of a worker share its process and loaded packages, because loading takes longer
 * than most tests. The product's own modules are evaluated again, so that no state leaks from one file to the next.
 */
import pg from 'pg';
import { vi } from 'vitest';

const shared = globalThis as typeof globalThis & {
  parsersOfPg?: [oid: number, parse: (text: string) => unknown][];
};

vi.useRealTimers();
vi.resetModules();
// Type parsers are the only package state that the product changes.
shared.parsersOfPg ??= Object.values(pg.types.builtins).map((oid) => [
  oid,
  pg.types.getTypeParser(oid, 'text'),
]);
for (const [oid, parse] of shared.parsersOfPg) pg.types.setTypeParser(oid, parse);
