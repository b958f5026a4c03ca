import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OUR_HEADERS } from '../../../test/server.ts';
import { call, callPage, NetworkError } from './api.ts';
import { queryClient } from './query.ts';

const river = { _id: '1', name: 'River field' };
const hill = { _id: '2', name: 'Hill field' };
const fetchMock = vi.fn<typeof fetch>();

function answer(body: unknown, etag?: string, headers: Record<string, string> = {}) {
  const init = { headers: { ...OUR_HEADERS, ...(etag && { ETag: etag }), ...headers } };
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), init));
}

const answerUnchanged = (headers: Record<string, string> = OUR_HEADERS) =>
  fetchMock.mockResolvedValueOnce(new Response(null, { status: 304, headers }));

const sentEtags = () =>
  fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get('If-None-Match'));

const list = { queryKey: ['land', 'list'], queryFn: () => callPage('GET /land'), retry: false, staleTime: 0 };
const one = {
  queryKey: ['land', 'one', '1'],
  queryFn: () => call('GET /land/{id}', { params: { id: '1' } }),
  retry: false,
  staleTime: 0,
};

beforeEach(() => {
  fetchMock.mockReset();
  vi.stubGlobal('fetch', fetchMock);
});
afterEach(() => queryClient.clear());

describe('a refetch', () => {
  it('sends the ETag of the data, and a 304 confirms it', async () => {
    answer(river, 'W/"a"');
    await queryClient.fetchQuery(one);
    answerUnchanged();
    expect(await queryClient.fetchQuery(one)).toEqual(river);
    answer(hill, 'W/"b"');
    expect(await queryClient.fetchQuery(one)).toEqual(hill);
    answerUnchanged();
    expect(await queryClient.fetchQuery(one)).toEqual(hill);
    expect(sentEtags()).toEqual([null, 'W/"a"', 'W/"a"', 'W/"b"']);
  });

  it('takes the total of an unchanged page from the 304', async () => {
    answer([river], 'W/"a"', { 'X-Total-Count': '7' });
    expect(await queryClient.fetchQuery(list)).toMatchObject({ total: 7 });
    answerUnchanged({ ...OUR_HEADERS, 'X-Total-Count': '8' });
    expect(await queryClient.fetchQuery(list)).toMatchObject({ rows: [river], total: 8 });
  });

  it('sends one ETag for each page of a list', async () => {
    const next = { Link: '</api/land?cursor=c>; rel="next"' };
    const pages = {
      queryKey: ['land', 'pages'],
      queryFn: ({ pageParam }: { pageParam: string | undefined }) =>
        callPage('GET /land', { query: { cursor: pageParam } }),
      initialPageParam: undefined,
      getNextPageParam: (page: { next: string | undefined }) => page.next,
      pages: 2,
      retry: false,
      staleTime: 0,
    };
    answer([river], 'W/"a"', next);
    answer([hill], 'W/"b"');
    await queryClient.fetchInfiniteQuery(pages);
    answerUnchanged({ ...OUR_HEADERS, ...next });
    answer([], 'W/"c"');
    const refetched = await queryClient.fetchInfiniteQuery(pages);
    expect(refetched.pages.map(({ rows }) => rows)).toEqual([[river], []]);
    expect(sentEtags()).toEqual([null, null, 'W/"a"', 'W/"b"']);
  });

  it('sends the ETag of the newest response, also if it equals the older one', async () => {
    answer(river, 'W/"a"');
    await queryClient.fetchQuery(one);
    answer(river, 'W/"b"');
    await queryClient.fetchQuery(one);
    answerUnchanged();
    await queryClient.fetchQuery(one);
    expect(sentEtags().at(-1)).toBe('W/"b"');
  });
});

describe('no ETag', () => {
  it('is sent for data that was changed on the device', async () => {
    answer(river, 'W/"a"');
    await queryClient.fetchQuery(one);
    queryClient.setQueryData(one.queryKey, { ...river, name: 'Renamed' });
    answer(river, 'W/"a"');
    await queryClient.fetchQuery(one);
    expect(sentEtags()).toEqual([null, null]);
  });

  it('is sent after the account has changed, or outside of a refetch', async () => {
    answer(river, 'W/"a"');
    await queryClient.fetchQuery(one);
    answer(river, 'W/"a"');
    await one.queryFn();
    queryClient.clear();
    answer(river, 'W/"a"');
    await queryClient.fetchQuery(one);
    expect(sentEtags()).toEqual([null, null, null]);
  });

  it('is taken from a response without the marker header', async () => {
    fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(river), { headers: { ETag: 'W/"a"' } }));
    await queryClient.fetchQuery(one);
    answer(river);
    await queryClient.fetchQuery(one);
    expect(sentEtags()).toEqual([null, null]);
  });
});

it('a 304 without the marker header counts as no connection', async () => {
  answer(river, 'W/"a"');
  await queryClient.fetchQuery(one);
  answerUnchanged({});
  await expect(queryClient.fetchQuery(one)).rejects.toBeInstanceOf(NetworkError);
  expect(queryClient.getQueryData(one.queryKey)).toEqual(river);
});
