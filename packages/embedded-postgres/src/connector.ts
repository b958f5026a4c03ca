/**
 * Base class of all PostgreSQL connections: pool, listener, jobs, migrations and commands. It connects to the host that
 * matches `target_session_attrs` and closes when that host no longer does. The caller gets an error of SQLSTATE class
 * 08, and the next connection searches for the host again.
 */
import type { Socket } from 'node:net';
import pg from 'pg';
import type { Host } from './connector/addresses.ts';
import { connectionError, type Servers, serversOf } from './connector/servers.ts';

const CONNECT_MS = 5_000;
/** Shorter than the idle timeout of common firewalls. */
const KEEPALIVE_MS = 10_000;
/** After this long without data for a running statement, the server is probed. */
const PROBE_AFTER_MS = 3_000;
/** A vanished server never acknowledges the disconnect. */
const END_TIMEOUT_MS = 1_000;

interface Config extends pg.ClientConfig {
  /** Closes the connection after this long without data: PostgreSQL never times out a commit waiting for a standby. */
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
    // An unhandled `error` event would crash the process. A pending query is rejected with the same error.
    this.on('error', () => servers.forget());
    this.connection.on('errorMessage', (error: pg.DatabaseError) => {
      if (endsConnection(error)) this.#break(error);
    });
    // The commit is only certain on this server. After this warning PostgreSQL reports a normal success.
    this.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN')
        this.#break(connectionError('no standby has confirmed the commit', '08007'));
    });
  }

  /** True while a statement is running. */
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

  /** A vanished host and a long statement are both silent: only a probe tells them apart. */
  #watch(host: Host): void {
    const stream = this.connection.stream as Socket;
    let bytesRead = 0;
    let waitedMs = 0;
    stream.setTimeout(PROBE_AFTER_MS).on('timeout', () => {
      if (!this.isWaiting) return;
      stream.setTimeout(PROBE_AFTER_MS);
      waitedMs = (stream.bytesRead === bytesRead ? waitedMs : 0) + PROBE_AFTER_MS;
      bytesRead = stream.bytesRead;
      if (waitedMs > this.#answerMs) stream.destroy(connectionError('no response in time', '08006'));
      else this.#servers.check(host);
    });
  }

  /** Closes at once and ignores anything that the server still sends. */
  #break(error: Error): void {
    this.connection.emit('error', error);
    this.connection.stream.destroy();
  }

  // biome-ignore lint/suspicious/noExplicitAny: with and without a callback, as pg has it
  override end(callback?: any): any {
    setTimeout(() => this.connection.stream.destroy(), END_TIMEOUT_MS).unref();
    return super.end(callback);
  }
}

/** Errors that would repeat on this connection: it leads to a standby, or its cached plans are stale. */
function endsConnection({ code, routine }: pg.DatabaseError): boolean {
  return code === '25006' || routine === 'RevalidateCachedQuery' || Boolean(code?.startsWith('08'));
}
