/**
 * The header that every answer of this server carries. Whatever lies between a phone and the server (a hotspot's page, a
 * gateway) answers without it, and such an answer may not destroy anything on the phone.
 */
export const SERVER_MARK = 'x-ardhi';
