/** A real server on a real database of its own, and the people who use it. */
import type { Role, User } from '@ardhi/contract';
import { buildApp } from '../src/app.ts';
import { startChangeEventBus } from '../src/lib/change-events.ts';
import { connect } from '../src/lib/database.ts';
import type { Db } from '../src/lib/db.ts';
import { type Env, readEnv } from '../src/lib/env.ts';
import { type JobContext, jobContext, migrateJobs } from '../src/lib/jobs.ts';
import { createTestDatabase } from './database.ts';

export interface Answer<Body> {
  status: number;
  headers: Headers;
  body: Body;
}

export interface SendOptions {
  body?: unknown;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
}

/** Whoever makes calls: somebody signed in, or nobody. `call` is method and path: `'POST /land'`. */
export interface Person {
  user: User;
  token: string;
  send<Body = never>(call: string, options?: SendOptions): Promise<Answer<Body>>;
}

export interface TestApp {
  url: string;
  db: Db;
  env: Env;
  /** As a job is handed them. */
  services: JobContext;
  connectionString: string;
  /** Makes a call that nobody signed in for. */
  send<Body = never>(call: string, options?: SendOptions): Promise<Answer<Body>>;
  /** Registers a new person. */
  as(role: Role, name?: string): Promise<Person>;
  close(): Promise<void>;
}

export const PASSWORD = 'correct horse';

export async function startTestApp(variables: Record<string, string> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const env = readEnv({ LOG_LEVEL: 'silent', PORT: '0', GOVERNMENT_SIGNUP: 'open', ...variables });
  const { db, pool, close } = connect(database.connectionString, { waitMs: 60_000 });
  await migrateJobs(pool);
  const changeEvents = await startChangeEventBus({
    connectionString: database.connectionString,
    db,
    onError: () => {},
  });
  const { server, services } = await buildApp({ env, db, changeEvents });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  let people = 0;

  async function send<Body>(call: string, options: SendOptions = {}, token?: string): Promise<Answer<Body>> {
    const [method = 'GET', path = ''] = call.split(' ');
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(options.query ?? {})) search.set(key, String(value));
    const response = await fetch(`${url}/api${path}${search.size ? `?${search}` : ''}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...options.headers,
      },
      body:
        options.body === undefined
          ? undefined
          : typeof options.body === 'string'
            ? options.body
            : JSON.stringify(options.body),
    });
    const text = await response.text();
    const json = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: (json && text ? JSON.parse(text) : text) as Body,
    };
  }

  return {
    url,
    db,
    env,
    services: jobContext(services),
    connectionString: database.connectionString,
    send: (call, options) => send(call, options),
    async as(role, name) {
      people += 1;
      const answer = await send<{ token: string; user: User }>('POST /auth/register', {
        body: {
          name: name ?? `${role} ${people}`,
          email: `${role}${people}@test.example`,
          password: PASSWORD,
          role,
          ...(role === 'farmer'
            ? { location: 'Njoro, Nakuru County', farmSize: 2 }
            : { department: 'Agriculture' }),
        },
      });
      if (answer.status !== 201) throw new Error(`Could not register: ${JSON.stringify(answer.body)}`);
      const { token, user } = answer.body;
      return { user, token, send: (call, options) => send(call, options, token) };
    },
    async close() {
      await server.close();
      await changeEvents.close();
      await close();
      await database.drop();
    },
  };
}
