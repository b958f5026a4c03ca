import { ApiError, NetworkError, serverMessage } from '../lib/api.ts';
import type { Translate } from '../lib/i18n.tsx';
import type { FormProblem } from '../ui/form.tsx';

export function detailOf(error: unknown, t: Translate): string | undefined {
  return error instanceof NetworkError ? t('messages.error.noAnswer') : serverMessage(error);
}

/** The specification's text as headline, the server's words below it. */
export function problemOf(error: unknown, headline: string, t: Translate): FormProblem {
  return { headline, detail: detailOf(error, t), issues: error instanceof ApiError ? error.issues : [] };
}
