import { existsSync, readFileSync } from 'node:fs';

/** Closed-loop load: each of `connections` clients sends its next request after the last response. Times each. */
export async function closedLoop(
  request: () => Promise<Response>,
  { connections, until }: { connections: number; until: () => boolean },
): Promise<number[]> {
  const times: number[] = [];
  const runClient = async () => {
    while (!until()) {
      const begin = performance.now();
      const response = await request();
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
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

const MAX_STOLEN_SHARE = 0.01;
const MAX_ATTEMPTS = 5;

/**
 * On a virtual machine, measures again while its host took more than one percent of the processor time: such times say
 * nothing about the server. The last attempt counts in any case.
 */
export async function undisturbed<Result>(measure: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const before = processorTimes();
    const result = await measure();
    const after = processorTimes();
    const share = (after.stolen - before.stolen) / (after.all - before.all || 1);
    if (share <= MAX_STOLEN_SHARE) return result;
    const isLast = attempt === MAX_ATTEMPTS;
    console.log(
      `  the host took ${(100 * share).toFixed(1)} % of the processors${isLast ? '' : '; measured again'}`,
    );
    if (isLast) return result;
  }
}

/** In ticks since the start of the machine; without /proc nothing is known to be stolen. */
function processorTimes(): { all: number; stolen: number } {
  const [processors = ''] = existsSync('/proc/stat') ? readFileSync('/proc/stat', 'utf8').split('\n') : [];
  // user, nice, system, idle, iowait, irq, softirq, steal; the guests after them are part of user and nice.
  const ticks = processors.split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, count) => sum + count, 0), stolen: ticks[7] ?? 0 };
}
