/** Counters of this process since its start, for `/metrics`. */
export const counters = {
  mailFailures: 0,
  syncErrors: {} as Record<string, number>,
  /** Reads that a replica may serve, by the server that did. */
  replicaReads: { replica: 0, primary: 0 },
};
