/** Load generator as a separate process, so that it can be pinned to a core. Prints the response times as JSON. */
import { randomUUID } from 'node:crypto';
import { closedLoop, deadlineIn, getPage, openLoop, receive } from './load.ts';

export type LoadOrder = {
  url: string;
  tokens: string[];
  seconds: number;
} & ({ kind: 'writes'; perSecond: number } | { kind: 'reads'; connections: number; paths: string[] });

const order = JSON.parse(process.argv[2]!) as LoadOrder;
const tokenOf = (turn: number) => order.tokens[turn % order.tokens.length]!;

async function write(turn: number): Promise<void> {
  const response = await fetch(`${order.url}/api/land`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf(turn)}` },
    body: JSON.stringify({
      _id: randomUUID(),
      name: `Shamba ${turn}`,
      size: 2.5,
      location: { address: 'Njoro, Nakuru County' },
    }),
  });
  await receive(response);
}

let turn = 0;
const times =
  order.kind === 'writes'
    ? await openLoop(write, order)
    : await closedLoop(
        () => {
          turn += 1;
          const path = order.paths[turn % order.paths.length]!;
          return getPage(`${order.url}/api${path}`, tokenOf(turn));
        },
        { connections: order.connections, until: deadlineIn(order.seconds * 1000) },
      );
process.stdout.write(JSON.stringify(times));
