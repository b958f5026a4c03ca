import type { FastifyBaseLogger } from 'fastify';
import type { ChangeEventBus } from './change-events.ts';
import type { Db } from './db.ts';
import type { Env } from './env.ts';
import type { Sessions } from './session.ts';
import type { Shutdown } from './shutdown.ts';

/** What a domain's routes and jobs are handed. Built once in `app.ts`. */
export interface Services {
  env: Env;
  db: Db;
  /** For exports and jobs: connections of their own, whose statements may take longer. */
  longDb: Db;
  changeEvents: ChangeEventBus;
  sessions: Sessions;
  shutdown: Shutdown;
  log: FastifyBaseLogger;
}
