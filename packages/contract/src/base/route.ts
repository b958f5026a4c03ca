import type { z } from 'zod';
import type { AUDIT_ACTIONS } from './audit-actions.ts';
import type { Duty } from './fields.ts';

/** Who may make a call. `signed-in` is either role. */
export type Access = 'public' | 'signed-in' | 'farmer' | 'government';

export type RouteLimit =
  | 'registration'
  | 'forgotten-password'
  | 'search'
  | 'boundary'
  | 'export'
  | 'contact'
  | 'sync-errors';

export interface Route {
  summary: string;
  access: Access;
  /** The rules of the path's parameters; one that has none is an id. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The JSON answer. A call that answers a file or a stream names its media type in `produces` instead. */
  answer?: z.ZodType;
  produces?: string;
  /** The success status, 200 unless said. */
  status?: 200 | 201 | 202;
  /** The answer is a list that comes in pages: `X-Total-Count` and a `Link` header go with it. */
  paged?: true;
  /**
   * Every call that is not a GET runs in one transaction. `own`: the call opens it itself, since slow work goes before
   * it (a password hash), or since it is a read that leaves a trace.
   */
  transaction?: 'own';
  /** The duty that an official's call needs, `view` unless said; none for what is about the caller alone. */
  duty?: Duty | 'none';
  /** For officials who work for the whole country: what is written holds for all of it. */
  area?: 'country';
  /** Also for officials who still have to confirm their address, or to set up the second factor required of them. */
  enrolling?: true;
  /** The person is asked again who they are, by password or second factor, within the last minutes. */
  confirmed?: true;
  /** The answer holds a secret that is shown once: it is never remembered, and the same write again is refused. */
  once?: true;
  /** How often a person, or an address, may make the call is limited. */
  limit?: RouteLimit;
  /**
   * A read that leaves an entry of this name in the trail, with its filters. A search only where words are searched for
   * (`q`), and not again for each page.
   */
  trail?: (typeof AUDIT_ACTIONS)['download' | 'export' | 'search'][number];
  /**
   * May be answered by a replica of the database, where there is one: never older than what the caller has written, and
   * with a header that says as of when.
   */
  reads?: 'replica';
  /** A device without a network may queue the call and send it later: the web then needs a row for it in its tables. */
  queueable?: true;
}

/** Calls by their method and path, the path's parameters in braces: `'GET /land/{id}'`. */
export type Contract = Record<string, Route>;

export function contract<const C extends Contract>(calls: C): C {
  return calls;
}

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** As they stand in a path. */
export type ParamsInput<Call extends string> = { [Name in ParameterNames<Call>]: string };
export type ParamsOf<Call extends string, R> = R extends { params: infer P extends z.ZodType }
  ? Omit<ParamsInput<Call>, keyof z.output<P>> & z.output<P>
  : ParamsInput<Call>;
export type QueryInput<R> = R extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type QueryOf<R> = R extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type BodyInput<R> = R extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type BodyOf<R> = R extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
export type AnswerOf<R> = R extends { answer: infer A extends z.ZodType } ? z.output<A> : undefined;
