import type { FastifyBaseLogger } from 'fastify';
import type { ChangeEventBus } from '../database/change-events.ts';
import type { Db } from '../database/db.ts';
import type { Replicas } from '../database/replica.ts';
import type { Env } from '../settings/env.ts';
import type { Sessions } from './session.ts';
import type { Shutdown } from './shutdown.ts';

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
