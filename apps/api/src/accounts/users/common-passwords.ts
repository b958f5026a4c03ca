/** 49,000 common passwords, in a separate module so that it is loaded on first use instead of at startup. */
import { dictionary } from '@zxcvbn-ts/language-common';

export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'] as string[]);
