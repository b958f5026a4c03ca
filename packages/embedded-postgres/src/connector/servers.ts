/** The servers of one connection string: which of them to talk to now, and whether it still answers. */
import pg from 'pg';
import { type Addresses, type Host, parseAddresses, type SessionAttrs } from './addresses.ts';

/** What a server may take to say what it is; all are asked at once. */
const ASK_MS = 3_000;
/** While none of them will do, they are not asked for each request. */
const PAUSE_MS = 300;

interface State {
  isStandby: boolean;
  isReadOnly: boolean;
}

const STATE = `select pg_is_in_recovery() as "isStandby",
                      current_setting('transaction_read_only') = 'on' as "isReadOnly"`;

const FITS: Record<SessionAttrs, (state: State) => boolean> = {
  any: () => true,
  'prefer-standby': () => true,
  'read-write': ({ isReadOnly }) => !isReadOnly,
  'read-only': ({ isReadOnly }) => isReadOnly,
  primary: ({ isStandby }) => !isStandby,
  standby: ({ isStandby }) => isStandby,
};

/** An error that says, by SQLSTATE, that there is no connection. */
export const connectionError = (message: string, code: string) => Object.assign(new Error(message), { code });

const nameOf = ({ host, port }: Host) => (host ? `${host}:${port}` : 'the server');

export class Servers {
  readonly connectionString: string;
  readonly #hosts: Host[];
  readonly #attrs: SessionAttrs;
  readonly #clients = new Map<pg.Client, Host>();
  readonly #checks = new Map<Host, Promise<void>>();
  #found: Promise<Host> | null = null;

  constructor({ connectionString, hosts, attrs }: Addresses) {
    this.connectionString = connectionString;
    this.#hosts = hosts;
    this.#attrs = attrs;
  }

  /** The host to connect to: looked for once, and again after `forget`. */
  find(): Promise<Host> {
    if (this.#hosts.length === 1) return Promise.resolve(this.#hosts[0]!);
    this.#found ??= this.#search().catch((error) => {
      setTimeout(() => this.forget(), PAUSE_MS).unref();
      throw error;
    });
    return this.#found;
  }

  forget(): void {
    this.#found = null;
  }

  /** The first that answers and fits: one that has vanished keeps nobody waiting. */
  async #search(): Promise<Host> {
    const asked = this.#hosts.map((host) => this.#ask(host));
    const firstThatIs = (attrs: SessionAttrs) =>
      Promise.any(
        asked.map(async (answer, index) => {
          const host = this.#hosts[index]!;
          if (!FITS[attrs](await answer)) throw new Error(`${nameOf(host)} is not ${attrs}`);
          return host;
        }),
      );
    try {
      if (this.#attrs !== 'prefer-standby') return await firstThatIs(this.#attrs);
      return await firstThatIs('standby').catch(() => firstThatIs('any'));
    } catch (error) {
      const faults = (error as AggregateError).errors.map(({ message }: Error) => message);
      throw connectionError(faults.join(', '), '08001');
    }
  }

  /** By a connection of its own, so that it tells a server that is gone from a statement that takes long. */
  async #ask(host: Host): Promise<State> {
    const { connectionString } = this;
    const client = Object.assign(new pg.Client({ connectionString, application_name: 'ardhi probe' }), host);
    client.on('error', () => undefined);
    const silent = connectionError(`${nameOf(host)} gives no answer`, '08006');
    const limit = setTimeout(() => client.connection.stream.destroy(silent), ASK_MS);
    try {
      await client.connect();
      return (await client.query<State>(STATE)).rows[0]!;
    } finally {
      clearTimeout(limit);
      client.end().catch(() => undefined);
    }
  }

  /** A host that fitted a moment ago may have become a standby. */
  async assertFits(client: pg.Client, host: Host): Promise<void> {
    if (this.#attrs === 'any') return;
    const { rows } = await client.query<State>(STATE);
    if (!FITS[this.#attrs](rows[0]!)) throw connectionError(`${nameOf(host)} is not ${this.#attrs}`, '08001');
  }

  add(client: pg.Client, host: Host): void {
    this.#clients.set(client, host);
    client.once('end', () => this.#clients.delete(client));
  }

  /** Leaves the host, with all connections, if it has vanished or is no longer what is wanted. */
  check(host: Host): void {
    if (this.#checks.has(host)) return;
    const checked = this.#ask(host)
      .then(FITS[this.#attrs], isRefusal)
      .then((answers) => {
        this.#checks.delete(host);
        if (!answers) this.#leave(host);
      });
    this.#checks.set(host, checked);
  }

  #leave(host: Host): void {
    this.forget();
    const gone = connectionError(`${nameOf(host)} gives no answer`, '08006');
    for (const [client, its] of this.#clients) if (its === host) client.connection.stream.destroy(gone);
  }
}

/** A server that refuses, since it has no connection left for instance, is there. */
function isRefusal(error: { severity?: string; code?: string }): boolean {
  return error.severity !== undefined && !error.code?.startsWith('08');
}

const known = new Map<string, Servers>();

/** The same for all who use the connection string, so that one finds out for all. */
export function serversOf(connectionString: string): Servers {
  const servers = known.get(connectionString) ?? new Servers(parseAddresses(connectionString));
  known.set(connectionString, servers);
  return servers;
}
