import { ApiError, NetworkError, serverMessage } from '../lib/api.ts';
import type { Translate } from '../lib/i18n.tsx';
import type { FormProblem } from '../ui/form.tsx';

export function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'stale';
}

export function detailOf(error: unknown, t: Translate): string | undefined {
  if (error instanceof NetworkError) return t('policies.error.noAnswer');
  return isStale(error) ? t('policies.error.stale') : serverMessage(error);
}

/** The specification's text as headline, the server's words below it. */
export function problemOf(error: unknown, headline: string, t: Translate): FormProblem {
  return { headline, detail: detailOf(error, t), issues: error instanceof ApiError ? error.issues : [] };
}
