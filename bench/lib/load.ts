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
