/** A log that cannot be written: lines are dropped and counted, and the server keeps responding and stops on a signal. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clientOf } from '../client.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { plot } from '../land.ts';
import { builtServer, environmentOfTests, startServer } from './server.ts';
import { canMount, mountDisk } from './small-disk.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const settings = () => ({
  DATABASE_URL: database.connectionString,
  LOG_LEVEL: 'info',
  METRICS_TOKEN: 'token',
  PORT: '0',
  DRAIN_SECONDS: '0',
});

async function droppedBy(url: string): Promise<number> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer token' } });
  return Number(/^ardhi_log_lines_dropped_total (\d+)/m.exec(await response.text())?.[1]);
}

const statusOf = async (url: string) => (await fetch(url)).status;

/** Shown in the output of the run. */
const report = (line: string) => process.stderr.write(`${line}\n`);

describe.runIf(canMount)('a full disk', () => {
  it('costs log lines and nothing else, and the log continues when there is space again', async () => {
    const disk = mountDisk(4);
    cleanUps.push(() => disk.unmount());
    const log = join(disk.folder, 'ardhi.log');
    const descriptor = openSync(log, 'a');
    const server = spawn(process.execPath, [builtServer], {
      env: { ...environmentOfTests(), ...settings() },
      stdio: ['ignore', descriptor, descriptor],
    });
    closeSync(descriptor);
    const ended = once(server, 'exit');
    cleanUps.push(() => server.kill('SIGKILL'));
    const address = () => /Ardhi is at (\S+)/.exec(readFileSync(log, 'utf8'))?.[1];
    await expect.poll(address).toBeDefined();
    const url = address()!;

    disk.fill('ballast');
    const farmer = await clientOf(url).as('farmer', undefined, { email: 'full-log@test.example' });
    // Longer than the rest of the last block.
    for (let call = 0; call < 50; call += 1)
      expect(await statusOf(`${url}/api/${'x'.repeat(400)}`)).toBe(404);
    expect(await statusOf(`${url}/api/health`)).toBe(200);
    expect(await statusOf(`${url}/api/ready`)).toBe(200);
    expect((await farmer.send('POST /land', { body: plot })).status).toBe(201);
    const dropped = await droppedBy(url);
    expect(dropped).toBeGreaterThan(40);

    disk.free('ballast');
    expect(await statusOf(`${url}/api/health`)).toBe(200);
    await expect.poll(() => readFileSync(log, 'utf8')).toContain('log lines were dropped');
    const lines = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const notes = lines.filter((line) => line.includes('log lines were dropped'));
    expect(notes).toHaveLength(1);
    expect(JSON.parse(notes[0]!)).toMatchObject({ level: 40, dropped: expect.any(Number) });
    report(`log on a full disk: ${dropped} lines dropped and counted; ${notes[0]}`);

    disk.fill('ballast');
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });
});

describe('a pipe that is not read', () => {
  it('costs log lines and nothing else', async () => {
    const server = await startServer(settings());
    cleanUps.push(() => server.end('SIGKILL'));
    server.process.stdout?.pause();
    // 2 MB of log: more than the pipe and the backlog hold.
    const path = `${server.url}/api/${'x'.repeat(4_000)}`;
    for (let call = 0; call < 500; call += 1) expect(await statusOf(path)).toBe(404);
    expect(await statusOf(`${server.url}/api/health`)).toBe(200);
    expect(await statusOf(`${server.url}/api/ready`)).toBe(200);
    const dropped = await droppedBy(server.url);
    expect(dropped).toBeGreaterThan(0);

    server.process.stdout?.resume();
    await expect
      .poll(async () => {
        await statusOf(`${server.url}/api/health`);
        return server.output();
      })
      .toContain('log lines were dropped');
    report(`log into a pipe that is not read: ${dropped} lines dropped and counted`);

    server.process.stdout?.pause();
    for (let call = 0; call < 500; call += 1) expect(await statusOf(path)).toBe(404);
    const code = once(server.process, 'exit');
    server.process.kill('SIGTERM');
    expect(await code).toEqual([0, null]);
  });

  it('may end before the server does', async () => {
    const server = await startServer(settings());
    cleanUps.push(() => server.end('SIGKILL'));
    server.process.stdout?.destroy();
    for (let call = 0; call < 20; call += 1) expect(await statusOf(`${server.url}/api/health`)).toBe(200);
    expect(await droppedBy(server.url)).toBeGreaterThan(0);
    expect(await server.end('SIGTERM')).toBe(0);
  });
});
