/** Query keys of boundaries. They have the `land` prefix, because a boundary change is a change of the parcel. */
export const boundaryKeys = {
  one: (landId: string) => ['land', 'boundary', landId],
  list: ['land', 'boundaries'],
  ownOverlaps: ['land', 'overlaps', 'own'],
  allOverlaps: (filter: object) => ['land', 'overlaps', 'all', filter],
} as const;
