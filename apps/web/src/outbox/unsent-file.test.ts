import { expect, it } from 'vitest';
import type { Entry } from './entry.ts';
import { registerOfflineCalls } from './offline-calls.ts';
import { readUnsentFile, UnsentFileError, writeUnsentFile } from './unsent-file.ts';

registerOfflineCalls({ 'POST /land': { kind: 'land', effect: 'create', label: 'land.queued.add' } });

const entry: Entry = {
  seq: 7,
  call: 'POST /land',
  params: {},
  body: { _id: 'p', name: 'Juu' },
  about: 'Juu',
  key: 'k',
  madeAt: 1,
  attempts: 0,
  state: 'rejected',
  refusal: { status: 400, code: 'validation', message: 'No', issues: [] },
};

const codeOf = (text: string, account = 'amina') => {
  try {
    return readUnsentFile(text, account);
  } catch (error) {
    return error instanceof UnsentFileError ? error.code : error;
  }
};

it('contains the unsent entries with their keys, to be sent unchanged', () => {
  const text = writeUnsentFile('amina', [entry, { ...entry, seq: 8, key: 'sent', state: 'sent' }]);
  const { seq: _, refusal: __, ...same } = entry;
  expect(readUnsentFile(text, 'amina')).toEqual([
    { ...same, attempts: 1, state: 'waiting', base: undefined },
  ]);
});

it('is refused for another account', () => {
  expect(codeOf(writeUnsentFile('amina', [entry]), 'juma')).toBe('otherAccount');
});

it.each([
  ['no JSON', 'x'],
  ['no such file', '{"entries":[]}'],
  [
    'a call that is never queued',
    JSON.stringify({
      format: 'ardhi-unsent-changes',
      account: 'amina',
      entries: [{ ...entry, call: 'DELETE /auth/account' }],
    }),
  ],
  [
    'an entry without a key',
    JSON.stringify({ format: 'ardhi-unsent-changes', account: 'amina', entries: [{ ...entry, key: 1 }] }),
  ],
])('is refused as invalid: %s', (_what, text) => {
  expect(codeOf(text)).toBe('invalid');
});
