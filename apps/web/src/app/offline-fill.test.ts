import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OURS } from '../../test/server.ts';
import { fill } from '../offline/fill.ts';
import { openPersistedAnswers, type PersistedAnswers } from '../offline/persisted-answers.ts';
import { registerPersistedReads } from '../offline/persisted-reads.ts';
import { reads } from './offline-tables.ts';

let onDevice: PersistedAnswers;
beforeEach(async () => {
  registerPersistedReads(async () => reads);
  onDevice = await openPersistedAnswers('amina');
});
afterEach(() => {
  onDevice.close();
  indexedDB.deleteDatabase('ardhi-kept-amina');
});

const part = (get: string, answer: unknown, etag = 'e1', status = 200) => ({
  get,
  status,
  etag,
  total: Array.isArray(answer) ? answer.length : null,
  next: null,
  answer,
});

/** A server that has these answers, and remembers what it was asked for. */
function serve(answers: Record<string, unknown>) {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const gets = (new URL(address, 'http://test').searchParams.get('get') ?? '').split(' ');
    asked.push(gets);
    const changed = gets.flatMap((wanted) => {
      const [get = '', known] = wanted.split('*');
      if (known === 'e1') return [];
      const path = get.split('?')[0] ?? '';
      return [path in answers ? part(get, answers[path]) : part(get, { code: 'not-found' }, '', 404)];
    });
    return new Response(JSON.stringify(changed), { headers: OURS });
  });
  return asked;
}

const answers = {
  land: [
    { _id: 'a', boundary: null },
    { _id: 'b', boundary: { revision: 1 } },
  ],
  'land/a': { _id: 'a', fertilizerUsage: [] },
  'land/a/score': { landId: 'a' },
  'land/b': { _id: 'b', fertilizerUsage: [] },
  'land/b/score': { landId: 'b' },
  'land/b/boundary': { landId: 'b' },
  policies: [{ _id: 'p', title: 'Terraces' }],
  messages: [{ threadId: 't', content: 'When?' }],
  'messages/thread/t': [{ _id: 'm', content: 'When?' }],
};

describe('the background fill', () => {
  it('brings the lists and each thing on them in two calls, as the screens ask for them', async () => {
    const asked = serve(answers);
    const client = new QueryClient();
    await fill(client, onDevice);
    expect(asked).toHaveLength(2);
    expect(client.getQueryData(['land', 'list'])).toMatchObject({
      rows: [{ _id: 'a' }, { _id: 'b' }],
      total: 2,
    });
    expect(client.getQueryData(['land', 'one', 'a'])).toEqual(answers['land/a']);
    expect(client.getQueryData(['land', 'score', 'b'])).toEqual({ landId: 'b' });
    expect(client.getQueryData(['land', 'boundary', 'b'])).toEqual({ landId: 'b' });
    expect(client.getQueryData(['land', 'boundary', 'a'])).toBeUndefined();
    expect(client.getQueryData(['policy', 'one', 'p'])).toEqual({ _id: 'p', title: 'Terraces' });
    expect(client.getQueryData(['message', 'thread', 't'])).toMatchObject({
      pages: [{ rows: [{ _id: 'm' }] }],
    });
  });

  it('looks at conversations without reading them', async () => {
    const asked = serve(answers);
    await fill(new QueryClient(), onDevice);
    expect(asked[1]?.find((get) => get.startsWith('messages/thread'))).toContain('peek=true');
  });

  it('does not ask again for what this start has heard, and asks with its ETag for what is older', async () => {
    const client = new QueryClient();
    serve(answers);
    await fill(client, onDevice);
    const heard = serve(answers);
    await fill(client, onDevice);
    expect(heard.flat().filter((get) => get.split('?')[0] === 'land')).toEqual([]);

    const nextStart = serve(answers);
    // As what was restored is.
    await client.invalidateQueries({ refetchType: 'none' });
    await fill(client, onDevice);
    expect(nextStart[0]).toContain('land*e1');
    expect(client.getQueryData(['land', 'one', 'a'])).toEqual(answers['land/a']);
  });

  it('asks for what a change event called old', async () => {
    const client = new QueryClient();
    serve(answers);
    await fill(client, onDevice);
    await client.invalidateQueries({ queryKey: ['land'] });
    const asked = serve(answers);
    await fill(client, onDevice);
    expect(asked.flat()).toContain('land/a*e1');
    expect(asked.flat()).not.toContain('policies*e1');
    expect(client.getQueryState(['land', 'one', 'a'])?.isInvalidated).toBe(false);
  });

  it('forgets what is gone', async () => {
    const client = new QueryClient();
    serve(answers);
    await fill(client, onDevice);
    const { 'land/a': _gone, ...left } = answers;
    serve(left);
    await client.invalidateQueries({ queryKey: ['land', 'one', 'a'] });
    await onDevice.writeEtags([{ get: 'land/a', etag: 'other' }]);
    await fill(client, onDevice);
    expect(client.getQueryData(['land', 'one', 'a'])).toBeUndefined();
  });
});
