/**
 * Before each file: those of a worker share its process and the packages that it has loaded, which takes longer than most
 * of them do. The product's own modules are evaluated again, so none remembers what the file before did.
 */
import pg from 'pg';
import { vi } from 'vitest';

const shared = globalThis as typeof globalThis & {
  parsersOfPg?: [oid: number, parse: (text: string) => unknown][];
};

vi.useRealTimers();
vi.resetModules();
// The one thing that the product changes in a package: how values of some types are read.
shared.parsersOfPg ??= Object.values(pg.types.builtins).map((oid) => [
  oid,
  pg.types.getTypeParser(oid, 'text'),
]);
for (const [oid, parse] of shared.parsersOfPg) pg.types.setTypeParser(oid, parse);
