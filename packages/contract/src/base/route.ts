import type * as z from 'zod';
import type { AUDIT_ACTIONS } from './audit-actions.ts';
import type { Duty } from './fields.ts';

/** Roles allowed to make a call. `signed-in` allows both. `gis`: a map program with an official's token for it. */
export type Access = 'public' | 'signed-in' | 'farmer' | 'government' | 'gis';

export type RouteLimit =
  | 'registration'
  | 'forgotten-password'
  | 'search'
  | 'boundary'
  | 'export'
  | 'gis'
  | 'contact'
  | 'sync-errors';

export interface Route {
  summary: string;
  access: Access;
  /** Schemas of path parameters; a parameter without a schema is an id. */
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The JSON response. A call that returns a file or a stream sets its media type in `produces` instead. */
  response?: z.ZodType;
  produces?: string;
  /** Success status, 200 by default. */
  status?: 200 | 201 | 202;
  /** Paginated list with `X-Total-Count` and `Link` headers. */
  paged?: true;
  /**
   * Every call except GET runs in one transaction. `own`: the handler opens it itself, because slow work such as a
   * password hash comes first, or because it is a read that writes an audit entry.
   */
  transaction?: 'own';
  /** Permission required of officials, `view` by default, or one of several; `none` for calls that concern only the caller. */
  duty?: Duty | 'none' | readonly Duty[];
  /** Only for officials with a national post, because the change applies nationwide. */
  area?: 'country';
  /** Allowed for officials before they confirm their email address or set up a required second factor. */
  enrolling?: true;
  /** Requires re-authentication by password or second factor within the last minutes. */
  confirmed?: true;
  /**
   * Refused for 24 hours after an official issued or the caller used a password reset code. `unless-enrolling`: except
   * for officials who must set up a second factor before they can work.
   */
  resetHold?: true | 'unless-enrolling';
  /** The response contains a secret: it is not stored for the idempotency key, and a repeated write is rejected. */
  once?: true;
  /** Rate limit per user or IP address. */
  limit?: RouteLimit;
  /**
   * A read that writes this action with its filters to the audit log. Searches are logged only with search terms (`q`),
   * and not again for each page.
   */
  auditAction?: (typeof AUDIT_ACTIONS)['download' | 'export' | 'search'][number];
  /**
   * May be read from a database replica: never older than the caller's own writes, and with a header that states the
   * time of the data.
   */
  reads?: 'replica';
  /** Accepted while the disk is full, as every DELETE is: it frees space, or it needs little and the caller cannot wait. */
  whileFull?: true;
  /** Smaller or larger than the server's default. */
  maxBodyBytes?: number;
  /** Can be queued offline and sent later; the web application needs an entry for it in its outbox tables. */
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

/** Path parameters before parsing. */
export type ParamsInput<Call extends string> = { [Name in ParameterNames<Call>]: string };
export type ParamsOf<Call extends string, R> = R extends { params: infer P extends z.ZodType }
  ? Omit<ParamsInput<Call>, keyof z.output<P>> & z.output<P>
  : ParamsInput<Call>;
export type QueryInput<R> = R extends { query: infer Q extends z.ZodType } ? z.input<Q> : undefined;
export type QueryOf<R> = R extends { query: infer Q extends z.ZodType } ? z.output<Q> : undefined;
export type BodyInput<R> = R extends { body: infer B extends z.ZodType } ? z.input<B> : undefined;
export type BodyOf<R> = R extends { body: infer B extends z.ZodType } ? z.output<B> : undefined;
export type ResponseOf<R> = R extends { response: infer A extends z.ZodType } ? z.output<A> : undefined;
