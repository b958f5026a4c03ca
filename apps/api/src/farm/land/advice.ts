import type { Advice } from '@ardhi/contract';
import type { listAdvice } from './score-queries.ts';

type AdviceRow = Awaited<ReturnType<typeof listAdvice>>[number];

/**
 * Best advice over all parcels: actions by expected points, then missing records. An action shared by several parcels is
 * listed once, for the parcel that gains most, so that the advice does not repeat itself.
 */
export function bestAdvice(parcels: AdviceRow[], limit: number): Advice[] {
  const actions = parcels
    .flatMap(({ id, name, actions }) => actions.map((action) => ({ landId: id, landName: name, action })))
    .sort((left, right) => right.action.gainPoints - left.action.gainPoints);
  const records = parcels
    .flatMap(({ id, name, next_evidence: next }) => (next ? [{ landId: id, landName: name, next }] : []))
    .sort((left, right) => right.next.confidenceGain - left.next.confidenceGain);
  return [
    ...firstOfEach(actions, ({ action }) => action.key).map((advice) => ({ ...advice, nextEvidence: null })),
    ...firstOfEach(records, ({ next }) => next.code).map(({ next, ...advice }) => ({
      ...advice,
      action: null,
      nextEvidence: next,
    })),
  ].slice(0, limit);
}

function firstOfEach<T>(items: T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
