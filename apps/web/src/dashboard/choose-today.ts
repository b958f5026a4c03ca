/** Choice of what Today shows. */

/** An approval is never hidden: approvals beyond the places are linked. */
export const TODAY_PLACES = 3;

interface Candidates<T> {
  approvals: readonly T[];
  /** Other decisions about applications. */
  decisions: readonly T[];
  /** Harvests that are past their date. */
  harvests: readonly T[];
  tasks: readonly T[];
  services: readonly T[];
}

/** Approvals first, then one of each other kind, then the rest. */
export function chooseToday<T>({ approvals, harvests, tasks, decisions, services }: Candidates<T>) {
  const kinds = [harvests, tasks, decisions, services];
  const sorted = [
    ...approvals,
    ...kinds.flatMap((rows) => rows.slice(0, 1)),
    ...kinds.flatMap((rows) => rows.slice(1)),
  ];
  const shown = sorted.slice(0, TODAY_PLACES);
  return { shown, moreApprovals: Math.max(0, approvals.length - TODAY_PLACES) };
}
