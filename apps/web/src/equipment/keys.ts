/** The query keys of equipment. */
export const equipmentKeys = {
  list: ['equipment', 'list'],
  one: (id: string) => ['equipment', 'one', id],
} as const;
