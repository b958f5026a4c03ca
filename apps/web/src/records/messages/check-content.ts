import { MAX_CONTENT_LENGTH } from '@ardhi/contract/limits';
import { checkText } from '../../lib/forms/checks.ts';
import type { Translate } from '../../lib/text/i18n.tsx';

export function checkContent(text: string, t: Translate): true | string {
  if (text.length <= MAX_CONTENT_LENGTH) return checkText(text, t);
  return t('messages.tooLong', { maximum: MAX_CONTENT_LENGTH, count: text.length });
}
