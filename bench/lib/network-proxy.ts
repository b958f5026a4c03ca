/**
 * TCP proxy between browser and server that counts every byte (headers, bodies, streams, but no TLS) and can emulate a
 * slow network. Page and workers share it. A new connection costs a round trip, a byte half of one, and all connections
 * share the bandwidth of a direction packet by packet.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface NetworkSpeed {
  bytesPerSecond: number;
  roundTripMs: number;
}

export interface NetworkProxy {
  url: string;
  /** Bytes up and down, and requests, since the last `reset`. */
  read(): { up: number; down: number; requests: number };
  reset(): void;
  /** Sets the speed from now on; undefined means unlimited. */
  set(speed?: NetworkSpeed): void;
  close(): Promise<void>;
}

const PACKET_BYTES = 1_460;
/** Bytes queued before the sender is paused. */
const MAX_QUEUED_BYTES = 64 * 1_024;
const TICK_MS = 5;

/** One direction of a proxied connection. */
interface Flow {
  from: Socket;
  to: Socket;
  packets: Buffer[];
  /** In flight, oldest first; `null` is the end. Delivery keeps this order even if the connection becomes faster. */
  sent: (Buffer | null)[];
  queuedBytes: number;
  ended: boolean;
}

export async function startNetworkProxy(target: string): Promise<NetworkProxy> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const lanes = { up: new Set<Flow>(), down: new Set<Flow>() };
  const counted = { up: 0, down: 0, requests: 0 };
  let speed: NetworkSpeed | undefined;

  const later = (milliseconds: number, work: () => void) =>
    milliseconds > 0 ? setTimeout(work, milliseconds) : work();

  function forward(lane: Set<Flow>, from: Socket, to: Socket): void {
    const flow: Flow = { from, to, packets: [], sent: [], queuedBytes: 0, ended: false };
    from.on('data', (chunk: Buffer) => {
      counted[lane === lanes.up ? 'up' : 'down'] += chunk.length;
      if (lane === lanes.up && /^[A-Z]+ \/\S* HTTP/.test(chunk.toString('latin1', 0, 2_048)))
        counted.requests += 1;
      for (let at = 0; at < chunk.length; at += PACKET_BYTES)
        flow.packets.push(chunk.subarray(at, at + PACKET_BYTES));
      flow.queuedBytes += chunk.length;
      if (flow.queuedBytes > MAX_QUEUED_BYTES) from.pause();
      lane.add(flow);
    });
    from.on('end', () => {
      flow.ended = true;
      lane.add(flow);
    });
  }

  function arrive({ sent, to }: Flow): void {
    const packet = sent.shift();
    if (packet === null) to.end();
    else if (packet && to.writable) to.write(packet);
  }

  /** Sends one packet of a flow and moves the flow to the end of its lane. */
  function sendPacket(lane: Set<Flow>, flow: Flow): number {
    const delay = speed ? speed.roundTripMs / 2 : 0;
    const packet = flow.packets.shift();
    lane.delete(flow);
    if (packet) {
      flow.queuedBytes -= packet.length;
      if (flow.queuedBytes <= MAX_QUEUED_BYTES) flow.from.resume();
      flow.sent.push(packet);
      later(delay, () => arrive(flow));
    }
    if (flow.packets.length > 0) lane.add(flow);
    else if (flow.ended) {
      flow.sent.push(null);
      later(delay, () => arrive(flow));
    }
    return packet?.length ?? 0;
  }

  const budget = { up: 0, down: 0 };
  let last = performance.now();
  const ticking = setInterval(() => {
    const now = performance.now();
    for (const direction of ['up', 'down'] as const) {
      const lane = lanes[direction];
      const share = speed ? (speed.bytesPerSecond * (now - last)) / 1_000 : Number.POSITIVE_INFINITY;
      // Unused bandwidth is not carried over.
      budget[direction] = Math.min(budget[direction], 0) + share;
      for (const flow of cycle(lane)) {
        budget[direction] -= sendPacket(lane, flow);
        if (budget[direction] <= 0) break;
      }
    }
    last = now;
  }, TICK_MS);

  const server = createServer((browser) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [browser, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => sockets.delete(socket));
    }
    browser.on('close', () => upstream.destroy());
    upstream.on('close', (failed) => failed && browser.destroy());
    // Delays the first data by the round trip of the TCP handshake.
    browser.pause();
    forward(lanes.up, browser, upstream);
    forward(lanes.down, upstream, browser);
    later(speed?.roundTripMs ?? 0, () => browser.resume());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    read: () => ({ ...counted }),
    reset() {
      Object.assign(counted, { up: 0, down: 0, requests: 0 });
    },
    set(next) {
      speed = next;
    },
    async close() {
      clearInterval(ticking);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Iterates over the set until it is empty, including items added again meanwhile. */
function* cycle<T>(set: Set<T>): Generator<T> {
  for (let [next] = set; next !== undefined; [next] = set) yield next;
}
