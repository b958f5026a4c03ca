/** Transactions as the server opens them, with nobody who hears of changes. */
import type { Author } from '../../apps/api/src/lib/audit.ts';
import type { Db } from '../../apps/api/src/lib/db.ts';
import { readEnv } from '../../apps/api/src/lib/env.ts';
import { transactionOf } from '../../apps/api/src/lib/write-context.ts';

const env = readEnv({ LOG_LEVEL: 'silent' });

export const benchTransaction = <User extends { id: string } | undefined>(db: Db, author: Author<User>) =>
  transactionOf({ db, env, changeEvents: { publish: () => undefined } }, author);
