/** A proxy that counts every byte between a browser and the server, in both directions: headers, bodies, streams, everything but TLS. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Wire {
  url: string;
  /** Bytes up and down since the last call of `reset`. */
  read(): { up: number; down: number };
  reset(): void;
  close(): Promise<void>;
}

export async function byteCountingProxy(target: string): Promise<Wire> {
  const { hostname, port } = new URL(target);
  const counted = { up: 0, down: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    browser.on('data', (chunk) => {
      counted.up += chunk.length;
    });
    upstream.on('data', (chunk) => {
      counted.down += chunk.length;
    });
    browser.pipe(upstream).pipe(browser);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read: () => ({ ...counted }),
    reset() {
      counted.up = 0;
      counted.down = 0;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
