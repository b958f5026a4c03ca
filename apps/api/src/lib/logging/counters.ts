/** Counters of this process since its start, for `/metrics`. */
export const counters = {
  mailFailures: 0,
  logLinesDropped: 0,
  /** Present from the start: Prometheus sees no increase in a series that starts above 0. */
  syncErrors: { refused: 0, conflict: 0, failed: 0 },
  /** Reads above LIMIT_PEOPLE_READ, refused or after re-authentication. */
  peopleReadOverLimit: 0,
  /** Reads that a replica may serve, by the server that did. */
  replicaReads: { replica: 0, primary: 0 },
};
