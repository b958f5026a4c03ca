import type { MessageKey } from '../../../lib/text/i18n.tsx';

type CodeOf<Key> = Key extends `map.import.error.${infer Code}` ? Code : never;
export type ImportErrorCode = CodeOf<MessageKey>;

export class ImportError extends Error {
  readonly code: ImportErrorCode;
  /** Message parameters, such as the projection or the limit. */
  readonly values: Record<string, string | number>;

  constructor(code: ImportErrorCode, values: Record<string, string | number> = {}) {
    super(code);
    this.code = code;
    this.values = values;
  }
}
