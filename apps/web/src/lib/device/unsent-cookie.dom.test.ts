import { beforeEach, expect, it } from 'vitest';
import { today } from './clock.ts';
import { dismissLost, initialsOf, lostNote, noteLost, noteUnsent, unsentNotes } from './unsent-cookie.ts';

const AMINA = '0190a1b2-0000-7000-8000-00000000a111';
const JUMA = '0190a1b2-0000-7000-8000-00000000b222';

beforeEach(() => {
  for (const account of [AMINA, JUMA]) {
    noteUnsent(account, 0, '');
    dismissLost(account);
  }
});

it('notes the number of unsent changes of each account, with initials only', () => {
  noteUnsent(AMINA, 2, 'Amina Wanjiku');
  noteUnsent(JUMA, 1, 'Juma');
  expect(unsentNotes()).toMatchObject([
    { count: 2, date: today(), initials: 'A. W.' },
    { count: 1, date: today(), initials: 'J.' },
  ]);
  expect(document.cookie).not.toContain('Amina');
  noteUnsent(AMINA, 0, 'Amina Wanjiku');
  expect(unsentNotes()).toHaveLength(1);
});

it('remembers what was lost until it is dismissed', () => {
  noteUnsent(AMINA, 3, 'Amina');
  noteLost(AMINA);
  expect(lostNote(AMINA)).toMatchObject({ count: 3 });
  expect(lostNote(JUMA)).toBeUndefined();
  expect(unsentNotes()).toEqual([]);
  dismissLost(AMINA);
  expect(lostNote(AMINA)).toBeUndefined();
});

it.each([
  ['Amina Wanjiku', 'A. W.'],
  ['  juma ', 'J.'],
  ['', ''],
])('abbreviates %o', (name, initials) => expect(initialsOf(name)).toBe(initials));
