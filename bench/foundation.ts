/**
 * Start time, idle memory, latency for other users while hundreds log in at once, and whether response times reveal who has
 * an account.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startMailServer } from '../apps/api/test/mail-server.ts';
import { environmentOfTests, type RunningServer, startServer } from '../apps/api/test/process/server.ts';
import { closedLoop, deadlineIn, getPage } from './lib/load.ts';
import { percentile, report } from './lib/report.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-bench-'));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Time from `npm start` to the first response, with everything installed and built. */
async function startTime(): Promise<number> {
  const port = await freePort();
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    env: { ...environmentOfTests(), DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'silent' },
    stdio: 'ignore',
    detached: true,
  });
  for (;;) {
    const isReady = await fetch(`http://127.0.0.1:${port}/api/ready`)
      .then(({ ok }) => ok)
      .catch(() => false);
    if (isReady) break;
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

const LOGINS = 300;

/** Uses a separate client address: on Linux all of 127.0.0.0/8 is local. */
function loginFrom(localAddress: string, server: RunningServer, email: string): Promise<number> {
  return new Promise((resolve, reject) => {
    request(
      `${server.url}/api/auth/login`,
      { method: 'POST', headers: json, localAddress, agent: false },
      (response) => response.on('end', () => resolve(response.statusCode ?? 0)).resume(),
    )
      .on('error', reject)
      .end(JSON.stringify({ email, password: 'secret' }));
  });
}

/** All logins at once from one address, while other users work and log in one by one from a second address. */
async function loginStorm(server: RunningServer) {
  const token = await register(server, 'others@example.ke');
  const work = () => getPage(`${server.url}/api/auth/sessions`, token);
  const people = Array.from({ length: LOGINS }, (_, index) => `person${index}@example.ke`);
  for (const email of people) await register(server, email);
  const measure = async (until: () => boolean) => {
    const logins = timesOf(() => loginFrom('127.0.0.2', server, 'others@example.ke'), until);
    const others = await closedLoop(work, { connections: 8, until });
    return { p99: percentile(others, 0.99), login: percentile(await logins, 0.5) };
  };
  await measure(deadlineIn(2000));
  const quiet = await measure(deadlineIn(5000));
  let isOver = false;
  const during = measure(() => isOver);
  const statuses = await Promise.all(people.map((email) => loginFrom('127.0.0.1', server, email)));
  isOver = true;
  const storm = await during;
  return { quiet, storm, signedIn: statuses.filter((status) => status === 200).length };
}

async function timesOf(work: () => Promise<number>, until: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!until()) {
    const begin = performance.now();
    const status = await work();
    if (status !== 200) throw new Error(`a login answered ${status}`);
    times.push(performance.now() - begin);
  }
  return times;
}

const RESETS = 200;

/** Median response times of POST /auth/forgot-password, for an account and for an unknown address, in turns. */
async function resetTimes(): Promise<{ known: number; unknown: number }> {
  const mail = await startMailServer();
  const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', SMTP_URL: mail.url });
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 2 * RESETS; round += 1) {
    const kind = round % 4 === 0 || round % 4 === 3 ? 'known' : 'unknown';
    const email = kind === 'known' ? `person${round % LOGINS}@example.ke` : `nobody${round}@example.ke`;
    const begin = performance.now();
    const response = await fetch(`${server.url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email }),
    });
    await response.text();
    if (round >= 20) times[kind].push(performance.now() - begin);
    // The job of one request must not slow down the next.
    await wait(25);
  }
  await server.end('SIGTERM');
  await mail.close();
  return { known: percentile(times.known, 0.5), unknown: percentile(times.unknown, 0.5) };
}

await startTime();
const starts = [await startTime(), await startTime(), await startTime()];
report('npm start to the first answer (median of 3)', percentile(starts, 0.5) / 1000, 's', { atMost: 1.5 });

const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
await wait(3000);
report('memory of the server process, idle', residentMegabytes(server.process.pid!), 'MB', { atMost: 130 });
const { quiet, storm, signedIn } = await loginStorm(server);
const shown = ({ p99, login }: typeof quiet) => `${p99.toFixed(1)} ms, their logins ${login.toFixed(0)} ms`;
console.log(`others' p99: ${shown(quiet)} alone; ${shown(storm)} during ${LOGINS} logins`);
report(`of ${LOGINS} logins at once from one address, those answered`, signedIn, '', { atLeast: LOGINS });
report(`others' p99 during ${LOGINS} logins at once, against without`, storm.p99 / quiet.p99, 'x', {
  atMost: 2,
});
report('a login from another address meanwhile (median), against without', storm.login / quiet.login, 'x', {
  atMost: 2,
});
report('memory of the server process after it', residentMegabytes(server.process.pid!), 'MB', {
  atMost: 220,
});
await server.end('SIGTERM');
const resets = await resetTimes();
const [faster, slower] = [Math.min(resets.known, resets.unknown), Math.max(resets.known, resets.unknown)];
console.log(`forgot-password: ${resets.known.toFixed(2)} ms known, ${resets.unknown.toFixed(2)} ms unknown`);
report(
  'forgot-password for an account and an unknown address (medians), slower against faster',
  slower / faster,
  'x',
  {
    atMost: 1.15,
  },
);
rmSync(dataDir, { recursive: true, force: true });
