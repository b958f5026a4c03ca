import type { Issue, Problem } from '@ardhi/contract';
import { SERVER_MARK } from '@ardhi/contract/mark';

/** Somebody answered, and refused: the server, or what lies before it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Whether it was our server: only then may anything on the device be destroyed. */
  readonly isOurs: boolean;
  readonly code: string;
  /** Every failed field of the request. */
  readonly issues: readonly Issue[];
  /** The stored row, where an edit was based on an older one. */
  readonly current: unknown;
  /** Seconds to wait, where the server asks for it. */
  readonly retryAfter: number | undefined;
  /** Whether `message` is the server's own words, not made up from the status. */
  readonly hasServerMessage: boolean;

  constructor(response: Response, problem: Partial<Problem> | undefined) {
    const message =
      typeof problem?.message === 'string' && problem.message !== '' ? problem.message : undefined;
    super(message ?? `HTTP ${response.status}: ${response.statusText}`);
    this.status = response.status;
    this.isOurs = response.headers.has(SERVER_MARK);
    this.code = problem?.code ?? `http.${response.status}`;
    this.issues = Array.isArray(problem?.issues) ? problem.issues : [];
    this.current = problem?.current;
    this.hasServerMessage = message !== undefined;
    const wait = Number(response.headers.get('Retry-After') ?? Number.NaN);
    this.retryAfter = Number.isFinite(wait) ? wait : undefined;
  }
}

/** No answer came: no signal, server away, connection cut. Nothing is known about whether the call was done. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** Somebody said yes who is not our server: it may be shown, but nothing on the device is done with it. */
export class ForeignAnswerError extends NetworkError {
  readonly answer: unknown;

  constructor(answer: unknown) {
    super('Somebody else answered');
    this.answer = answer;
  }
}

/** No answer, and no room on the device to queue the work until there is one. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** The server's own words, if it said any. */
export function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError && error.hasServerMessage ? error.message : undefined;
}

/** The same call may succeed later without being changed. */
export function isTemporary(error: unknown): boolean {
  return error instanceof NetworkError || (error instanceof ApiError && error.status >= 500);
}

/** The row was changed elsewhere since the form was opened. */
export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'stale';
}

/** There is no such row, or it is somebody else's: to who asks that is the same. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 410);
}
