/** Queries of the subsidy screens. */
import type { BulkEligibility, Programme } from '@ardhi/contract';
import { MAX_ELIGIBILITY_IDS } from '@ardhi/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callPage, type Page } from '../../lib/http/api.ts';
import { usePages } from '../../lib/http/use-pages.ts';
import { useListOverlay, withData } from '../../outbox/use-overlay.ts';
import type { Filters } from './filters.ts';
import { subsidyKeys } from './keys.ts';

/** The farmer's applications, newest first. */
export function useApplications() {
  const query = useQuery({
    queryKey: subsidyKeys.mine,
    meta: { failed: 'subsidies.error.fetch' },
    queryFn: ({ signal }) => callPage('GET /subsidies', { signal }),
  });
  const programmes = useQueryClient().getQueryData<Page<Programme>>(subsidyKeys.programmes)?.rows;
  return useListOverlay(query, 'subsidy', { tools: programmes, newestFirst: true });
}

/** From the list, which is on the phone, else from the server. */
export function useApplication(id: string) {
  const applications = useApplications();
  const listed = applications.data?.rows.find(({ _id }) => _id === id);
  const single = useQuery({
    queryKey: subsidyKeys.one(id),
    meta: { failed: 'subsidies.error.fetch' },
    queryFn: ({ signal }) => call('GET /subsidies/{id}', { params: { id }, signal }),
    enabled: !applications.isPending && !listed,
  });
  return listed ? withData(single, listed) : single;
}

export function useSubsidyTotals() {
  return useQuery({
    queryKey: subsidyKeys.totals,
    queryFn: ({ signal }) => call('GET /subsidies/totals', { signal }),
  });
}

export function useProgrammes() {
  return useQuery({
    queryKey: subsidyKeys.programmes,
    meta: { failed: 'subsidies.error.programmes' },
    queryFn: ({ signal }) => callPage('GET /subsidies/programmes', { signal }),
  });
}

export function useEligibility(programmeId: string) {
  return useQuery({
    queryKey: subsidyKeys.eligibility(programmeId),
    queryFn: ({ signal }) =>
      call('GET /subsidies/programmes/{id}/eligibility', { params: { id: programmeId }, signal }),
  });
}

/** Rule results for the parcels of an application; for a decided one, the snapshot of the decision. */
export function useApplicationFacts(id: string) {
  return useQuery({
    queryKey: subsidyKeys.facts(id),
    queryFn: ({ signal }) => call('GET /subsidies/{id}/eligibility', { params: { id }, signal }),
  });
}

export const useAppeals = (state: 'open' | 'all') =>
  usePages('GET /government/appeals', {
    queryKey: subsidyKeys.appeals(state),
    failed: 'subsidies.error.appeals',
    query: { state, limit: 25 },
  });

const REFRESH_MS = 60_000;

/** The officials' table. New applications emit no change event to officials, so it is polled. */
export const useManagedSubsidies = (filters: Filters, limit: number, enabled = true) =>
  usePages('GET /subsidies/admin/all', {
    queryKey: subsidyKeys.managed(filters, limit),
    failed: 'subsidies.error.fetch',
    query: { ...filters, limit },
    keepsPrevious: true,
    refetchInterval: REFRESH_MS,
    enabled,
  });

/** Whether applications meet the rules of their programmes. Neither repeated while it is shown, nor stored for later. */
export function useBulkEligibility(ids: readonly string[]) {
  return useQuery({
    queryKey: subsidyKeys.bulkEligibility(ids),
    queryFn: async ({ signal }) => {
      const found: BulkEligibility[] = [];
      for (let from = 0; from < ids.length; from += MAX_ELIGIBILITY_IDS) {
        const query = { ids: ids.slice(from, from + MAX_ELIGIBILITY_IDS).join(',') };
        found.push(...(await call('GET /government/bulk-decisions/eligibility', { query, signal })));
      }
      return found;
    },
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

const PROGRESS_MS = 1000;

/** The official's latest bulk decisions, polled while one runs. */
export function useBulkDecisions() {
  return useQuery({
    queryKey: subsidyKeys.bulks,
    queryFn: ({ signal }) => call('GET /government/bulk-decisions', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(({ finishedAt }) => finishedAt === null) ? PROGRESS_MS : false,
  });
}

/** Read at the start and at the end, not after each decision: every read is an entry of the access log. */
export function useBulkResults(id: string, finishedAt: string | null) {
  return useQuery({
    queryKey: subsidyKeys.bulkResults(id, finishedAt),
    queryFn: ({ signal }) => call('GET /government/bulk-decisions/{id}', { params: { id }, signal }),
    placeholderData: (previous) => previous,
  });
}

export function useDossier(id: string | undefined) {
  return useQuery({
    queryKey: subsidyKeys.dossier(id),
    meta: { failed: 'subsidies.error.details' },
    queryFn: ({ signal }) => call('GET /government/subsidies/{id}', { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
}

/** Requirements of an approval by this official now: limits, and sums that change with every decision. */
export function useApprovalRequirements(id: string, enabled = true) {
  return useQuery({
    queryKey: subsidyKeys.approval(id),
    queryFn: ({ signal }) => call('GET /government/subsidies/{id}/approval', { params: { id }, signal }),
    enabled,
  });
}
