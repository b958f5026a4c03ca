/**
 * Marker header of every response of this server. Responses of captive portals and gateways lack it, and the client
 * must not delete or discard local data because of them. `1`, or `1 ID TIME` after a restore: the id of the epoch and the
 * moment that the data was restored to, so that phones send later writes again. Their writes carry `1` or `1 ID`.
 */
export const MARKER_HEADER = 'x-ardhi';

/**
 * WAL position (LSN) after a write, in PostgreSQL notation: `16/B374D848`. Returned by writes and change events; a read
 * that sends it sees at least that write.
 */
export const WAL_POSITION_HEADER = 'x-ardhi-position';

/** Data is complete up to this time: officials' reads may come from a replica. */
export const AS_OF_HEADER = 'x-ardhi-as-of';
