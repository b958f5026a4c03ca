/** A fault-injecting proxy: the connection to the server can be cut at any byte, in either direction. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** The connection breaks after so many bytes of the request, or of the response. */
export interface Cut {
  direction: 'request' | 'response';
  bytes: number;
}

export interface FaultProxy {
  url: string;
  /** The next connections are cut like this, one after the other; the ones after them are whole. */
  plan: (cuts: readonly Cut[]) => void;
  /** How many cuts were made. */
  made: () => number;
  close: () => Promise<void>;
}

export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let planned: Cut[] = [];
  let made = 0;

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

    function forward(from: Socket, to: Socket, maxBytes: number | undefined): void {
      let left = maxBytes;
      from.on('data', (chunk: Buffer) => {
        if (left === undefined || chunk.length < left) {
          if (left !== undefined) left -= chunk.length;
          to.write(chunk);
          return;
        }
        made += 1;
        // What was sent before the cut arrives, the rest never does.
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
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
