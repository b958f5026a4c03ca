import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, expect, it, vi } from 'vitest';
import { deleteWalks, WALK_DATABASE } from '../../../lib/device/persisted.ts';
import { loadWalk, saveWalk } from './walk-database.ts';
import { NO_WALK, type Walk } from './walk-store.ts';

const walk = (count: number): Walk => ({
  refused: 0,
  fixes: Array.from({ length: count }, (_, index) => ({ position: [35.9, index / 1000], accuracy: 4 })),
});

beforeEach(async () => {
  localStorage.clear();
  await deleteDB(WALK_DATABASE);
});

it('survives a reload, and is removed when it is saved as a boundary', async () => {
  await saveWalk('a', walk(3));
  expect(await loadWalk('a')).toEqual(walk(3));
  expect(await loadWalk('b')).toEqual(NO_WALK);
  await saveWalk('a', NO_WALK);
  expect(await loadWalk('a')).toEqual(NO_WALK);
});

it('ends with the last fix when fixes arrive faster than they are written', async () => {
  await Promise.all([1, 2, 3, 4, 5].map((count) => saveWalk('a', walk(count))));
  expect(await loadWalk('a')).toEqual(walk(5));
});

it('is taken over from localStorage, where earlier versions stored it', async () => {
  localStorage.setItem('walk:a', JSON.stringify(walk(2)));
  localStorage.setItem('walk:c', '{"fixes":[{"position":["x",1]}]}');
  expect(await loadWalk('a')).toEqual(walk(2));
  expect(await loadWalk('c')).toEqual(NO_WALK);
  await saveWalk('a', walk(3));
  expect(localStorage.getItem('walk:a')).toBeNull();
  expect(await loadWalk('a')).toEqual(walk(3));
});

it('is stored in localStorage if the database does not open', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('No', 'InvalidStateError');
  });
  await saveWalk('a', walk(2));
  expect(await loadWalk('a')).toEqual(walk(2));
  await saveWalk('a', NO_WALK);
  expect(localStorage.getItem('walk:a')).toBeNull();
});

it('is deleted at sign-out', async () => {
  await saveWalk('a', walk(2));
  deleteWalks();
  expect(await loadWalk('a')).toEqual(NO_WALK);
});
