/** argon2 is slow on purpose: a worker pays for each password once, however many people have it or sign in with it. */
import { vi } from 'vitest';

const shared = globalThis as typeof globalThis & { rememberedPasswords?: Map<string, Promise<unknown>> };
shared.rememberedPasswords ??= new Map();
const known = shared.rememberedPasswords;

vi.mock(import('../src/lib/http/password.ts'), async (importOriginal) => {
  const { hashPassword, verifyPassword, ...others } = await importOriginal();
  return {
    ...others,
    hashPassword: remembered('hash', hashPassword),
    verifyPassword: remembered('verify', verifyPassword),
  };
});

function remembered<Given extends string[], Result>(
  name: string,
  work: (from: string, ...given: Given) => Promise<Result>,
) {
  return async (from: string, ...given: Given): Promise<Result> => {
    const key = JSON.stringify([name, ...given]);
    const answer = (known.get(key) as Promise<Result> | undefined) ?? work(from, ...given);
    known.set(key, answer);
    // One that was refused may be asked again.
    answer.catch(() => known.delete(key));
    return answer;
  };
}
