import type { Issue, JsonObject, Problem } from '@ardhi/contract';
import { MARKER_HEADER } from '@ardhi/contract/headers';

/** Limits of `Retry-After`: 0 would cause a request per second, and a huge value would stop a phone for good. */
const MIN_RETRY_AFTER = 1;
const MAX_RETRY_AFTER = 3600;

/** HTTP error response from our server or from a gateway in front of it. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Whether our server sent it: only then may data on the device be deleted. */
  readonly isOurs: boolean;
  readonly code: string;
  /** Validation errors by field. */
  readonly issues: readonly Issue[];
  /** The stored row if the edit was based on an older revision. */
  readonly current: JsonObject | null | undefined;
  /** Seconds, from the `Retry-After` header, between one second and one hour. */
  readonly retryAfter: number | undefined;
  /** Whether `message` comes from the server and not from the HTTP status. */
  readonly hasServerMessage: boolean;

  constructor(response: Response, problem: Partial<Problem> | undefined) {
    const message =
      typeof problem?.message === 'string' && problem.message !== '' ? problem.message : undefined;
    super(message ?? `HTTP ${response.status}: ${response.statusText}`);
    this.status = response.status;
    this.isOurs = response.headers.has(MARKER_HEADER);
    this.code = problem?.code ?? `http.${response.status}`;
    this.issues = Array.isArray(problem?.issues) ? problem.issues : [];
    this.current = problem?.current;
    this.hasServerMessage = message !== undefined;
    const wait = Number(response.headers.get('Retry-After') ?? Number.NaN);
    this.retryAfter = Number.isFinite(wait)
      ? Math.min(MAX_RETRY_AFTER, Math.max(MIN_RETRY_AFTER, wait))
      : undefined;
  }
}

/** No response: no signal, server down or connection lost. The server may have processed the call. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
}

/** A success response that is not from our server: it may be displayed but must not change data on the device. */
export class ForeignResponseError extends NetworkError {
  readonly answer: JsonObject;

  constructor(answer: JsonObject) {
    super('Somebody else answered');
    this.answer = answer;
  }
}

/** Cause of the NetworkError for a page of a captive portal or firewall. */
export const FOREIGN_PAGE = 'Somebody else answered';
