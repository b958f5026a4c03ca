/** The server's own limits, said before it has to refuse. */
export const CONTENT_MAXIMUM = 10_000;
export const SUBJECT_MAXIMUM = 200;
