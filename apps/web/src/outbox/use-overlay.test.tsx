import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { logicalClock } from '../lib/device/logical-clock.ts';
import type { Entry } from './entry.ts';
import { registerOfflineCalls } from './offline-calls.ts';
import { useOverlayEntries } from './use-overlay.ts';

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
  registerOfflineCalls({
    'PUT /land/{id}': {
      kind: 'land',
      effect: 'edit',
      label: 'land.queued.edit',
      fieldLabel: () => 'land.field.name',
      base: () => undefined,
    },
  });
});

/** Number of entries applied on top of a response requested at this tick. */
function overlayCount(began: number | undefined, dataUpdatedAt: number): number {
  const data = began === undefined ? {} : logicalClock.stamp({}, began);
  const query = { data, dataUpdatedAt, isError: false };
  return renderHook(() => useOverlayEntries(query, 'land')).result.current.length;
}

it('a sent entry overlays responses requested before it, independent of the device clock', () => {
  // Sent while the clock was two days ahead; corrected afterwards.
  state.entries = [{ ...edit, sentAt: Date.now() + DAYS_MS, acknowledged: 5 }];
  expect(overlayCount(4, Date.now() + DAYS_MS)).toBe(1);
  expect(overlayCount(5, Date.now())).toBe(0);
  // Sent while the clock was two days behind.
  state.entries = [{ ...edit, sentAt: Date.now() - DAYS_MS, acknowledged: 5 }];
  expect(overlayCount(4, Date.now())).toBe(1);
});

it('an entry of an earlier app version overlays responses of that version only', () => {
  state.entries = [{ ...edit, sentAt: Date.now() + DAYS_MS }];
  expect(overlayCount(undefined, Date.now())).toBe(1);
  expect(overlayCount(logicalClock.now(), Date.now())).toBe(0);
});
