/** A line to the server that can be cut at any byte, in either direction. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** After so many bytes of the request, or of the answer, the line is gone. */
export interface Cut {
  side: 'request' | 'answer';
  bytes: number;
}

export interface CuttingProxy {
  url: string;
  /** The next connections are cut like this, one after the other; the ones after them are whole. */
  plan: (cuts: readonly Cut[]) => void;
  /** How many cuts were made. */
  made: () => number;
  close: () => Promise<void>;
}

export async function startCuttingProxy(target: string): Promise<CuttingProxy> {
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
    carry(client, upstream, cut?.side === 'request' ? cut.bytes : undefined);
    carry(upstream, client, cut?.side === 'answer' ? cut.bytes : undefined);

    function carry(from: Socket, to: Socket, most: number | undefined): void {
      let left = most;
      from.on('data', (chunk: Buffer) => {
        if (left === undefined || chunk.length < left) {
          if (left !== undefined) left -= chunk.length;
          to.write(chunk);
          return;
        }
        made += 1;
        // What was on its way arrives, the rest never does.
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
