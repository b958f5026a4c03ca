/** Start time, memory at rest, and what others feel while 32 people log in. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { environmentOfTests, type RunningServer, startServer } from '../apps/api/test/process/server.ts';
import { closedLoop, deadlineIn } from './lib/load.ts';
import { percentile, report } from './lib/report.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-bench-'));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** `npm start` with everything in place, to the first answer. */
async function startTime(): Promise<number> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    env: { ...environmentOfTests(), DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    detached: true,
  });
  for (;;) {
    const answered = await fetch(`http://127.0.0.1:${port}/api/ready`)
      .then(({ ok }) => ok)
      .catch(() => false);
    if (answered) break;
    await wait(5);
  }
  const taken = performance.now() - begin;
  const ended = new Promise((resolve) => child.once('close', resolve));
  process.kill(-child.pid!, 'SIGTERM');
  await ended;
  return taken;
}

const residentMegabytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

const json = { 'content-type': 'application/json' };

async function register(server: RunningServer, email: string): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/register`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({
      name: 'A',
      email,
      password: 'secret',
      role: 'farmer',
      location: 'Molo',
      farmSize: 1,
    }),
  });
  return ((await response.json()) as { token: string }).token;
}

async function loginStorm(server: RunningServer): Promise<{ quiet: number; storm: number }> {
  const token = await register(server, 'others@example.ke');
  const work = () =>
    fetch(`${server.url}/api/auth/sessions`, { headers: { authorization: `Bearer ${token}` } });
  const people = Array.from({ length: 32 }, (_, index) => `person${index}@example.ke`);
  for (const email of people) await register(server, email);
  let turn = 0;
  const login = () => {
    turn += 1;
    return fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: people[turn % people.length], password: 'secret' }),
    });
  };
  const measure = (until: () => boolean) => closedLoop(work, { connections: 8, until });
  await measure(deadlineIn(2000));
  const quiet = percentile(await measure(deadlineIn(5000)), 0.99);
  const until = deadlineIn(8000);
  const [during] = await Promise.all([measure(until), closedLoop(login, { connections: 32, until })]);
  return { quiet, storm: percentile(during, 0.99) };
}

await startTime();
const starts = [await startTime(), await startTime(), await startTime()];
report('npm start to the first answer (median of 3)', percentile(starts, 0.5) / 1000, 's', { atMost: 1.5 });

const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
await wait(3000);
report('memory of the server process, idle', residentMegabytes(server.process.pid!), 'MB', { atMost: 130 });
const { quiet, storm } = await loginStorm(server);
console.log(`others' p99: ${quiet.toFixed(1)} ms alone, ${storm.toFixed(1)} ms while 32 people log in`);
report("others' p99 while 32 people log in, against without", storm / quiet, 'x', { atMost: 2 });
report('memory of the server process after it', residentMegabytes(server.process.pid!), 'MB', {
  atMost: 220,
});
await server.end('SIGTERM');
rmSync(dataDir, { recursive: true, force: true });
