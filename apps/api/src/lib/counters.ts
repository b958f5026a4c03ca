/** What is counted in this process since its start, for `/metrics`. */
export const counters = { mailFailures: 0, syncErrors: {} as Record<string, number> };
