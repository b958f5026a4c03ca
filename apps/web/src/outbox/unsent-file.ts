/** File of unsent changes: a copy that outlives the browser's data. Only its own account can import it. */
import type { JsonObject } from '@ardhi/contract';
import { type Entry, isUnsent } from './entry.ts';
import { offlineCall } from './offline-calls.ts';
import type { NewEntry } from './store.ts';

const FORMAT = 'ardhi-unsent-changes';

interface UnsentFile {
  format: typeof FORMAT;
  account: string;
  entries: Entry[];
}

export class UnsentFileError extends Error {
  readonly code: 'invalid' | 'otherAccount';

  constructor(code: UnsentFileError['code']) {
    super(code);
    this.code = code;
  }
}

export function writeUnsentFile(account: string, entries: readonly Entry[]): string {
  const file: UnsentFile = { format: FORMAT, account, entries: entries.filter(isUnsent) };
  return JSON.stringify(file, null, 1);
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Entries to be added. They may have been attempted, so neither key nor body may change. */
export function readUnsentFile(text: string, account: string): NewEntry[] {
  const file = parse(text);
  if (!isObject(file) || file.format !== FORMAT || !Array.isArray(file.entries))
    throw new UnsentFileError('invalid');
  if (file.account !== account) throw new UnsentFileError('otherAccount');
  return file.entries.map((entry) => {
    // Only calls that the app itself would queue.
    if (
      !isObject(entry) ||
      typeof entry.call !== 'string' ||
      !offlineCall(entry.call) ||
      !isObject(entry.params)
    )
      throw new UnsentFileError('invalid');
    const { call, params, body, base, about, key, madeAt } = entry as unknown as Entry;
    if (typeof key !== 'string' || typeof madeAt !== 'number') throw new UnsentFileError('invalid');
    return { call, params, body, base, about, key, madeAt, attempts: 1, state: 'waiting' };
  });
}
