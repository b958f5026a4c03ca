/** Host selection and health checks for the servers of one connection string. */
import pg from 'pg';
import { type Addresses, type Host, parseAddresses, type SessionAttrs } from './addresses.ts';

/** Timeout of a probe. All hosts are probed in parallel. */
const PROBE_TIMEOUT_MS = 3_000;
/** If no host matches, the failure is cached this long so that not every request probes again. */
const RETRY_AFTER_MS = 300;

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

/** Error with a SQLSTATE of class 08, connection exception. */
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

  /** The host to connect to. Cached until `forget`. */
  find(): Promise<Host> {
    if (this.#hosts.length === 1) return Promise.resolve(this.#hosts[0]!);
    this.#found ??= this.#search().catch((error) => {
      setTimeout(() => this.forget(), RETRY_AFTER_MS).unref();
      throw error;
    });
    return this.#found;
  }

  forget(): void {
    this.#found = null;
  }

  /** The first host that responds and matches, so a vanished host delays nothing. */
  async #search(): Promise<Host> {
    const probes = this.#hosts.map((host) => this.#probe(host));
    const firstThatIs = (attrs: SessionAttrs) =>
      Promise.any(
        probes.map(async (state, index) => {
          const host = this.#hosts[index]!;
          if (!FITS[attrs](await state)) throw new Error(`${nameOf(host)} is not ${attrs}`);
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

  /** Uses a separate connection to distinguish a dead server from a long statement. */
  async #probe(host: Host): Promise<State> {
    const { connectionString } = this;
    const client = Object.assign(new pg.Client({ connectionString, application_name: 'ardhi probe' }), host);
    client.on('error', () => undefined);
    const silent = connectionError(`${nameOf(host)} does not respond`, '08006');
    const limit = setTimeout(() => client.connection.stream.destroy(silent), PROBE_TIMEOUT_MS);
    try {
      await client.connect();
      return (await client.query<State>(STATE)).rows[0]!;
    } finally {
      clearTimeout(limit);
      client.end().catch(() => undefined);
    }
  }

  /** The host may have become a standby since the probe. */
  async assertFits(client: pg.Client, host: Host): Promise<void> {
    if (this.#attrs === 'any') return;
    const { rows } = await client.query<State>(STATE);
    if (!FITS[this.#attrs](rows[0]!)) throw connectionError(`${nameOf(host)} is not ${this.#attrs}`, '08001');
  }

  add(client: pg.Client, host: Host): void {
    this.#clients.set(client, host);
    client.once('end', () => this.#clients.delete(client));
  }

  /** Closes all connections to the host if it is unreachable or no longer matches. */
  check(host: Host): void {
    if (this.#checks.has(host)) return;
    const checked = this.#probe(host)
      .then(FITS[this.#attrs], isRefusal)
      .then((isUsable) => {
        this.#checks.delete(host);
        if (!isUsable) this.#leave(host);
      });
    this.#checks.set(host, checked);
  }

  #leave(host: Host): void {
    this.forget();
    const gone = connectionError(`${nameOf(host)} does not respond`, '08006');
    for (const [client, its] of this.#clients) if (its === host) client.connection.stream.destroy(gone);
  }
}

/** A server that refuses a connection, for example because all are in use, is alive. */
function isRefusal(error: { severity?: string; code?: string }): boolean {
  return error.severity !== undefined && !error.code?.startsWith('08');
}

const known = new Map<string, Servers>();

/** Shared by all connections with the same connection string, so that one probe serves all. */
export function serversOf(connectionString: string): Servers {
  const servers = known.get(connectionString) ?? new Servers(parseAddresses(connectionString));
  known.set(connectionString, servers);
  return servers;
}
