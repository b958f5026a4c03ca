/** Maps every error to the common error response. Internal details never leave the server. */
import type { Language } from '@ardhi/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brokenConstraint, isConflict, isDatabaseAway, isDiskFull, isPlanOutdated } from '../database/db.ts';
import { diskFullProblem } from '../database/disk-space.ts';
import { reportOutage } from '../database/report-outage.ts';
import { isMessageKey, languageOf, type MessageKey, translator } from '../text/i18n.ts';
import { fieldProblem, Problem, type ProblemCode, problem } from '../text/problem.ts';

const fastifyProblemCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'broken-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'broken-json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'broken-json',
  // Outside the assets folder: the response must not reveal whether a file exists.
  FST_STATIC_FORBIDDEN_PATH: 'unknown-call',
};

/** Other errors of Fastify and its plugins, such as an unknown Content-Encoding. */
const codeByStatus: Record<number, ProblemCode> = {
  400: 'broken-json',
  413: 'too-large',
  415: 'unsupported-media-type',
};

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isDatabaseAway(error)) return problem('database-away', { retryAfterSeconds: 5 });
  if (isDiskFull(error)) return diskFullProblem();
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') {
    if (fastifyProblemCodes[code]) return problem(fastifyProblemCodes[code]);
    const constraint = brokenConstraint(error);
    if (constraint) return constraintProblem(constraint, code);
    // 22…: a value that PostgreSQL cannot store, such as a NUL character in a search text.
    if (/^22/.test(code)) return problem('validation');
    // Statement timeout.
    if (code === '57014') return problem('busy', { retryAfterSeconds: 30 });
    // Repeated conflicts, or tables that were just upgraded: a later retry can succeed.
    if (isConflict(error) || isPlanOutdated(error)) return problem('busy', { retryAfterSeconds: 1 });
  }
  const { statusCode } = error as { statusCode?: number };
  return problem(codeByStatus[statusCode ?? 500] ?? 'internal');
}

function constraintProblem(constraint: string, code: string): Problem {
  if (constraint === 'users_email')
    return fieldProblem('email', 'issue.email-taken', undefined, 'email-taken');
  if (constraint.endsWith('_pkey')) return problem('id-taken');
  return problem(code === '23514' ? 'validation' : 'conflict');
}

export function problemBody(found: Problem, language: Language) {
  const t = translator(language);
  const text = (key: string, values?: Record<string, string | number>) =>
    isMessageKey(key) ? t(key, values) : t('issue.invalid');
  return {
    message: t(`problem.${found.code}` as MessageKey, found.details.values),
    code: found.code,
    issues: found.details.issues?.map(({ key, values, ...issue }) => ({
      ...issue,
      message: text(key, values),
    })),
    current: found.details.current,
  };
}

/** Expected when they are thrown as such; their cause is logged where it occurs. */
const UNLOGGED: ProblemCode[] = ['busy', 'disk-full', 'maintenance', 'password-hasher'];

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const found = toProblem(error);
  const isExpected = found === error && UNLOGGED.includes(found.code);
  if (!reportOutage(request.server.log, error) && found.status >= 500 && !isExpected)
    request.log.error({ err: error }, found.code);
  if (found.details.setting)
    request.log.info(
      { setting: found.details.setting, problem: found.code },
      'rejected because of a setting',
    );
  if (found.details.retryAfterSeconds) reply.header('retry-after', found.details.retryAfterSeconds);
  const language = languageOf(request.headers['accept-language']);
  return reply
    .code(found.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(problemBody(found, language)));
}
