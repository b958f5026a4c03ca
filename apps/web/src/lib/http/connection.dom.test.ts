import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OUR_HEADERS } from '../../../test/server.ts';

type Connection = typeof import('./connection.ts')['connection'];
let connection: Connection;
let stop: () => void;
const listener = vi.fn();
const server = { up: true, foreign: false, probes: 0 };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  listener.mockClear();
  server.up = true;
  server.foreign = false;
  server.probes = 0;
  vi.stubGlobal('fetch', async () => {
    server.probes++;
    if (!server.up) throw new TypeError('Failed to fetch');
    return new Response('{"status":"ok"}', { headers: server.foreign ? {} : OUR_HEADERS });
  });
  ({ connection } = await import('./connection.ts'));
  stop = connection.subscribe(listener);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Waits for the probe that a failed call has started. */
const probeSettled = () => vi.advanceTimersByTimeAsync(0);

/** Three losses within a minute. */
function flap(): void {
  for (let loss = 0; loss < 3; loss++) {
    connection.report(true, { background: true });
    window.dispatchEvent(new Event('offline'));
  }
}

it('is online until both a call and the following probe fail', async () => {
  expect(connection.get()).toBe(true);
  server.up = false;
  connection.report(false);
  await probeSettled();
  expect(connection.get()).toBe(false);
  expect(listener).toHaveBeenCalledTimes(1);
});

it('stays online on a lossy connection while the probes succeed', async () => {
  for (let call = 0; call < 10; call++) {
    connection.report(false);
    await probeSettled();
    expect(connection.get()).toBe(true);
  }
  expect(listener).not.toHaveBeenCalled();
});

it('is online as soon as a user’s call gets a response, even after repeated losses', async () => {
  flap();
  expect(connection.get()).toBe(false);
  connection.report(true);
  expect(connection.get()).toBe(true);
  // The response also reset the flap detection.
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await probeSettled();
  expect(connection.get()).toBe(true);
});

it('ignores responses to background calls while the connection flaps', () => {
  flap();
  connection.report(true, { background: true });
  expect(connection.get()).toBe(false);
});

it('probes a flapping connection when the page becomes visible', async () => {
  flap();
  document.dispatchEvent(new Event('visibilitychange'));
  await probeSettled();
  expect(connection.get()).toBe(true);
});

it('trusts a response received while a probe hangs', async () => {
  let end = () => {};
  vi.stubGlobal('fetch', () => new Promise((_, reject) => (end = () => reject(new TypeError('Timeout')))));
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  connection.report(true);
  end();
  await probeSettled();
  expect(connection.get()).toBe(true);
});

it('probes with increasing intervals until the server is back', async () => {
  server.up = false;
  connection.report(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.get()).toBe(false);
  const inTheFirstMinute = server.probes;
  expect(inTheFirstMinute).toBeGreaterThanOrEqual(3);
  expect(inTheFirstMinute).toBeLessThanOrEqual(6);
  server.up = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.get()).toBe(true);
  const probes = server.probes;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(server.probes).toBe(probes);
});

it('trusts the offline event, and probes at once on the online event', async () => {
  window.dispatchEvent(new Event('offline'));
  expect(connection.get()).toBe(false);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(server.probes).toBe(1);
  expect(connection.get()).toBe(true);
});

it('probes again soon if the online event came too early', async () => {
  server.up = false;
  connection.report(false);
  await vi.advanceTimersByTimeAsync(120_000);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  server.up = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connection.get()).toBe(true);
});

it('is offline if the response lacks the marker header', async () => {
  server.foreign = true;
  expect(await connection.probe()).toBe(false);
  expect(connection.get()).toBe(false);
});

it('probes a flapping connection at most five times a minute', async () => {
  // Shortest backoff that the jitter allows.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  let returns = 0;
  const count = connection.subscribe(() => {
    if (connection.get()) returns += 1;
  });
  for (let step = 0; step < 240; step++) {
    server.up = step % 2 === 0;
    window.dispatchEvent(new Event(server.up ? 'online' : 'offline'));
    // The event stream reconnects and breaks with the connection.
    connection.report(server.up, { background: true });
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(server.probes).toBeLessThanOrEqual(5);
  expect(returns).toBeLessThanOrEqual(5);
  // A stable connection is detected soon.
  server.up = true;
  await vi.advanceTimersByTimeAsync(45_000);
  expect(connection.get()).toBe(true);
  count();
});

it('shares one probe among concurrent callers', async () => {
  server.up = false;
  const answers = await Promise.all([connection.probe(), connection.probe(), connection.probe()]);
  expect(answers).toEqual([false, false, false]);
  expect(server.probes).toBe(1);
});

it('does not probe without subscribers', async () => {
  stop();
  server.up = false;
  connection.report(false);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(server.probes).toBe(0);
});
