import type { ParcelDetail } from '@ardhi/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { parcelKeys } from './keys.ts';

/** Shared by cache-only readers too: without a `queryFn` the query could not be retried. */
export const parcelQuery = (id: string) =>
  queryOptions<ParcelDetail>({
    queryKey: parcelKeys.one(id),
    meta: { failed: 'land.error.fetchOne' },
    queryFn: ({ signal }) => call('GET /land/{id}', { params: { id }, signal }),
  });
