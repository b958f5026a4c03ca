import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { logicalClock } from '../lib/device/logical-clock.ts';
import type { Entry } from './entry.ts';
import { registerOfflineCalls } from './offline-calls.ts';
import { useEntriesOver } from './use-overlay.ts';

const state = vi.hoisted(() => ({ entries: [] as Entry[] }));
vi.mock('./current.ts', () => ({ useOutbox: () => state }));

const DAYS_MS = 2 * 24 * 60 * 60 * 1000;
const edit: Entry = {
  seq: 1,
  key: 'k',
  call: 'PUT /land/{id}',
  params: { id: 'L' },
  body: { name: 'Mine' },
  state: 'sent',
  madeAt: 0,
  attempts: 1,
};

beforeEach(() => {
  localStorage.clear();
  registerOfflineCalls({ 'PUT /land/{id}': { kind: 'land', effect: 'edit', base: () => undefined } });
});

/** How many entries lie over an answer that was asked for at that tick. */
function over(began: number | undefined, dataUpdatedAt: number): number {
  const data = began === undefined ? {} : logicalClock.stamp({}, began);
  const asked = { data, dataUpdatedAt, isError: false };
  return renderHook(() => useEntriesOver(asked, 'land')).result.current.length;
}

it('lies over answers that were asked for before it, whatever the clock was', () => {
  // Sent while the clock was two days ahead, which was put right afterwards.
  state.entries = [{ ...edit, sentAt: Date.now() + DAYS_MS, acknowledged: 5 }];
  expect(over(4, Date.now() + DAYS_MS)).toBe(1);
  expect(over(5, Date.now())).toBe(0);
  // And the other way round.
  state.entries = [{ ...edit, sentAt: Date.now() - DAYS_MS, acknowledged: 5 }];
  expect(over(4, Date.now())).toBe(1);
});

it('of an earlier version lies over answers of that version, not over new ones', () => {
  state.entries = [{ ...edit, sentAt: Date.now() + DAYS_MS }];
  expect(over(undefined, Date.now())).toBe(1);
  expect(over(logicalClock.now(), Date.now())).toBe(0);
});
