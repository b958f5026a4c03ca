/** Keeps `connections` requests under way until told to stop, and times each. */
export async function keepCalling(
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

/** A condition that is false for so many milliseconds. */
export function after(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() >= end;
}
