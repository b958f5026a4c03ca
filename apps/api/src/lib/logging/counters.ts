/** Counters of this process since its start, for `/metrics`. */
export const counters = {
  mailFailures: 0,
  syncErrors: {} as Record<string, number>,
  /** Reads that require re-authentication because of LIMIT_PEOPLE_READ. */
  peopleReadRefusals: 0,
  /** Reads that a replica may serve, by the server that did. */
  replicaReads: { replica: 0, primary: 0 },
};
