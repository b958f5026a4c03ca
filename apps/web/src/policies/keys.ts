/** The query keys of policies. */
export const policyKeys = {
  list: ['policy', 'list'],
  one: (id: string) => ['policy', 'one', id],
  audience: (id: string) => ['policy', 'audience', id],
  reach: (id: string) => ['policy', 'reach', id],
} as const;
