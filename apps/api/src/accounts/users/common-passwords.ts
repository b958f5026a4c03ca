/** 49,000 passwords that are tried first. A file of its own: it is loaded when one is to be judged, not at the start. */
import { dictionary } from '@zxcvbn-ts/language-common';

export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'] as string[]);
