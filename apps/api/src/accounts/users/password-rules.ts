/** Beyond the specification's six characters: officials, where not anybody may become one. */
import type { Env } from '../../lib/settings/env.ts';
import { fieldProblem } from '../../lib/text/problem.ts';

const MIN_OFFICIAL_PASSWORD = 10;

/** Letters in a row and signs around a common word do not make it another. */
const bare = (password: string) => password.toLowerCase().replace(/^[^a-z]+|[^a-z]+$/g, '');

export async function assertOfficialPassword(
  env: Env,
  person: { role: string; email: string },
  path: string,
  password: string,
): Promise<void> {
  if (person.role !== 'government' || env.governmentSignup.mode === 'open') return;
  if (password.length < MIN_OFFICIAL_PASSWORD)
    throw fieldProblem(path, 'issue.too-short', { minimum: MIN_OFFICIAL_PASSWORD });
  const { commonPasswords: known } = await import('./common-passwords.ts');
  const word = bare(password);
  const isCommon =
    known.has(password.toLowerCase()) ||
    known.has(word) ||
    new Set(password).size < 4 ||
    word === person.email.split('@')[0]!.toLowerCase();
  if (isCommon) throw fieldProblem(path, 'issue.common-password');
}
