/**
 * The header that every answer of this server carries. Whatever lies between a phone and the server (a hotspot's page, a
 * gateway) answers without it, and such an answer may not destroy anything on the phone.
 */
export const SERVER_MARK = 'x-ardhi';

/**
 * Where the database's log stood after a write, as PostgreSQL writes it: `16/B374D848`. It comes with the answer to a write
 * and with change events; sent with a read, the answer holds at least that much.
 */
export const POSITION = 'x-ardhi-position';

/** From which moment on the answer may lack something: reads of officials can come from a replica. */
export const AS_OF = 'x-ardhi-as-of';
