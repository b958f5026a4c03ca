/** Error codes of the API. `http/errors.ts` turns a thrown problem into a response. */
import type { Issue } from '@ardhi/contract';
import type { MessageValues } from './i18n.ts';

/** HTTP status by code. The texts are in `locales` and each domain's file, under `problem.<code>`. */
export const statusByCode = {
  validation: 400,
  'broken-json': 400,
  'broken-request': 400,
  'push-service': 400,
  'bad-cursor': 400,
  'not-signed-in': 401,
  'account-deleted': 401,
  'wrong-credentials': 401,
  'wrong-role': 403,
  'email-not-confirmed': 403,
  'invitation-needed': 403,
  'domain-not-allowed': 403,
  'not-found': 404,
  'unknown-call': 404,
  'email-taken': 409,
  'id-taken': 409,
  'key-reused': 409,
  stale: 409,
  restored: 409,
  conflict: 409,
  'subsidy-decided': 409,
  'subsidy-withdrawn': 409,
  'budget-exceeded': 409,
  'programme-closed': 409,
  'programme-in-use': 409,
  'not-a-programme': 409,
  'second-official': 403,
  'programme-national': 403,
  'mark-given': 409,
  'marks-of-friends': 403,
  'reset-recently': 403,
  'own-application': 403,
  'not-rejected': 409,
  'appeal-late': 409,
  'appeal-made': 409,
  'appeal-decided': 409,
  'appeal-other-person': 403,
  'appeal-level-above': 403,
  'appeal-same-official': 403,
  'manage-needed': 403,
  'vouch-independent': 403,
  'duty-needed': 403,
  'post-needed': 403,
  'country-needed': 403,
  'own-post': 409,
  'own-suspension': 409,
  'last-manager': 409,
  'case-taken': 409,
  'case-limit': 409,
  'notes-many': 409,
  'templates-many': 409,
  'bulk-running': 409,
  'bulk-finished': 409,
  'placeholder-without-value': 409,
  'binder-running': 409,
  'binder-too-large': 409,
  'binder-unfinished': 409,
  'announcement-limit': 429,
  'announcement-empty': 409,
  'announcement-grown': 409,
  'announcement-too-many': 409,
  'confirm-needed': 403,
  'second-factor-needed': 403,
  'second-factor-wrong': 403,
  'second-factor-required': 403,
  'enrol-code-needed': 403,
  'last-factor': 409,
  'gis-factor-needed': 403,
  'gis-tokens-many': 409,
  'gis-county': 403,
  'account-suspended': 403,
  'account-held': 403,
  'answered-once': 409,
  'names-shown': 409,
  'complaint-answered': 409,
  'complaint-known': 409,
  'ombudsperson-second': 403,
  'no-way-to-answer': 409,
  'request-timeout': 408,
  gone: 410,
  'code-invalid': 400,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many': 429,
  'gis-rows-read': 429,
  'headers-too-large': 431,
  internal: 500,
  busy: 503,
  'database-away': 503,
  maintenance: 503,
  'password-hasher': 503,
  'disk-full': 503,
} as const;

export type ProblemCode = keyof typeof statusByCode;

/** Invalid field with a message key instead of a text. */
export interface UntranslatedIssue extends Omit<Issue, 'message'> {
  key: string;
  values?: MessageValues;
}

export interface ProblemDetails {
  values?: MessageValues;
  issues?: UntranslatedIssue[];
  /** The stored row, if an edit was based on an older revision. */
  current?: unknown;
  retryAfterSeconds?: number;
  /** Setting that caused the problem: logged for the operator, never sent to the client. */
  setting?: string;
}

export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    super(code);
    this.code = code;
    this.details = details;
    this.status = statusByCode[code];
  }
}

export function problem(code: ProblemCode, details?: ProblemDetails): Problem {
  return new Problem(code, details);
}

/** Invalid field that only the server can detect. `key` is a message key, `issue.…`. */
export function fieldProblem(
  path: string,
  key: string,
  values?: MessageValues,
  code: ProblemCode = 'validation',
): Problem {
  return new Problem(code, { issues: [{ path, code: key.replace(/^issue\./, ''), key, values }] });
}
