/** A stream of change events, as a browser opens it. */

export interface Stream {
  /** Arrival time of the next event that was not returned yet. */
  next(): Promise<number>;
  forget(): void;
  close(): void;
}

export async function openStream(url: string, token: string): Promise<Stream> {
  const stop = new AbortController();
  const response = await fetch(`${url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  await reader.read();
  const arrived: number[] = [];
  let resolveNext: ((time: number) => void) | null = null;
  const listen = async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (!value.includes('data:')) continue;
      if (resolveNext) resolveNext(performance.now());
      else arrived.push(performance.now());
      resolveNext = null;
    }
  };
  listen().catch(() => undefined);
  return {
    next() {
      const known = arrived.shift();
      if (known !== undefined) return Promise.resolve(known);
      return new Promise((resolve) => {
        resolveNext = resolve;
      });
    },
    forget: () => arrived.splice(0),
    close: () => stop.abort(),
  };
}
