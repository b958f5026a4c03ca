import { ApiError } from '../../lib/http/api.ts';
import { serverMessage } from '../../lib/http/error-kinds.ts';
import type { Translate } from '../../lib/text/i18n.tsx';
import type { FormProblem } from '../../ui/forms/form.tsx';

/** A failed save: generic headline, the server's message as detail, its issues on their fields. */
export function toFormProblem(error: unknown, t: Translate): FormProblem {
  return {
    headline: t('account.saveFailed'),
    detail: serverMessage(error) ?? t('account.noConnection'),
    issues: error instanceof ApiError ? error.issues : [],
  };
}
