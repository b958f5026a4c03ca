import type { Equipment, EquipmentDetail } from '@ardhi/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../lib/api.ts';
import { overEquipmentItem, overEquipmentList } from './equipment-overlay.ts';
import { listUnder, listWith, useEntriesOver, withData } from './use-overlay.ts';

const EQUIPMENT = / \/equipment(\/|$)/;

export function useOverEquipmentItem(
  id: string,
  query: UseQueryResult<EquipmentDetail>,
): UseQueryResult<EquipmentDetail> {
  const entries = useEntriesOver(query, EQUIPMENT);
  const data = useMemo(() => overEquipmentItem(query.data, entries, id), [query.data, entries, id]);
  return withData(query, data);
}

export function useOverEquipmentList(
  query: UseQueryResult<Page<Equipment>>,
): UseQueryResult<Page<Equipment>> {
  const entries = useEntriesOver(query, EQUIPMENT);
  const data = useMemo(() => {
    const page = listUnder(query);
    if (!page || entries.length === 0) return query.data;
    return listWith(query, page, overEquipmentList(page.rows, entries));
  }, [query, entries]);
  return withData(query, data);
}
