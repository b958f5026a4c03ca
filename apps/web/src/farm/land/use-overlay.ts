/** Applies queued changes on top of parcel queries. */
import type { DeletedParcel, HarvestToConfirm, Parcel, ParcelDetail, ParcelScore } from '@ardhi/contract';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../../lib/http/api.ts';
import type { Entry } from '../../outbox/entry.ts';
import { overlayList, overlayRow } from '../../outbox/overlay.ts';
import { concerns } from '../../outbox/relations.ts';
import { overlayPage, useOverlayEntries, withData } from '../../outbox/use-overlay.ts';
import { parcelKeys } from './keys.ts';
import { overlayDeletedParcels, overlayHarvests } from './parcel/list-overlay.ts';
import { parcelQuery } from './parcel-query.ts';
import { useScorePreview } from './score/use-score-preview.ts';

/** Queued entries of one parcel, its records and its boundary. */
export function useParcelEntries(query: UseQueryResult<object>, id: string): readonly Entry[] {
  const entries = useOverlayEntries(query, 'land');
  return useMemo(() => entries.filter((entry) => concerns(entry, id)), [entries, id]);
}

export function useParcelOverlay(
  id: string,
  query: UseQueryResult<ParcelDetail>,
): UseQueryResult<ParcelDetail> {
  const entries = useParcelEntries(query, id);
  const preview = useScorePreview(entries.length > 0);
  const data = useMemo(() => {
    if (entries.length === 0) return query.data;
    const parcel = overlayRow(query.data, entries, id, preview);
    return parcel && preview ? preview.scored(parcel) : parcel;
  }, [query.data, entries, id, preview]);
  return withData(query, data);
}

export function useParcelsOverlay(query: UseQueryResult<Page<Parcel>>): UseQueryResult<Page<Parcel>> {
  const client = useQueryClient();
  const entries = useOverlayEntries(query, 'land');
  const preview = useScorePreview(entries.length > 0);
  const data = useMemo(() => {
    if (entries.length === 0) return query.data;
    const rescored = (row: Parcel) => {
      if (!preview || !entries.some((entry) => concerns(entry, row._id))) return row;
      const detail = client.getQueryData<ParcelDetail>(parcelKeys.one(row._id));
      return preview.scoredInList(row, overlayRow(detail, entries, row._id, preview) ?? undefined);
    };
    return overlayPage(query, (rows) => overlayList(rows, entries, { tools: preview }).map(rescored));
  }, [query, entries, preview, client]);
  return withData(query, data);
}

export function useScoreOverlay(id: string, query: UseQueryResult<ParcelScore>): UseQueryResult<ParcelScore> {
  const entries = useParcelEntries(query, id);
  // Reads the parcel from the cache without fetching.
  const { data: cachedParcel } = useQuery({ ...parcelQuery(id), enabled: false });
  // Without a persisted score, it is computed: a phone stores details of more parcels than scores.
  const isNeeded = entries.length > 0 || (query.isError && !query.data && cachedParcel !== undefined);
  const preview = useScorePreview(isNeeded);
  const data = useMemo(() => {
    if (!isNeeded || !preview) return query.data;
    const parcel = overlayRow(cachedParcel, entries, id, preview);
    return parcel ? preview.explained(parcel, query.data) : query.data;
  }, [query.data, isNeeded, entries, preview, cachedParcel, id]);
  return withData(query, data);
}

export function useDeletedParcelsOverlay(
  query: UseQueryResult<DeletedParcel[]>,
): UseQueryResult<DeletedParcel[]> {
  const entries = useOverlayEntries(query, 'land');
  return withData(query, query.data && overlayDeletedParcels(query.data, entries));
}

export function useHarvestsOverlay(
  query: UseQueryResult<HarvestToConfirm[]>,
): UseQueryResult<HarvestToConfirm[]> {
  const entries = useOverlayEntries(query, 'land');
  return withData(query, query.data && overlayHarvests(query.data, entries));
}
