/** The query keys of subsidies: applications, programmes and the officials' views of them. */
export const subsidyKeys = {
  all: ['subsidy'],
  mine: ['subsidy', 'mine'],
  programmes: ['subsidy', 'programmes'],
  eligibility: (programmeId: string) => ['subsidy', 'eligibility', programmeId],
  managed: (filters: object, limit: number) => ['subsidy', 'managed', filters, limit],
  dossier: (id: string | undefined) => ['subsidy', 'dossier', id],
} as const;
