/** Queries of parcels with the queued work laid over their answers. */
import type { DeletedParcel, HarvestToConfirm, Parcel, ParcelDetail, ParcelScore } from '@ardhi/contract';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../../lib/http/api.ts';
import type { Entry } from '../../outbox/entry.ts';
import { overlayList, overlayRow } from '../../outbox/overlay.ts';
import { concerns } from '../../outbox/relations.ts';
import { listUnder, listWith, useEntriesOver, withData } from '../../outbox/use-overlay.ts';
import { parcelKeys } from './keys.ts';
import { overDeleted, overHarvests } from './parcel/list-overlay.ts';
import { parcelQuery } from './parcel-query.ts';
import { useScorePreview } from './score/use-score-preview.ts';

/** The entries of one parcel, its records and its boundary. */
export function useParcelEntries(query: UseQueryResult<unknown>, id: string): readonly Entry[] {
  const entries = useEntriesOver(query, 'land');
  return useMemo(() => entries.filter((entry) => concerns(entry, id)), [entries, id]);
}

export function useOverParcel(id: string, query: UseQueryResult<ParcelDetail>): UseQueryResult<ParcelDetail> {
  const entries = useParcelEntries(query, id);
  const preview = useScorePreview(entries.length > 0);
  const data = useMemo(() => {
    if (entries.length === 0) return query.data;
    const parcel = overlayRow(query.data, entries, id, preview);
    return parcel && preview ? preview.scored(parcel) : parcel;
  }, [query.data, entries, id, preview]);
  return withData(query, data);
}

export function useOverParcels(query: UseQueryResult<Page<Parcel>>): UseQueryResult<Page<Parcel>> {
  const client = useQueryClient();
  const entries = useEntriesOver(query, 'land');
  const preview = useScorePreview(entries.length > 0);
  const data = useMemo(() => {
    const page = listUnder(query);
    if (!page || entries.length === 0) return query.data;
    const laid = overlayList(page.rows, entries, { tools: preview });
    const rows = preview
      ? laid.map((row) => {
          if (!entries.some((entry) => concerns(entry, row._id))) return row;
          const detail = client.getQueryData<ParcelDetail>(parcelKeys.one(row._id));
          return preview.scoredInList(row, overlayRow(detail, entries, row._id, preview) ?? undefined);
        })
      : laid;
    return listWith(query, page, rows);
  }, [query, entries, preview, client]);
  return withData(query, data);
}

export function useOverScore(id: string, query: UseQueryResult<ParcelScore>): UseQueryResult<ParcelScore> {
  const entries = useParcelEntries(query, id);
  // Reads what is there of the parcel and asks for nothing.
  const { data: known } = useQuery({ ...parcelQuery(id), enabled: false });
  // A phone keeps the records of more parcels than explanations.
  const isNeeded = entries.length > 0 || (query.isError && !query.data && known !== undefined);
  const preview = useScorePreview(isNeeded);
  const data = useMemo(() => {
    if (!isNeeded || !preview) return query.data;
    const parcel = overlayRow(known, entries, id, preview);
    return parcel ? preview.explained(parcel, query.data) : query.data;
  }, [query.data, isNeeded, entries, preview, known, id]);
  return withData(query, data);
}

export function useOverDeletedParcels(
  query: UseQueryResult<DeletedParcel[]>,
): UseQueryResult<DeletedParcel[]> {
  const entries = useEntriesOver(query, 'land');
  return withData(query, query.data && overDeleted(query.data, entries));
}

export function useOverHarvests(
  query: UseQueryResult<HarvestToConfirm[]>,
): UseQueryResult<HarvestToConfirm[]> {
  const entries = useEntriesOver(query, 'land');
  return withData(query, query.data && overHarvests(query.data, entries));
}
