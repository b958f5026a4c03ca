/** The query keys of who looked at a parcel. No change event calls them old. */
export const parcelViewKeys = {
  kind: 'views',
  ofParcel: (landId: string) => ['views', landId],
} as const;
