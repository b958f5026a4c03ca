/** Fault-injecting proxy: cuts connections at any byte in either direction, hangs, or sends forged responses. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Breaks the connection after `bytes` of the request or of the response. */
export interface Cut {
  direction: 'request' | 'response';
  bytes: number;
}

/** Fault for requests whose first line matches. */
export interface LineMode {
  requests: RegExp;
  /** The forged response; without one the request hangs. */
  answer?: { status: string; type: string; body: string };
}

export interface FaultProxy {
  url: string;
  /** Cuts the next connections in this order. Later connections work. */
  plan: (cuts: readonly Cut[]) => void;
  /** Number of cuts made. */
  made: () => number;
  /** Sets the fault from now on. Without a mode requests pass unchanged. */
  set: (mode?: LineMode) => void;
  /** Number of API calls received. */
  asked: () => number;
  /** Number of forged responses sent. */
  forged: () => number;
  close: () => Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let planned: Cut[] = [];
  let made = 0;
  let asked = 0;
  let forged = 0;
  let mode: LineMode | undefined;

  const server: Server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    const cut = planned.shift();
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', end);
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    forward(client, upstream, cut?.direction === 'request' ? cut.bytes : undefined);
    forward(upstream, client, cut?.direction === 'response' ? cut.bytes : undefined);

    /** Checks one chunk only, because browsers send the head of a request in one piece. */
    function isHandled(chunk: Buffer): boolean {
      const [line = ''] = chunk.toString('latin1').split('\r\n', 1);
      if (/^[A-Z]+ \/api\//.test(line)) asked += 1;
      if (!mode?.requests.test(line)) return false;
      if (mode.answer) {
        forged += 1;
        const { status, type, body } = mode.answer;
        const head = `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${Buffer.byteLength(body)}`;
        client.end(`${head}\r\nconnection: close\r\n\r\n${body}`);
      }
      return true;
    }

    function forward(from: Socket, to: Socket, maxBytes: number | undefined): void {
      let left = maxBytes;
      from.on('data', (chunk: Buffer) => {
        if (from === client && isHandled(chunk)) return;
        if (left === undefined || chunk.length < left) {
          if (left !== undefined) left -= chunk.length;
          to.write(chunk);
          return;
        }
        made += 1;
        // Bytes before the cut are delivered.
        to.write(chunk.subarray(0, left), end);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    plan: (cuts) => {
      planned = [...cuts];
    },
    made: () => made,
    set: (next) => {
      mode = next;
    },
    asked: () => asked,
    forged: () => forged,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
