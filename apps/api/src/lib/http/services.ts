import type { FastifyBaseLogger } from 'fastify';
import type { ChangeEventBus } from '../database/change-events.ts';
import type { Db } from '../database/db.ts';
import type { DiskSpace } from '../database/disk-space.ts';
import type { Replicas } from '../database/replica.ts';
import type { Env } from '../settings/env.ts';
import type { Sessions } from './session.ts';
import type { Shutdown } from './shutdown.ts';

/** Dependencies of a domain's routes and jobs. Built once in `app.ts`. */
export interface Services {
  env: Env;
  db: Db;
  /** For exports and jobs: separate connections with a longer statement timeout. */
  longDb: Db;
  /** Set if DATABASE_READ_URL names a replica. */
  replica?: Replicas;
  diskSpace: DiskSpace;
  changeEvents: ChangeEventBus;
  sessions: Sessions;
  shutdown: Shutdown;
  log: FastifyBaseLogger;
}
