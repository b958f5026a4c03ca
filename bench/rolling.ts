/** Rolling restart of three processes behind deploy/'s HAProxy under reads, 3 s apart, so that restarts overlap. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { migrate, startEmbeddedPostgres } from '@ardhi/embedded-postgres';
import { clientOf } from '../apps/api/test/client.ts';
import { newParcel } from '../apps/api/test/land.ts';
import { freePort, missingFor, startProxy } from '../apps/api/test/process/proxies.ts';
import { type RunningServer, startServer } from '../apps/api/test/process/server.ts';
import { openLoop } from './lib/load.ts';
import { percentile, report } from './lib/report.ts';

const PER_SECOND = Number(process.env.READS_PER_SECOND ?? 1000);
const APART_MS = 3000;
const SECONDS = 25;

async function main(): Promise<void> {
  const missing = missingFor('haproxy');
  if (missing) return console.log(`skipped: ${missing} is not installed on this machine`);
  const dataDir = mkdtempSync(join(tmpdir(), 'ardhi-rolling-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} });
  await migrate(postgres.connectionString, 'apps/api/migrations');
  const ports = [await freePort(), await freePort(), await freePort()];
  const start = (port: number) =>
    startServer({
      PORT: String(port),
      DATABASE_URL: postgres.connectionString,
      TRUST_PROXY: '127.0.0.1',
      DRAIN_SECONDS: '',
      LOG_LEVEL: 'error',
    });
  const servers: RunningServer[] = [];
  for (const port of ports) servers.push(await start(port));
  const proxy = await startProxy('haproxy', ports);
  const farmer = await clientOf(servers[0]!.url).as('farmer');
  for (let n = 0; n < 20; n += 1) await newParcel(farmer);

  const failures = new Map<string, number>();
  let sent = 0;
  const read = async () => {
    sent += 1;
    const failed = await proxy.get('/api/land', { authorization: `Bearer ${farmer.token}` }).then(
      ({ status }) => (status === 200 ? null : String(status)),
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (failed) failures.set(failed, (failures.get(failed) ?? 0) + 1);
  };
  const begin = performance.now();
  const load = openLoop(read, { perSecond: PER_SECOND, seconds: SECONDS });
  await wait(1000);
  const restart = async (port: number, index: number) => {
    await wait(index * APART_MS);
    const at = performance.now();
    const since = () => `${((performance.now() - at) / 1000).toFixed(1)} s`;
    const { process } = servers[index]!;
    process.kill('SIGTERM');
    await once(process, 'exit');
    const stopped = since();
    servers[index] = await start(port);
    console.log(`a restart: stopped after ${stopped}, back after ${since()}`);
  };
  await Promise.all(ports.map(restart));
  const times = await load;
  const seconds = (performance.now() - begin) / 1000;
  report('reads a second that were sent', sent / seconds, '', {});
  report(
    'reads that failed',
    [...failures.values()].reduce((sum, count) => sum + count, 0),
    `of ${sent}`,
    { atMost: 0 },
  );
  if (failures.size) console.log(Object.fromEntries(failures));
  report('p99 of a read', percentile(times, 0.99), 'ms', {});

  await proxy.stop();
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

await main();
