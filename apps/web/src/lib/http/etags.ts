/**
 * ETags of the responses in the query cache. The browser stores no personal data (`no-store`), so a refetch itself sends the
 * ETag of the cached response; on a 304 the cached body is the response.
 */

/** The request that a cached body answers, and its ETag. */
export interface BodyTag {
  address: string;
  etag: string;
}

/** By body: data that was changed since, or belongs to another account, has none. */
const tags = new WeakMap<object, BodyTag>();

/** Cached bodies of the queries in flight, by address. A 304 confirms the body for the caller of that request. */
const offered = new Map<string, { etag: string; body: object }>();

export const cachedBody = (address: string) => offered.get(address);

export function tagBody(body: unknown, address: string, etag: string | null | undefined): void {
  if (etag && typeof body === 'object' && body !== null) tags.set(body, { address, etag });
}

/** Response bodies in a query's data: the rows of each page, or the data itself. */
function bodiesIn(data: unknown): unknown[] {
  const { pages, rows } = (data ?? {}) as { pages?: unknown; rows?: unknown };
  if (Array.isArray(pages)) return pages.flatMap(bodiesIn);
  return [Array.isArray(rows) ? rows : data];
}

const tagOf = (body: unknown) => (typeof body === 'object' && body !== null ? tags.get(body) : undefined);

export const tagsIn = (data: unknown): (BodyTag | undefined)[] => bodiesIn(data).map(tagOf);

/** Tags data that is equal to the tagged one: a copy from the device, or shared with older data. */
export function copyTags<T>(known: readonly (BodyTag | undefined)[], data: T): T {
  for (const [index, body] of bodiesIn(data).entries()) {
    const tag = known[index];
    if (tag) tagBody(body, tag.address, tag.etag);
  }
  return data;
}

/** Refetches a query: its requests send the ETags of the data that it holds. */
export async function revalidate<T>(data: unknown, fetch: () => Promise<T>): Promise<T> {
  const addresses: string[] = [];
  for (const body of bodiesIn(data)) {
    const tag = tagOf(body);
    if (!tag) continue;
    offered.set(tag.address, { etag: tag.etag, body: body as object });
    addresses.push(tag.address);
  }
  try {
    return await fetch();
  } finally {
    for (const address of addresses) offered.delete(address);
  }
}
