/** argon2 is slow on purpose: each worker caches its results, because most test users share a password. */
import { vi } from 'vitest';

const shared = globalThis as typeof globalThis & { rememberedPasswords?: Map<string, Promise<unknown>> };
shared.rememberedPasswords ??= new Map();
const cache = shared.rememberedPasswords;

vi.mock(import('../src/lib/http/password.ts'), async (importOriginal) => {
  const { hashPassword, verifyPassword, ...others } = await importOriginal();
  return {
    ...others,
    hashPassword: cached('hash', hashPassword),
    verifyPassword: cached('verify', verifyPassword),
  };
});

function cached<Args extends string[], Result>(
  name: string,
  work: (from: string, ...args: Args) => Promise<Result>,
) {
  return async (from: string, ...args: Args): Promise<Result> => {
    const key = JSON.stringify([name, ...args]);
    const result = (cache.get(key) as Promise<Result> | undefined) ?? work(from, ...args);
    cache.set(key, result);
    // A failed call may be retried.
    result.catch(() => cache.delete(key));
    return result;
  };
}
