import type { Equipment, EquipmentDetail } from '@ardhi/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Page } from '../lib/api.ts';
import { overMachine, overMachines } from './equipment-overlay.ts';
import { useEntriesSince, withData } from './use-overlay.ts';

const EQUIPMENT = / \/equipment(\/|$)/;

export function useOverMachine(
  id: string,
  query: UseQueryResult<EquipmentDetail>,
): UseQueryResult<EquipmentDetail> {
  const entries = useEntriesSince(query.dataUpdatedAt, EQUIPMENT);
  const data = useMemo(() => overMachine(query.data, entries, id), [query.data, entries, id]);
  return withData(query, data);
}

export function useOverMachines(query: UseQueryResult<Page<Equipment>>): UseQueryResult<Page<Equipment>> {
  const entries = useEntriesSince(query.dataUpdatedAt, EQUIPMENT);
  const data = useMemo(() => {
    if (entries.length === 0) return query.data;
    const page = query.data ?? { rows: [], total: 0, next: undefined };
    const rows = overMachines(page.rows, entries);
    if (!query.data && rows.length === 0) return query.data;
    return { ...page, rows, total: page.total + rows.length - page.rows.length };
  }, [query.data, entries]);
  return withData(query, data);
}
