/** Reads an event stream of the server. */
import { expect } from 'vitest';

/** Opens a stream and returns its events one at a time; null when the server ends it. */
export async function openEventStream(url: string, { token }: { token: string }, since?: Date) {
  const query = since ? `?since=${since.toISOString()}` : '';
  const response = await fetch(`${url}/api/events${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  // The stream is open once its first comment line has arrived.
  let buffered = (await reader.read()).value ?? '';
  return {
    async next(): Promise<{ kind: string; ids: string[] } | null> {
      for (;;) {
        const match = /data: (.*)\n\n/.exec(buffered);
        if (match) {
          buffered = buffered.slice(match.index + match[0].length);
          return JSON.parse(match[1]!);
        }
        const { done, value } = await reader.read();
        if (done) return null;
        buffered += value;
      }
    },
    close: () => reader.cancel(),
  };
}
