import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../env.ts';
import type { Db } from './db.ts';
import type { HintBus } from './hints.ts';
import type { Sessions } from './session.ts';

/** What a domain's routes and jobs are handed. Built once in `app.ts`. */
export interface Services {
  env: Env;
  db: Db;
  hints: HintBus;
  sessions: Sessions;
  log: FastifyBaseLogger;
}
