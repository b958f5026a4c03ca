import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OUR_HEADERS } from '../../test/server.ts';
import { dashboardReads } from '../dashboard/first-screen.ts';
import { callPage } from '../lib/http/api.ts';
import { queryClient } from '../lib/http/query.ts';
import { fill } from '../offline/fill.ts';
import { registerPersistedReads } from '../offline/persisted-reads.ts';
import { openPersistedResponses, type PersistedResponses } from '../offline/persisted-responses.ts';
import { reads } from './offline-tables.ts';

let onDevice: PersistedResponses;
beforeEach(async () => {
  registerPersistedReads(async () => reads);
  onDevice = await openPersistedResponses('amina');
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

/** A server with these responses; returns the requested parts of each call. */
function serve(answers: Record<string, unknown>) {
  const requests: string[][] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const gets = (new URL(address, 'http://test').searchParams.get('get') ?? '').split(' ');
    requests.push(gets);
    const changed = gets.flatMap((requested) => {
      const [get = '', known] = requested.split('*');
      if (known === 'e1') return [];
      const path = get.split('?')[0] ?? '';
      if (path === 'land/details') return [part(get, [])];
      return [path in answers ? part(get, answers[path]) : part(get, { code: 'not-found' }, '', 404)];
    });
    return new Response(JSON.stringify(changed), { headers: OUR_HEADERS });
  });
  return requests;
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

/** A client that was filled before. */
async function filled(): Promise<QueryClient> {
  const client = new QueryClient();
  serve(answers);
  await fill(client, onDevice);
  return client;
}

describe('background fill', () => {
  it('loads the lists and their rows in two calls, under the screens’ query keys', async () => {
    const requests = serve(answers);
    const client = new QueryClient();
    await fill(client, onDevice);
    expect(requests).toHaveLength(2);
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

  it('includes all reads of the dashboard, with the same keys', () => {
    const overviews = reads.flatMap(({ overview }) => overview('en'));
    expect(overviews).toEqual(expect.arrayContaining(dashboardReads('en')));
  });

  it('fetches conversations without marking them as read', async () => {
    const requests = serve(answers);
    await fill(new QueryClient(), onDevice);
    expect(requests[1]?.find((get) => get.startsWith('messages/thread'))).toContain('peek=true');
  });

  it('skips data loaded since the start, and sends ETags for older data', async () => {
    const client = await filled();
    const second = serve(answers);
    await fill(client, onDevice);
    expect(second.flat().filter((get) => get.split('?')[0] === 'land')).toEqual([]);

    const nextStart = serve(answers);
    // Like restored data.
    await client.invalidateQueries({ refetchType: 'none' });
    await fill(client, onDevice);
    expect(nextStart[0]).toContain('land*e1');
    expect(client.getQueryData(['land', 'one', 'a'])).toEqual(answers['land/a']);
  });

  it('refetches data invalidated by a change event', async () => {
    const client = await filled();
    await client.invalidateQueries({ queryKey: ['land'] });
    const requests = serve(answers);
    await fill(client, onDevice);
    expect(requests.flat()).toContain('land/a*e1');
    expect(requests.flat()).not.toContain('policies*e1');
    expect(client.getQueryState(['land', 'one', 'a'])?.isInvalidated).toBe(false);
  });

  it('brings the ETags of single calls, which the screens send', async () => {
    serve(answers);
    await fill(queryClient, onDevice);
    const fetchMock = vi.fn(async () => new Response(null, { status: 304, headers: OUR_HEADERS }));
    vi.stubGlobal('fetch', fetchMock);
    const queryKey = ['land', 'list'];
    await queryClient.fetchQuery({ queryKey, queryFn: () => callPage('GET /land'), staleTime: 0 });
    expect(fetchMock).toHaveBeenCalledWith(
      '/api/land',
      expect.objectContaining({ headers: expect.objectContaining({ 'If-None-Match': 'W/"e1"' }) }),
    );
    expect(queryClient.getQueryData(queryKey)).toMatchObject({ rows: answers.land });
    queryClient.clear();
  });

  it('removes deleted rows', async () => {
    const client = await filled();
    const { 'land/a': _gone, ...left } = answers;
    serve(left);
    await client.invalidateQueries({ queryKey: ['land', 'one', 'a'] });
    await onDevice.writeEtags([{ get: 'land/a', etag: 'other', at: 0 }]);
    await fill(client, onDevice);
    expect(client.getQueryData(['land', 'one', 'a'])).toBeUndefined();
  });

  it('sends no ETag for data that was updated otherwise since', async () => {
    const client = await filled();
    // A screen has loaded another version, and the server is back at the earlier one.
    client.setQueryData(['land', 'one', 'a'], { _id: 'a', fertilizerUsage: [1] }, { updatedAt: 5 });
    await client.invalidateQueries({ queryKey: ['land', 'one', 'a'] });
    const requests = serve(answers);
    await fill(client, onDevice);
    expect(requests.flat()).toContain('land/a');
    expect(client.getQueryData(['land', 'one', 'a'])).toEqual(answers['land/a']);
  });
});

describe('a large farm', () => {
  const ids = Array.from({ length: 90 }, (_, index) => `p${index}`);
  const detail = (_id: string) => ({ _id, fertilizerUsage: [] });
  const farm = {
    land: ids.map((_id) => ({ _id, boundary: null })),
    ...Object.fromEntries(ids.map((id) => [`land/${id}`, { ...detail(id), opened: true }])),
    ...Object.fromEntries(ids.map((id) => [`land/${id}/score`, { landId: id }])),
  };
  /** Serves pages of 20 rows by page number. */
  function serveFarm() {
    const requests: string[][] = [];
    const inner = serve(farm);
    const single = globalThis.fetch as unknown as (address: string) => Promise<Response>;
    vi.stubGlobal('fetch', async (address: string) => {
      const response = await single(address);
      requests.push(inner.at(-1) ?? []);
      const parts = (await response.json()) as { get: string; status: number }[];
      const answered = parts.map((one) => {
        const page = /^land\/details\?page=(\d+)$/.exec(one.get)?.[1];
        if (!page) return one;
        return part(one.get, ids.slice((Number(page) - 1) * 20, Number(page) * 20).map(detail));
      });
      return new Response(JSON.stringify(answered), { headers: OUR_HEADERS });
    });
    return requests;
  }

  it('is loaded completely, by pages, in responses of limited size', async () => {
    const client = new QueryClient();
    const requests = serveFarm();
    await fill(client, onDevice);
    for (const id of ids) expect(client.getQueryData(['land', 'one', id])).toEqual(detail(id));
    const pages = requests.map((gets) => gets.filter((get) => get.startsWith('land/details')).length);
    expect(pages.reduce((sum, count) => sum + count, 0)).toBe(5);
    expect(Math.max(...pages)).toBeLessThanOrEqual(3);
    expect(client.getQueryData(['land', 'score', 'p39'])).toEqual({ landId: 'p39' });
    expect(client.getQueryData(['land', 'score', 'p40'])).toBeUndefined();
  });

  it('is revalidated by page at the next start, and by parcel after a change', async () => {
    const client = new QueryClient();
    serveFarm();
    await fill(client, onDevice);
    await client.invalidateQueries({ refetchType: 'none' });
    const nextStart = serveFarm();
    await fill(client, onDevice);
    const gets = nextStart.flat();
    expect(gets.filter((get) => get.startsWith('land/details'))).toEqual(
      [1, 2, 3, 4, 5].map((page) => `land/details?page=${page}*e1`),
    );
    expect(gets.filter((get) => /^land\/p\d+(\*|$)/.test(get))).toEqual([]);

    await client.invalidateQueries({ queryKey: ['land', 'one', 'p50'] });
    const afterChange = serveFarm();
    await fill(client, onDevice);
    expect(afterChange.flat()).toContain('land/p50');
    expect(afterChange.flat().some((get) => get.startsWith('land/details'))).toBe(false);
    expect(client.getQueryData(['land', 'one', 'p50'])).toMatchObject({ opened: true });
  });

  it('does not overwrite data that a screen has loaded meanwhile', async () => {
    const client = new QueryClient();
    serveFarm();
    client.setQueryData(['land', 'one', 'p3'], { _id: 'p3', older: 'records' });
    await fill(client, onDevice);
    expect(client.getQueryData(['land', 'one', 'p3'])).toEqual({ _id: 'p3', older: 'records' });
    expect(client.getQueryData(['land', 'one', 'p4'])).toEqual(detail('p4'));
  });
});
