/** Continuous load by test users, with statistics on the responses. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { clientOf, type Person, type TestResponse } from '../../apps/api/test/client.ts';
import { plot } from '../../apps/api/test/land.ts';

const RETRY_MS = 200;

export interface ResponseStats {
  /** Keyed by status and call. */
  counts: Map<string, number>;
  /** Slowest response, including errors. */
  slowestMs: number;
  note(call: string, status: number, beganAt: number): void;
}

export function collectResponseStats(): ResponseStats {
  return {
    counts: new Map(),
    slowestMs: 0,
    note(call, status, beganAt) {
      const key = `${status} ${call}`;
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
      this.slowestMs = Math.max(this.slowestMs, performance.now() - beganAt);
    },
  };
}

/** Makes one call and counts it. Status 0 means that the server was unreachable. */
export async function ask<Body>(
  person: Pick<Person, 'send'>,
  call: string,
  options: Parameters<Person['send']>[1],
  answers: ResponseStats,
): Promise<TestResponse<Body>> {
  const beganAt = performance.now();
  const asResponse = (error: Error) => ({ status: 0, headers: new Headers(), body: error.message as Body });
  const answer = await person.send<Body>(call, options).catch(asResponse);
  answers.note(call.replace(/[0-9a-f-]{36}/g, '{id}'), answer.status, beganAt);
  return answer;
}

/** Registers parcels one after another until `signal` aborts. Retries each with the same id until acknowledged. */
export async function registerParcels(
  farmer: Person,
  answers: ResponseStats,
  { signal, acknowledge, pauseMs }: { signal: AbortSignal; acknowledge(id: string): void; pauseMs: number },
): Promise<void> {
  while (!signal.aborted) {
    const body = { ...plot, _id: randomUUID() };
    for (;;) {
      const { status } = await ask(farmer, 'POST /land', { body }, answers);
      if (status === 201) acknowledge(body._id);
      if (status !== 503 && status !== 0) break;
      if (signal.aborted) return;
      await pause(RETRY_MS);
    }
    await pause(pauseMs);
  }
}

export const farmers = (url: string, count: number): Promise<Person[]> => {
  const client = clientOf(url);
  return Promise.all(Array.from({ length: count }, () => client.as('farmer')));
};
