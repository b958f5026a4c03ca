/** Questions about a failed call, asked by pages after login. */
import { ApiError, FOREIGN_PAGE, ForeignResponseError, NetworkError } from './api-error.ts';

/** The server's error message, if it sent one. */
export function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError && error.hasServerMessage ? error.message : undefined;
}

/** The same call may succeed on retry. */
export function isTemporary(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** The row has been changed elsewhere since the form was opened. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'stale';
}

/** The row does not exist or belongs to another user; the server does not distinguish the two. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}

/** Somebody between the device and our server answered, as opposed to a lost connection. */
export const isForeign = (error: NetworkError): boolean =>
  error instanceof ForeignResponseError || error.cause === FOREIGN_PAGE;
