/** The query keys of boundaries. They begin with `land`: a change of a parcel's boundary is a change of the parcel. */
export const boundaryKeys = {
  one: (landId: string) => ['land', 'boundary', landId],
  list: ['land', 'boundaries'],
  ownOverlaps: ['land', 'overlaps', 'own'],
  allOverlaps: (filter: object) => ['land', 'overlaps', 'all', filter],
} as const;
