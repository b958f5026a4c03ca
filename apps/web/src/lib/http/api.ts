/** Typed API client: `call('POST /land/{id}/crops', { params: { id }, body })`. Imports contract types only, not zod. */
import type {
  Api,
  BodyInput,
  Call,
  Json,
  JsonObject,
  ParamsInput,
  Problem,
  QueryInput,
  ResponseOf,
} from '@ardhi/contract';
import { AS_OF_HEADER, MARKER_HEADER, WAL_POSITION_HEADER } from '@ardhi/contract/headers';
import { syncClock } from '../device/clock.ts';
import { recordResponse } from '../device/first-response.ts';
import { storage } from '../device/storage.ts';
import { currentLanguage } from '../text/language.ts';
import { API_BASE } from './api-base.ts';
import { ApiError, FOREIGN_PAGE, ForeignResponseError, NetworkError } from './api-error.ts';
import { connection } from './connection.ts';

import { cachedBody, tagBody } from './etags.ts';
import { recordMarker } from './marker.ts';
import { knownPosition, recordPosition } from './position.ts';

export { ApiError, NetworkError } from './api-error.ts';

/** Makes fields that may be undefined optional. */
type Sendable<T> = T extends readonly Json[]
  ? T
  : T extends object
    ? { [K in keyof T as undefined extends T[K] ? K : never]?: T[K] } & {
        [K in keyof T as undefined extends T[K] ? never : K]: T[K];
      }
    : T;

type RequiredPart<Name extends string, T> = [T] extends [undefined]
  ? { [N in Name]?: undefined }
  : undefined extends T
    ? { [N in Name]?: T }
    : Record<never, never> extends T
      ? { [N in Name]?: T }
      : { [N in Name]: T };

type ParamsPart<C extends Call> = keyof ParamsInput<C> extends never
  ? { params?: undefined }
  : { params: ParamsInput<C> };

interface CallSettings {
  signal?: AbortSignal;
  /** Sends no token. */
  anonymous?: boolean;
  /** A 401 is an expected result of this call (wrong password) and does not end the session. */
  ownsUnauthorized?: boolean;
  /** Rejects success responses that lack our marker header. Required if the result changes data on the device. */
  onlyOurs?: boolean;
  /** The app makes the call by itself, not after a user action. */
  background?: boolean;
  /** Value of the marker header: a write of the outbox says which epoch of the server's data it knows. */
  marker?: string;
  /** The response of an identical request that is already in flight. */
  begun?: Promise<Response>;
}

/** Every write of a signed-in user. */
export type KeyedCall = {
  [C in Call]: C extends `GET ${string}` ? never : Api[C] extends { access: 'public' } ? never : C;
}[Call];

/** Idempotency key: a signed-in user's write does not compile without one. */
type KeyPart<C extends Call> = C extends KeyedCall ? { idempotencyKey: string } : { idempotencyKey?: string };

/** Input of a call without its idempotency key. */
export type CallInput<C extends Call> = ParamsPart<C> &
  RequiredPart<'body', Sendable<BodyInput<Api[C]>>> &
  RequiredPart<'query', Sendable<QueryInput<Api[C]>>> &
  CallSettings;

type CallOptions<C extends Call> = CallInput<C> & KeyPart<C>;

type ArgumentOf<Options> = Record<never, never> extends Options ? [options?: Options] : [options: Options];
type OptionsArgument<C extends Call> = ArgumentOf<CallOptions<C>>;
export type InputArgument<C extends Call> = ArgumentOf<CallInput<C>>;

interface AnyOptions extends CallSettings {
  idempotencyKey?: string;
  params?: Record<string, string>;
  query?: object;
  body?: object;
}

type UnauthorizedHandler = (token: string | null, error: ApiError) => void;
let onUnauthorized: UnauthorizedHandler = () => {};

/** Called on every 401 with the rejected token. */
export function setUnauthorizedHandler(handler: UnauthorizedHandler): void {
  onUnauthorized = handler;
}

let onEnrolmentRequired: (token: string | null) => void = () => {};

/** Called if the server accepts nothing from this official before a second factor is set up. */
export function setEnrolmentHandler(handler: (token: string | null) => void): void {
  onEnrolmentRequired = handler;
}

type ConfirmHandler = () => Promise<boolean>;
let confirmHandler: ConfirmHandler | null = null;
let openPrompt: Promise<boolean> | null = null;
const awaitingHandler = new Set<() => void>();

/** Registers the re-authentication prompt. If it resolves to true, the call is retried. */
export function setConfirmHandler(handler: ConfirmHandler): () => void {
  confirmHandler = handler;
  for (const ask of awaitingHandler) ask();
  awaitingHandler.clear();
  return () => {
    confirmHandler = null;
    openPrompt = null;
  };
}

/** The prompt loads after the page; calls made before that wait for it. Calls rejected together share one prompt. */
async function reauthenticate(): Promise<boolean> {
  if (!confirmHandler) await new Promise<void>((resolve) => awaitingHandler.add(resolve));
  if (!confirmHandler) return false;
  const prompt = openPrompt ?? confirmHandler();
  openPrompt = prompt;
  const isConfirmed = await prompt;
  if (openPrompt === prompt) openPrompt = null;
  return isConfirmed;
}

function url(path: string, { params = {}, query = {} }: AnyOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return API_BASE + filled + (search.size > 0 ? `?${search}` : '');
}

async function readProblem(response: Response): Promise<Partial<Problem> | undefined> {
  const text = await response.text().catch((error: unknown) => {
    throw toNetworkError(error);
  });
  try {
    const body: Partial<Problem> | string | null = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch (error) {
    if (text !== '' && typeOf(response).includes('json')) throw toNetworkError(error);
    return undefined;
  }
}

const typeOf = (response: Response) => response.headers.get('Content-Type') ?? '';

/** Page of a captive portal or gateway: the server was not reached. An HTML body is never ours, even with our header. */
function isForeignPage(response: Response): boolean {
  return response.status === 511 || typeOf(response).includes('text/html');
}

/** Makes the call and returns the successful response; every other outcome is thrown. */
export async function request<C extends Call>(name: C, ...[options]: OptionsArgument<C>): Promise<Response> {
  return (await send(name, options)).response;
}

interface Received {
  response: Response;
  address: string;
  /** The cached body that a 304 confirms. */
  confirmed?: object;
}

async function send(name: Call, options: AnyOptions = {}): Promise<Received> {
  const [method = 'GET', path = ''] = name.split(' ');
  const address = url(path, options);
  const token = options.anonymous ? null : storage.get('token');
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Accept-Language': currentLanguage(),
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  if (options.marker) headers[MARKER_HEADER] = options.marker;
  const position = method === 'GET' && knownPosition();
  if (position) headers[WAL_POSITION_HEADER] = position;
  const cached = method === 'GET' ? cachedBody(address) : undefined;
  if (cached) headers['If-None-Match'] = cached.etag;

  let response: Response;
  try {
    response = await (options.begun ??
      fetch(address, {
        method,
        headers,
        body: options.body === undefined ? null : JSON.stringify(options.body),
        signal: options.signal ?? null,
        // The API never redirects, so a redirect comes from a captive portal.
        redirect: 'error',
      }));
  } catch (error) {
    throw toNetworkError(error);
  }
  const isForeign = isForeignPage(response);
  const isOurs = response.headers.has(MARKER_HEADER) && !isForeign;
  if (isOurs) {
    syncClock(response.headers.get('Date'));
    recordMarker(response.headers.get(MARKER_HEADER));
    recordResponse(token, response.headers.get('Date'));
    recordPosition(response.headers.get(WAL_POSITION_HEADER));
    connection.report(true, options);
  } else if (isForeign || response.status === 304) {
    throw toNetworkError(FOREIGN_PAGE);
  } else if (response.ok && options.onlyOurs) {
    connection.report(false);
    throw new ForeignResponseError(await readJson(response));
  } else if (NO_SERVER_BEHIND_GATEWAY.has(response.status)) connection.report(false);
  if (response.ok) return { response, address };
  if (response.status === 304 && cached) return { response, address, confirmed: cached.body };
  const problem = await readProblem(response);
  if (problem?.code === 'confirm-needed' && (await reauthenticate()))
    return send(name, { ...options, begun: undefined });
  const error = new ApiError(response, problem);
  if (response.status === 401 && !options.ownsUnauthorized) onUnauthorized(token, error);
  if (error.code === 'second-factor-required') onEnrolmentRequired(token);
  throw error;
}

const NO_SERVER_BEHIND_GATEWAY: ReadonlySet<number> = new Set([502, 504]);

function toNetworkError(error: unknown): DOMException | NetworkError {
  // An aborted call says nothing about the network.
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  connection.report(false);
  return new NetworkError('No answer from the server', { cause: error });
}

async function readBody<T>({ response, address, confirmed }: Received): Promise<T> {
  const body = confirmed ? (confirmed as T) : await readJson<T>(response);
  if (response.headers.has(MARKER_HEADER)) tagBody(body, address, response.headers.get('ETag'));
  return body;
}

/** The contract guarantees the type of our server's responses. */
async function readJson<T>(response: Response): Promise<T> {
  try {
    return await response.json();
  } catch (error) {
    // The connection was lost during the response.
    throw toNetworkError(error);
  }
}

export async function call<C extends Call>(
  name: C,
  ...[options]: OptionsArgument<C>
): Promise<ResponseOf<Api[C]>> {
  return await readBody(await send(name, options));
}

/** A write whose input was checked against the contract where it was made. */
export async function callWithKey<C extends KeyedCall>(
  name: C,
  input: Omit<AnyOptions, 'idempotencyKey'>,
  idempotencyKey: string,
): Promise<ResponseOf<Api[C]> & JsonObject> {
  return await readBody(await send(name, { ...input, idempotencyKey }));
}

/** Also returns `asOf`: changes after this time may be missing from the response. */
export async function callAsOf<C extends Call>(
  name: C,
  ...[options]: OptionsArgument<C>
): Promise<ResponseOf<Api[C]> & { asOf?: string }> {
  const received = await send(name, options);
  return { ...(await readBody<ResponseOf<Api[C]>>(received)), ...asOfHeader(received.response) };
}

function asOfHeader({ headers }: Response): { asOf?: string } {
  const asOf = headers.get(AS_OF_HEADER);
  return asOf ? { asOf } : {};
}

export interface Page<Row> {
  rows: Row[];
  /** Total number of rows. */
  total: number;
  /** The cursor of the next page, if there is one. */
  next: string | undefined;
  /** Changes after this time may be missing. */
  asOf?: string;
}

type RowOf<C extends Call> = ResponseOf<Api[C]> extends readonly (infer Row)[] ? Row : never;

export type PagedCall = { [C in Call]: Api[C] extends { paged: true } ? C : never }[Call];

/** One page of a list; total and next cursor come from `X-Total-Count` and `Link`. */
export async function callPage<C extends PagedCall>(
  name: C,
  ...[options]: OptionsArgument<C>
): Promise<Page<RowOf<C>>> {
  const received = await send(name, options);
  const rows = await readBody<RowOf<C>[]>(received);
  const { response } = received;
  const total = Number(response.headers.get('X-Total-Count') ?? rows.length);
  return { rows, total, next: nextCursor(response.headers.get('Link')), ...asOfHeader(response) };
}

export function nextCursor(link: string | null): string | undefined {
  const target = link
    ?.split(/,\s*(?=<)/)
    .map((part) => /^<([^>]*)>\s*;.*\brel="?next"?/.exec(part)?.[1])
    .find((found) => found !== undefined);
  if (!target) return undefined;
  return new URL(target, 'http://same.origin').searchParams.get('cursor') ?? undefined;
}

/** Calls an endpoint that returns a file. */
export async function callFile<C extends Call>(
  name: C,
  ...[options]: OptionsArgument<C>
): Promise<{ blob: Blob; name: string | undefined }> {
  const { response } = await send(name, options);
  const disposition = response.headers.get('Content-Disposition') ?? '';
  return { blob: await response.blob(), name: /filename="([^"]+)"/.exec(disposition)?.[1] };
}
