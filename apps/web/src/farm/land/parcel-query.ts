import type { ParcelDetail } from '@ardhi/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/http/api.ts';
import { parcelKeys } from './keys.ts';

/** Who only reads the answer takes the whole of it, too: a query without its function could not be tried again. */
export const parcelQuery = (id: string) =>
  queryOptions<ParcelDetail>({
    queryKey: parcelKeys.one(id),
    meta: { failed: 'land.error.fetchOne' },
    queryFn: ({ signal }) => call('GET /land/{id}', { params: { id }, signal }),
  });
