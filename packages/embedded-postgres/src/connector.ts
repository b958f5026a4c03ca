/**
 * Every connection to PostgreSQL is one of these: the pool's, the listener's, those of jobs, migrations and commands. It
 * goes to the host that is wanted, and ends when that host is no longer the one: whoever asked gets an error of the
 * class "no connection", and the next connection looks for the host anew.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Host } from './connector/addresses.ts';
import { connectionError, type Servers, serversOf } from './connector/servers.ts';

const CONNECT_MS = 5_000;
/** Shorter than what firewalls forget idle connections after. */
const KEEPALIVE_MS = 10_000;
/** After so long without a word about a statement the server is asked whether it is there. */
const QUIET_MS = 3_000;
/** A server that has vanished does not say goodbye. */
const GOODBYE_MS = 1_000;

interface Config extends pg.ClientConfig {
  /** After so long without a word the connection ends: no limit of PostgreSQL's holds for a commit that waits for a standby. */
  answerMs?: number;
}

export class ServerClient extends pg.Client {
  readonly #servers: Servers;
  readonly #answerMs: number;

  constructor(config: Config = {}) {
    const servers = serversOf(config.connectionString ?? '');
    super({
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      ...config,
      connectionString: servers.connectionString,
    });
    this.#servers = servers;
    this.#answerMs = config.answerMs ?? Number.POSITIVE_INFINITY;
    // Without a listener an error would end the process. Whoever waits for a statement gets it as well.
    this.on('error', () => servers.forget());
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (endsConnection(error)) this.#break(error);
    });
    // The commit is done here and perhaps nowhere else; what follows this warning looks like any other success.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN')
        this.#break(connectionError('no standby has confirmed the commit', '08007'));
    });
  }

  /** For the answer to a statement. */
  get isWaiting(): boolean {
    return !(this as { readyForQuery?: boolean }).readyForQuery;
  }

  // biome-ignore lint/suspicious/noExplicitAny: with and without a callback, as pg has it
  override connect(callback?: any): any {
    const connecting = this.#connect();
    if (!callback) return connecting;
    connecting.then(() => callback(null, this), callback);
  }

  async #connect(): Promise<this> {
    const host = await this.#servers.find();
    Object.assign(this, host);
    try {
      await super.connect();
      this.#servers.add(this, host);
      this.#watch(host);
      await this.#servers.assertFits(this, host);
      return this;
    } catch (error) {
      this.#servers.forget();
      this.connection.stream.destroy();
      throw error;
    }
  }

  /** A host that vanishes says nothing, and neither does one that works on a long statement: only asking tells. */
  #watch(host: Host): void {
    const stream = this.connection.stream as Socket;
    let bytesRead = 0;
    let waitedMs = 0;
    stream.setTimeout(QUIET_MS).on('timeout', () => {
      if (!this.isWaiting) return;
      stream.setTimeout(QUIET_MS);
      waitedMs = (stream.bytesRead === bytesRead ? waitedMs : 0) + QUIET_MS;
      bytesRead = stream.bytesRead;
      if (waitedMs > this.#answerMs) stream.destroy(connectionError('no answer in time', '08006'));
      else this.#servers.check(host);
    });
  }

  /** At once: what the server sends after it is not heard. */
  #break(error: Error): void {
    this.connection.emit('error', error);
    this.connection.stream.destroy();
  }

  // biome-ignore lint/suspicious/noExplicitAny: with and without a callback, as pg has it
  override end(callback?: any): any {
    setTimeout(() => this.connection.stream.destroy(), GOODBYE_MS).unref();
    return super.end(callback);
  }
}

/** What this connection would answer again and again: it leads to a standby, or has plans for tables as they were. */
function endsConnection({ code, routine }: pg.DatabaseError): boolean {
  return code === '25006' || routine === 'RevalidateCachedQuery' || Boolean(code?.startsWith('08'));
}
