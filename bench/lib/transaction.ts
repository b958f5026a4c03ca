/** Transactions as the server opens them, without change events. */
import type { Author } from '../../apps/api/src/lib/audit/audit.ts';
import type { Db } from '../../apps/api/src/lib/database/db.ts';
import { transactionOf } from '../../apps/api/src/lib/http/write-context.ts';
import { readEnv } from '../../apps/api/src/lib/settings/env.ts';

const env = readEnv({ LOG_LEVEL: 'silent' });

export const benchTransaction = <User extends { id: string } | undefined>(db: Db, author: Author<User>) =>
  transactionOf({ db, env, changeEvents: { publish: () => undefined } }, author);
