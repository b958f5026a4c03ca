import { existsSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { percentile } from './report.ts';

/** Reads a response that must be a success. */
export async function receive(response: Response): Promise<void> {
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
}

const agent = new Agent({ keepAlive: true });

/** Reads a page without the garbage of `fetch`, whose collection takes processor time from the measured server. */
export function getPage(url: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip, deflate' };
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      response.resume();
      response.on('error', reject);
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    });
    request.on('error', reject);
  });
}

/** Closed-loop load: each of `connections` clients makes its next call after the last response. Times each. */
export async function closedLoop(
  call: () => Promise<void>,
  { connections, until }: { connections: number; until: () => boolean },
): Promise<number[]> {
  const times: number[] = [];
  const runClient = async () => {
    while (!until()) {
      const begin = performance.now();
      await call();
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: connections }, runClient));
  return times;
}

/**
 * Open-loop load: a fixed call rate, independent of earlier responses, like independent users.
 * Each call is timed from its scheduled start, which avoids coordinated omission.
 */
export async function openLoop(
  call: (turn: number) => Promise<void>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const begin = performance.now();
  const turns = Array.from({ length: Math.ceil(perSecond * seconds) }, (_, turn) => turn);
  return Promise.all(
    turns.map(async (turn) => {
      const due = begin + (turn / perSecond) * 1000;
      await new Promise((resolve) => setTimeout(resolve, due - performance.now()));
      await call(turn);
      return performance.now() - due;
    }),
  );
}

/** A condition that becomes true after `milliseconds`. */
export function deadlineIn(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
}

const MAX_ATTEMPTS = 5;
const WATCH_MS = 10;
const REACH_MS = 100;

/**
 * Open-loop load on a virtual machine, without the calls that say nothing about the server: those due within a tenth of
 * a second of a moment at which the host took processor time, however long they took. Measured again while these are
 * more than half; the last attempt counts all.
 */
export async function undisturbedOpenLoop(
  call: () => Promise<void>,
  rate: { perSecond: number; seconds: number },
): Promise<number[]> {
  for (let attempt = 1; ; attempt += 1) {
    const samples = [{ at: performance.now(), stolen: stolenTicks() }];
    const watch = () => samples.push({ at: performance.now(), stolen: stolenTicks() });
    const timer = setInterval(watch, WATCH_MS).unref();
    const begin = performance.now();
    const times = await openLoop(call, rate);
    watch();
    clearInterval(timer);
    const isDisturbed = (due: number) => {
      const before = samples.findLast(({ at }) => at <= due - REACH_MS) ?? samples[0]!;
      const after = samples.find(({ at }) => at >= due + REACH_MS) ?? samples.at(-1)!;
      return after.stolen > before.stolen;
    };
    const kept = times.filter((_, turn) => !isDisturbed(begin + (turn / rate.perSecond) * 1000));
    const isEnough = 2 * kept.length >= times.length;
    const disturbed = times.length - kept.length;
    if (disturbed > 0)
      console.log(
        `  the host disturbed ${disturbed} of ${times.length} calls; p99 of all ${percentile(times, 0.99).toFixed(1)} ms`,
      );
    if (isEnough) return kept;
    if (attempt === MAX_ATTEMPTS) return times;
  }
}

/** Since the start of the machine; without /proc nothing is known to be stolen. */
function stolenTicks(): number {
  const processors = existsSync('/proc/stat') ? readFileSync('/proc/stat', 'utf8') : '';
  // cpu, user, nice, system, idle, iowait, irq, softirq, steal
  return Number(processors.split(/\s+/, 9)[8] ?? 0);
}
