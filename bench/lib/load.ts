/** Closed-loop load: `connections` clients, each sends its next request when the last is answered. Times each. */
export async function closedLoop(
  request: () => Promise<Response>,
  { connections, until }: { connections: number; until: () => boolean },
): Promise<number[]> {
  const times: number[] = [];
  const one = async () => {
    while (!until()) {
      const begin = performance.now();
      const response = await request();
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
      times.push(performance.now() - begin);
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return times;
}

/**
 * Open-loop load: so many calls a second, whether or not the last ones are done, as independent people send them.
 * Each is timed from the moment when it was due, which avoids coordinated omission: a call that was delayed counts as late.
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

/** A condition that is false for so many milliseconds. */
export function deadlineIn(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
}
