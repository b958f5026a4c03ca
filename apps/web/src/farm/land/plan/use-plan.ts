/** Open and coming tasks of parcels, computed on the device from their cached records and queued changes. */
import type { PlanTask } from '@ardhi/agronomy';
import { type Crop, type ParcelDetail, scoreInputOf } from '@ardhi/contract';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { today } from '../../../lib/device/clock.ts';
import { logicalClock } from '../../../lib/device/logical-clock.ts';
import { useReferenceTables } from '../../../lib/text/use-reference-tables.ts';
import { useOutbox } from '../../../outbox/current.ts';
import { overlayRow } from '../../../outbox/overlay.ts';
import { concerns } from '../../../outbox/relations.ts';
import { isMissingFrom } from '../../../outbox/use-overlay.ts';
import { parcelQuery } from '../parcel-query.ts';
import { useIsAnswered } from './answers.ts';

export interface ParcelTask {
  parcel: ParcelDetail;
  /** Undefined for a parcel without a crop. */
  crop: Crop | undefined;
  task: PlanTask;
}

type SeasonPlan = typeof import('@ardhi/agronomy')['seasonPlan'];

/** A dashboard needs the plan of an unchanged parcel several times. */
const plans = new WeakMap<ParcelDetail, { asOf: string; tasks: PlanTask[] }>();

function planOf(parcel: ParcelDetail, seasonPlan: SeasonPlan): PlanTask[] {
  const asOf = today();
  const known = plans.get(parcel);
  if (known?.asOf === asOf) return known.tasks;
  const tasks = seasonPlan(scoreInputOf(parcel, parcel, asOf), asOf);
  plans.set(parcel, { asOf, tasks });
  return tasks;
}

/**
 * Undefined until tables and records are there. The offline fill loads the records after the first screen, so this reads
 * only the cache.
 */
export function usePlan(parcelIds: readonly string[]): ParcelTask[] | undefined {
  const tables = useReferenceTables(parcelIds.length > 0);
  const details = useQueries({
    queries: parcelIds.map((id) => ({ ...parcelQuery(id), enabled: false })),
    combine: (queries) => queries.map(({ data }) => data),
  });
  const { entries } = useOutbox();
  const isAnswered = useIsAnswered();
  return useMemo(() => {
    if (!tables) return undefined;
    const parcels = details.flatMap((detail, index) => {
      const id = parcelIds[index] ?? '';
      const began = detail ? logicalClock.of(detail) : 0;
      const pending = entries.filter((entry) => concerns(entry, id) && isMissingFrom(entry, began));
      return overlayRow<ParcelDetail>(detail, pending, id) ?? [];
    });
    if (parcels.length === 0 && parcelIds.length > 0) return undefined;
    return parcels
      .flatMap((parcel) =>
        planOf(parcel, tables.seasonPlan).map((task) => ({
          parcel,
          task,
          crop: parcel.crops.find(({ _id }) => _id === task.cropId),
        })),
      )
      .filter(({ task }) => task.to >= today() && !isAnswered(task.id))
      .sort((a, b) => (a.task.from < b.task.from ? -1 : 1));
  }, [tables, details, parcelIds, entries, isAnswered]);
}

export const isDue = ({ task }: ParcelTask) => task.from <= today();
