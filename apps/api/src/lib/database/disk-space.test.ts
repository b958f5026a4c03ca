import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { diskFull } from '../logging/outage.ts';
import { isNearlyFull, reserveOf, type Space, watchDiskSpace } from './disk-space.ts';

const MB = 1024 ** 2;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('reserves 5 % of a disk, at most 512 MB', () => {
  expect(reserveOf(1000 * MB)).toBe(50 * MB);
  expect(reserveOf(10_240 * MB)).toBe(512 * MB);
  expect(reserveOf(1_000_000 * MB)).toBe(512 * MB);
});

it('warns once, refuses writes below the reserve, and accepts them when there is more again', async () => {
  const lines: string[] = [];
  const write = (...args: unknown[]) => lines.push(String(args.at(-1)));
  const log = { error: write, warn: write } as unknown as FastifyBaseLogger;
  const disk: Space = { freeBytes: 400 * MB, sizeBytes: 1000 * MB, reserveBytes: 50 * MB };
  const space = await watchDiskSpace('/data', log, async () => ({ ...disk }));
  const changes: boolean[] = [];
  space.onChange(() => changes.push(space.isFull()));
  const measureAt = async (megabytes: number) => {
    disk.freeBytes = megabytes * MB;
    await vi.advanceTimersByTimeAsync(500);
  };

  expect(isNearlyFull(space.space()!)).toBe(false);
  await measureAt(99);
  expect(isNearlyFull(space.space()!)).toBe(true);
  space.assertNotFull();
  await measureAt(101);
  await measureAt(99);
  expect(lines).toEqual([
    'The disk of the database is nearly full: 99 MB are free in /data. Below 50 MB writes are refused.',
  ]);

  await measureAt(49);
  expect(() => space.assertNotFull()).toThrow(
    expect.objectContaining({ code: 'disk-full', status: 503, details: { retryAfterSeconds: 60 } }),
  );
  expect(diskFull.isOpen).toBe(true);
  await measureAt(54);
  expect(space.isFull()).toBe(true);
  await measureAt(56);
  space.assertNotFull();
  expect(diskFull.isOpen).toBe(false);
  expect(changes).toEqual([true, false]);
  expect(lines.slice(1)).toEqual([
    'the disk of the database is full: writes are refused',
    'writes are accepted again',
  ]);
  space.close();
});

it('refuses nothing in advance if the database is external', async () => {
  const space = await watchDiskSpace(undefined, {} as FastifyBaseLogger);
  expect(space.space()).toBeNull();
  space.assertNotFull();
  space.close();
});
