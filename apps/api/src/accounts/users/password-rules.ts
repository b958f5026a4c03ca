/** Stricter than the six characters of the specification, for officials unless signup is open. */
import { MIN_OFFICIAL_PASSWORD_LENGTH } from '@ardhi/contract/limits';
import type { Env } from '../../lib/settings/env.ts';
import { fieldProblem } from '../../lib/text/problem.ts';

/** Strips digits and symbols around a word: they do not make a common password safe. */
const stripAffixes = (password: string) => password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '');

export async function assertOfficialPassword(
  env: Env,
  person: { role: string; email: string },
  path: string,
  password: string,
): Promise<void> {
  if (person.role !== 'government' || env.governmentSignup.mode === 'open') return;
  if (password.length < MIN_OFFICIAL_PASSWORD_LENGTH)
    throw fieldProblem(path, 'issue.too-short', { minimum: MIN_OFFICIAL_PASSWORD_LENGTH });
  const { commonPasswords: common } = await import('./common-passwords.ts');
  const word = stripAffixes(password);
  const isCommon =
    common.has(password.toLowerCase()) ||
    common.has(word) ||
    new Set(password).size < 4 ||
    word === person.email.split('@')[0]!.toLowerCase();
  if (isCommon) throw fieldProblem(path, 'issue.common-password');
}
