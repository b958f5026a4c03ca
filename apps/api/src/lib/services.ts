import type { FastifyBaseLogger } from 'fastify';
import type { ChangeEventBus } from './change-events.ts';
import type { Db } from './db.ts';
import type { Env } from './env.ts';
import type { PrimaryLog } from './primary-log.ts';
import type { Replica } from './replica.ts';
import type { Sessions } from './session.ts';
import type { Shutdown } from './shutdown.ts';

export interface Replicas {
  log: PrimaryLog;
  calls: Replica;
  exports: Replica;
}

/** What a domain's routes and jobs are handed. Built once in `app.ts`. */
export interface Services {
  env: Env;
  db: Db;
  /** For exports and jobs: connections of their own, whose statements may take longer. */
  longDb: Db;
  /** Where a replica is read: how far the primary is, and the replica for calls and for exports. */
  replica?: Replicas;
  changeEvents: ChangeEventBus;
  sessions: Sessions;
  shutdown: Shutdown;
  log: FastifyBaseLogger;
}
