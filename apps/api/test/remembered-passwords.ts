/** argon2 is slow on purpose: a test file pays for each password once, however many people have it or sign in with it. */
import { vi } from 'vitest';

vi.mock(import('../src/lib/password.ts'), async (importOriginal) => {
  const { hashPassword, verifyPassword, ...others } = await importOriginal();
  return {
    ...others,
    hashPassword: remembered(hashPassword),
    verifyPassword: remembered(verifyPassword),
  };
});

function remembered<Given extends string[], Result>(
  work: (from: string, ...given: Given) => Promise<Result>,
) {
  const known = new Map<string, Promise<Result>>();
  return async (from: string, ...given: Given): Promise<Result> => {
    const key = JSON.stringify(given);
    const answer = known.get(key) ?? work(from, ...given);
    known.set(key, answer);
    // One that was refused may be asked again.
    answer.catch(() => known.delete(key));
    return answer;
  };
}
