import type { Db } from '../../lib/database/db.ts';
import { verifyPassword } from '../../lib/http/password.ts';
import { fieldProblem, problem } from '../../lib/text/problem.ts';
import { throttleGuess } from './login-throttle.ts';
import { findUser } from './queries.ts';

const WRONG_PASSWORDS = { name: 'password', count: 10, windowSeconds: 15 * 60 };

/** Throttled, so that a stolen session cannot be used to guess the password. */
export async function assertOwnPassword(
  db: Db,
  userId: string,
  path: string,
  password: string,
): Promise<void> {
  const row = await findUser(db, userId);
  if (!row) throw problem('not-signed-in');
  const isCorrect = await throttleGuess(db, WRONG_PASSWORDS, [userId], () =>
    verifyPassword(userId, row.password_hash, password),
  );
  if (!isCorrect) throw fieldProblem(path, 'issue.wrong-password');
}
