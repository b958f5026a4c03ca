/** Filters of the registers, stored in the URL. */
import type { Api, QueryInput } from '@ardhi/contract';

export type ParcelFilters = Omit<QueryInput<Api['GET /government/lands']>, 'limit' | 'cursor'>;
export type FarmerFilters = Omit<QueryInput<Api['GET /government/farmers']>, 'limit' | 'cursor'>;
