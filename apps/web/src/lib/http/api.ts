/** The typed client: `call('POST /land/{id}/crops', { params: { id }, body })`. Contract types only, zod stays out. */
import type { AnswerOf, Api, BodyInput, Call, ParamsInput, Problem, QueryInput } from '@ardhi/contract';
import { AS_OF, POSITION, SERVER_MARK } from '@ardhi/contract/mark';
import { hearTime } from '../device/clock.ts';
import { hearAnswer } from '../device/first-answer.ts';
import { storage } from '../device/storage.ts';
import { currentLanguage } from '../text/language.ts';
import { API_BASE } from './api-base.ts';
import { ApiError, ForeignAnswerError, NetworkError } from './api-error.ts';
import { connection } from './connection.ts';
import { hearPosition, knownPosition } from './position.ts';

export {
  ApiError,
  isStale,
  isTemporary,
  NetworkError,
  StorageFullError,
  serverMessage,
} from './api-error.ts';

/** A field that may be undefined may also be left out. */
type Sendable<T> = T extends readonly unknown[]
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
  /** Send no token: the call is nobody's in particular. */
  anonymous?: boolean;
  /** A 401 is this call's own answer (a wrong password), not the end of a session. */
  ownsUnauthorized?: boolean;
  /** A success that does not come from our server is no answer: something on the device depends on it. */
  onlyOurs?: boolean;
  /** The app makes the call by itself, not because the user did something. */
  background?: boolean;
  /** It was asked for already, the same way, and this is on its way. */
  begun?: Promise<Response>;
}

/** Every write of a signed-in user. */
export type KeyedCall = {
  [C in Call]: C extends `GET ${string}` ? never : Api[C] extends { access: 'public' } ? never : C;
}[Call];

/** Sent again with the same key, a write has one effect. A signed-in user's write does not compile without one. */
type KeyPart<C extends Call> = C extends KeyedCall ? { idempotencyKey: string } : { idempotencyKey?: string };

/** What a call is made with, apart from its idempotency key. */
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
  query?: Record<string, unknown>;
  body?: unknown;
}

type UnauthorizedHandler = (token: string | null, error: ApiError) => void;
let onUnauthorized: UnauthorizedHandler = () => {};

/** The session hears of every 401, with the token that was refused. */
export function setUnauthorizedHandler(handler: UnauthorizedHandler): void {
  onUnauthorized = handler;
}

type ConfirmHandler = () => Promise<boolean>;
let confirmHandler: ConfirmHandler | null = null;
const waitingToAsk = new Set<() => void>();

/** Whom the server asks again who they are; answers whether they said so, and the call is made once more. */
export function setConfirmHandler(handler: ConfirmHandler): () => void {
  confirmHandler = handler;
  for (const ask of waitingToAsk) ask();
  waitingToAsk.clear();
  return () => {
    confirmHandler = null;
  };
}

/** The question is fetched after the page: whoever was quicker than it is asked when it is there. */
async function askAgain(): Promise<boolean> {
  if (!confirmHandler) await new Promise<void>((resolve) => waitingToAsk.add(resolve));
  return confirmHandler?.() ?? false;
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
    throw unanswered(error);
  });
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch (error) {
    if (text !== '' && typeOf(response).includes('json')) throw unanswered(error);
    return undefined;
  }
}

const typeOf = (response: Response) => response.headers.get('Content-Type') ?? '';

/** The page of a hotspot that wants a login, or of a gateway: behind it there is no connection to the server. */
function isForeignPage(response: Response): boolean {
  return response.status === 511 || typeOf(response).includes('text/html');
}

/** Makes the call and returns the successful response; every other outcome is thrown. */
export function request<C extends Call>(name: C, ...[options]: OptionsArgument<C>): Promise<Response> {
  return send(name, options);
}

async function send(name: Call, options: AnyOptions = {}): Promise<Response> {
  const [method = 'GET', path = ''] = name.split(' ');
  const token = options.anonymous ? null : storage.get('token');
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'Accept-Language': currentLanguage(),
  };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const position = method === 'GET' && knownPosition();
  if (position) headers[POSITION] = position;

  let response: Response;
  try {
    response = await (options.begun ??
      fetch(url(path, options), {
        method,
        headers,
        body: options.body === undefined ? null : JSON.stringify(options.body),
        signal: options.signal ?? null,
        // The API never redirects: somebody else does.
        redirect: 'error',
      }));
  } catch (error) {
    throw unanswered(error);
  }
  const isOurs = response.headers.has(SERVER_MARK);
  if (isOurs) {
    hearTime(response.headers.get('Date'));
    hearAnswer(token, response.headers.get('Date'));
    hearPosition(response.headers.get(POSITION));
    connection.report(true, options);
  } else if (isForeignPage(response)) {
    throw unanswered('Somebody else answered');
  } else if (response.ok && options.onlyOurs) {
    connection.report(false);
    throw new ForeignAnswerError(await readJson(response));
  } else if (NO_SERVER_BEHIND_GATEWAY.has(response.status)) connection.report(false);
  if (response.ok) return response;
  const problem = await readProblem(response);
  if (problem?.code === 'confirm-needed' && (await askAgain()))
    return send(name, { ...options, begun: undefined });
  const error = new ApiError(response, problem);
  if (response.status === 401 && !options.ownsUnauthorized) onUnauthorized(token, error);
  throw error;
}

const NO_SERVER_BEHIND_GATEWAY: ReadonlySet<number> = new Set([502, 504]);

function unanswered(error: unknown): unknown {
  // Whoever took the call back learnt nothing about the network.
  if (error instanceof DOMException && error.name === 'AbortError') return error;
  connection.report(false);
  return new NetworkError('No answer from the server', { cause: error });
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    // The connection broke while the answer was on its way.
    throw unanswered(error);
  }
}

export async function call<C extends Call>(
  name: C,
  ...[options]: OptionsArgument<C>
): Promise<AnswerOf<Api[C]>> {
  return (await readJson(await send(name, options))) as AnswerOf<Api[C]>;
}

/** With the moment from which on the answer may lack something. */
export async function callAsOf<C extends Call>(
  name: C,
  ...[options]: OptionsArgument<C>
): Promise<AnswerOf<Api[C]> & { asOf?: string }> {
  const response = await send(name, options);
  return { ...((await readJson(response)) as AnswerOf<Api[C]>), ...momentOf(response) };
}

function momentOf({ headers }: Response): { asOf?: string } {
  const asOf = headers.get(AS_OF);
  return asOf ? { asOf } : {};
}

export interface Page<Row> {
  rows: Row[];
  /** How many rows there are in all. */
  total: number;
  /** The cursor of the next page, if there is one. */
  next: string | undefined;
  /** From then on something may be missing. */
  asOf?: string;
}

type RowOf<C extends Call> = AnswerOf<Api[C]> extends readonly (infer Row)[] ? Row : never;

export type PagedCall = { [C in Call]: Api[C] extends { paged: true } ? C : never }[Call];

/** One page of a list; `X-Total-Count` and `Link` tell of the rest. */
export async function callPage<C extends PagedCall>(
  name: C,
  ...[options]: OptionsArgument<C>
): Promise<Page<RowOf<C>>> {
  const response = await send(name, options);
  const rows = (await readJson(response)) as RowOf<C>[];
  const total = Number(response.headers.get('X-Total-Count') ?? rows.length);
  return { rows, total, next: nextCursor(response.headers.get('Link')), ...momentOf(response) };
}

export function nextCursor(link: string | null): string | undefined {
  const target = link
    ?.split(/,\s*(?=<)/)
    .map((part) => /^<([^>]*)>\s*;.*\brel="?next"?/.exec(part)?.[1])
    .find((found) => found !== undefined);
  if (!target) return undefined;
  return new URL(target, 'http://same.origin').searchParams.get('cursor') ?? undefined;
}

/** A call that answers a file. */
export async function callFile<C extends Call>(
  name: C,
  ...[options]: OptionsArgument<C>
): Promise<{ blob: Blob; name: string | undefined }> {
  const response = await send(name, options);
  const disposition = response.headers.get('Content-Disposition') ?? '';
  return { blob: await response.blob(), name: /filename="([^"]+)"/.exec(disposition)?.[1] };
}
