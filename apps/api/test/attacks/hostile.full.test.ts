/**
 * A hundred thousand hostile requests to every call. The seed is printed; `HOSTILE_SEED` repeats a run, and a failure names
 * the number of its request. `HOSTILE_REQUESTS` is their number, and `HOSTILE_MODE=deployed` sends them to a deployed server.
 */
import { randomBytes } from 'node:crypto';
import type { Role } from '@ardhi/contract';
import { expect, it } from 'vitest';
import { LIMITS } from '../../src/lib/settings/env.ts';
import { newParcel, sent } from '../land.ts';
import { newApplication, openProgramme } from '../subsidies.ts';
import { confirm, type Mode, PASSWORD, type Person, startModes } from './built.ts';
import { type Caller, hostileClient, hostileRequest, INTERNALS, type Known } from './hostile.ts';

const REQUESTS = Number(process.env.HOSTILE_REQUESTS ?? 100_000);
const CONNECTIONS = 16;
/** Sessions and confirmations are renewed after this many requests: some requests end them. */
const ROUND = 5_000;

const MODE: Mode = process.env.HOSTILE_MODE === 'deployed' ? 'deployed' : 'loopback';
// Without rate limits, which would reject most of the requests before they are read.
const noLimits = Object.fromEntries(Object.values(LIMITS).map(({ setting }) => [setting, '0']));
const running = startModes([MODE], { ...noLimits, LOG_LEVEL: 'error' });

const ROLES: Partial<Record<Caller, Role>> = {
  farmer: 'farmer',
  neighbour: 'farmer',
  official: 'government',
  colleague: 'government',
};
type People = Partial<Record<Caller, Person>>;

/** Replaces the callers whose sessions have ended. One official can export, because the session is confirmed. */
async function renew(people: People): Promise<void> {
  for (const [caller, role] of Object.entries(ROLES) as [Caller, Role][]) {
    const person = people[caller];
    const isSignedIn = person && (await person.send('GET /auth/profile')).status === 200;
    if (!isSignedIn) people[caller] = await running[MODE].as(role);
  }
  await running[MODE].db.deleteFrom('throttles').execute();
  await confirm(people.official!, { password: PASSWORD });
}

async function createRows({ farmer, neighbour, official }: People): Promise<Known> {
  const programme = await openProgramme(official!);
  const parcels = [await newParcel(farmer!), await newParcel(neighbour!)];
  const applications = [
    await newApplication(farmer!),
    await newApplication(neighbour!, { programmeId: programme._id }),
  ];
  const policy = await sent<{ _id: string }>(official!, 'POST /policies', {
    title: 'Terraces',
    description: 'Build terraces where the land is steep.',
  });
  const people = [farmer!, neighbour!, official!].map(({ user }) => user);
  const rows = [programme, ...parcels, ...applications, policy, ...people];
  return {
    ids: rows.map(({ _id }) => _id),
    emails: [...people.map(({ email }) => email), 'nobody@example.ke'],
  };
}

it(`${REQUESTS} hostile requests get a response each, and cause no server error`, async () => {
  const seed = process.env.HOSTILE_SEED ?? randomBytes(4).toString('hex');
  process.stdout.write(`hostile requests: HOSTILE_SEED=${seed}\n`);
  const app = running[MODE];
  const people: People = {};
  await renew(people);
  const known = await createRows(people);
  const client = hostileClient(app.url, CONNECTIONS);
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  let resent = 0;

  const sendOne = async (number: number) => {
    const hostile = hostileRequest(seed, number, known);
    const token = hostile.caller === 'forged' ? 'x'.repeat(43) : (people[hostile.caller]?.token ?? null);
    let response = await client.send(hostile, token);
    // A server may close an idle connection while a request is on its way. A fresh connection gets a response, or it is a fault.
    if (response.status === 0) {
      resent += 1;
      response = await client.send(hostile, token, { isFresh: true });
    }
    const { status, text } = response;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const isBusy = status === 503 && text.includes('"code":"busy"');
    if (status === 0 || (status >= 500 && !isBusy) || INTERNALS.test(text))
      faults.push(
        `${number}: ${hostile.caller} ${hostile.call} as ${hostile.method} ${hostile.path.slice(0, 200)} ` +
          `${JSON.stringify(hostile.headers)} ${hostile.body?.toString('latin1').slice(0, 300)}: ` +
          `${status} ${text.slice(0, 200)}`,
      );
  };

  for (let from = 0; from < REQUESTS; from += ROUND) {
    await renew(people);
    let next = from;
    const drain = async () => {
      while (next < from + ROUND && faults.length < 20) {
        const number = next;
        next += 1;
        await sendOne(number);
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, drain));
  }
  client.close();
  process.stdout.write(`hostile requests: by status ${JSON.stringify(statuses)}, ${resent} sent twice\n`);

  expect(faults).toEqual([]);
  const count = Object.values(statuses).reduce((sum, one) => sum + one, 0);
  expect(count).toBe(REQUESTS);
  expect((await app.send('GET /ready')).status).toBe(200);
  const errors = app
    .output()
    .split('\n')
    .filter((line) => /"level":[56]0/.test(line));
  expect(errors).toEqual([]);
});
