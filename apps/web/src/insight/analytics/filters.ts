/** Filters of the registers, stored in the URL. */
import type { Api, QueryInput } from '@ardhi/contract';

type ParcelQuery = QueryInput<Api['GET /government/lands']>;
export type ParcelFilters = Pick<
  ParcelQuery,
  | 'q'
  | 'region'
  | 'county'
  | 'soilType'
  | 'bucket'
  | 'band'
  | 'farmerId'
  | 'compared'
  | 'unplaced'
  | 'work'
  | 'sort'
>;
export type FarmerFilters = Pick<
  QueryInput<Api['GET /government/farmers']>,
  'q' | 'region' | 'county' | 'machines' | 'sort'
>;

export const BUCKETS = ['0-20', '21-40', '41-60', '61-80', '81-100'] as const;
