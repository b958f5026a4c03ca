/** Cost of change events for writes: the same server with and without them, in alternating rounds. */
import { buildApp } from '../../apps/api/src/app.ts';
import { type ChangeEventBus, startChangeEventBus } from '../../apps/api/src/lib/database/change-events.ts';
import { connect, type Database } from '../../apps/api/src/lib/database/database.ts';
import { readEnv } from '../../apps/api/src/lib/settings/env.ts';
import { closedLoop, deadlineIn, receive } from './load.ts';
import { addPeople, type BenchPerson } from './people.ts';
import { report } from './report.ts';

const CONNECTIONS = 16;
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);

/** Change event bus that does nothing. */
const noEvents: ChangeEventBus = {
  listening: () => true,
  publish: () => undefined,
  subscribe: () => () => undefined,
  close: async () => undefined,
};

async function start(connectionString: string, withEvents: boolean) {
  const database = connect(connectionString, { max: CONNECTIONS });
  const changeEvents = withEvents
    ? await startChangeEventBus({ connectionString, db: database.db, onError: () => undefined })
    : noEvents;
  const env = readEnv({ LOG_LEVEL: 'silent', PORT: '0', GOVERNMENT_SIGNUP: 'open' });
  const { server } = await buildApp({ env, db: database.db, changeEvents });
  return {
    url: await server.listen({ port: 0, host: '127.0.0.1' }),
    async stop() {
      await server.close();
      await changeEvents.close();
      await database.close();
    },
  };
}

async function writesPerSecond(url: string, people: BenchPerson[], seconds: number): Promise<number> {
  let next = 0;
  const write = async () => {
    const sender = people[next % people.length]!;
    const recipient = people[(next + 1) % people.length]!;
    next += 1;
    const response = await fetch(`${url}/api/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${sender.token}` },
      body: JSON.stringify({
        recipientId: recipient.id,
        channelType: 'general',
        subject: 'Bench',
        content: 'Habari?',
      }),
    });
    await receive(response);
  };
  const times = await closedLoop(write, { connections: CONNECTIONS, until: deadlineIn(seconds * 1000) });
  return times.length / seconds;
}

export async function measureChangeEvents({ db, pool }: Database, connectionString: string): Promise<void> {
  const people = await addPeople(db, 500, 'farmer');
  const [withBus, withoutBus] = [await start(connectionString, true), await start(connectionString, false)];
  const ratios: number[] = [];
  for (const { url } of [withBus, withoutBus]) await writesPerSecond(url, people, 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    await pool.query('truncate throttles');
    const without = await writesPerSecond(withoutBus.url, people, SECONDS);
    await pool.query('truncate throttles');
    const withEvents = await writesPerSecond(withBus.url, people, SECONDS);
    console.log(
      `messages per second: ${withEvents.toFixed(0)} with change events, ${without.toFixed(0)} without`,
    );
    ratios.push(withEvents / without);
  }
  ratios.sort((left, right) => left - right);
  report('writes with change events against without, median', ratios[Math.floor(ratios.length / 2)]!, '×', {
    atLeast: 0.8,
  });
  await Promise.all([withBus.stop(), withoutBus.stop()]);
}
