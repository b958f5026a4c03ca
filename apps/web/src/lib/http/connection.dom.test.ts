import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OURS } from '../../../test/server.ts';

type Connection = typeof import('./connection.ts')['connection'];
let connection: Connection;
let stop: () => void;
const heard = vi.fn();
const server = { up: true, foreign: false, asked: 0 };

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  heard.mockClear();
  server.up = true;
  server.foreign = false;
  server.asked = 0;
  vi.stubGlobal('fetch', async () => {
    server.asked++;
    if (!server.up) throw new TypeError('Failed to fetch');
    return new Response('{"status":"ok"}', { headers: server.foreign ? {} : OURS });
  });
  ({ connection } = await import('./connection.ts'));
  stop = connection.subscribe(heard);
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Until the probe that a failed call started has its outcome. */
const checked = () => vi.advanceTimersByTimeAsync(0);

/** Three losses within a minute. */
function flap(): void {
  for (let loss = 0; loss < 3; loss++) {
    connection.report(true, { background: true });
    window.dispatchEvent(new Event('offline'));
  }
}

it('takes the server as there until a call and the probe after it get no response', async () => {
  expect(connection.get()).toBe(true);
  server.up = false;
  connection.report(false);
  await checked();
  expect(connection.get()).toBe(false);
  expect(heard).toHaveBeenCalledTimes(1);
});

it('stays online on a lossy connection: a lost response is no loss while the probe gets through', async () => {
  for (let call = 0; call < 10; call++) {
    connection.report(false);
    await checked();
    expect(connection.get()).toBe(true);
  }
  expect(heard).not.toHaveBeenCalled();
});

it('is back at once when a call of the user gets a response, however often it was lost before', async () => {
  flap();
  expect(connection.get()).toBe(false);
  connection.report(true);
  expect(connection.get()).toBe(true);
  // That ended the flapping as well.
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  await checked();
  expect(connection.get()).toBe(true);
});

it('does not hurry for what the app asked by itself while the connection flaps', () => {
  flap();
  connection.report(true, { background: true });
  expect(connection.get()).toBe(false);
});

it('probes a flapping connection at once when the page is looked at', async () => {
  flap();
  document.dispatchEvent(new Event('visibilitychange'));
  await checked();
  expect(connection.get()).toBe(true);
});

it('believes a response that came while a probe was hanging', async () => {
  let end = () => {};
  vi.stubGlobal('fetch', () => new Promise((_, reject) => (end = () => reject(new TypeError('Timeout')))));
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  connection.report(true);
  end();
  await checked();
  expect(connection.get()).toBe(true);
});

it('finds out by itself that the server is back, with longer and longer pauses', async () => {
  server.up = false;
  connection.report(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.get()).toBe(false);
  const inTheFirstMinute = server.asked;
  expect(inTheFirstMinute).toBeGreaterThanOrEqual(3);
  expect(inTheFirstMinute).toBeLessThanOrEqual(6);
  server.up = true;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connection.get()).toBe(true);
  const asked = server.asked;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(server.asked).toBe(asked);
});

it('believes the browser that the network is gone, and asks at once when it says it is back', async () => {
  window.dispatchEvent(new Event('offline'));
  expect(connection.get()).toBe(false);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(server.asked).toBe(1);
  expect(connection.get()).toBe(true);
});

it('looks again soon when the browser says that the network is back before it is', async () => {
  server.up = false;
  connection.report(false);
  await vi.advanceTimersByTimeAsync(120_000);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  server.up = true;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(connection.get()).toBe(true);
});

it('does not take what answers in its place for the server', async () => {
  server.foreign = true;
  expect(await connection.probe()).toBe(false);
  expect(connection.get()).toBe(false);
});

it('asks a line that flaps a handful of times in a minute, and believes it seldom', async () => {
  // The shortest pauses that the jitter allows.
  vi.spyOn(Math, 'random').mockReturnValue(0);
  let returns = 0;
  const count = connection.subscribe(() => {
    if (connection.get()) returns += 1;
  });
  for (let step = 0; step < 240; step++) {
    server.up = step % 2 === 0;
    window.dispatchEvent(new Event(server.up ? 'online' : 'offline'));
    // The event stream is opened and lost with it.
    connection.report(server.up, { background: true });
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(server.asked).toBeLessThanOrEqual(5);
  expect(returns).toBeLessThanOrEqual(5);
  // Once it holds, it is soon taken for what it is.
  server.up = true;
  await vi.advanceTimersByTimeAsync(45_000);
  expect(connection.get()).toBe(true);
  count();
});

it('asks once however many want to know', async () => {
  server.up = false;
  const answers = await Promise.all([connection.probe(), connection.probe(), connection.probe()]);
  expect(answers).toEqual([false, false, false]);
  expect(server.asked).toBe(1);
});

it('asks nothing when nobody listens', async () => {
  stop();
  server.up = false;
  connection.report(false);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(server.asked).toBe(0);
});
