import { validate, version } from 'uuid';
import { expect, test } from 'vitest';
import { newId } from './id.ts';

test('an ID is a UUIDv7 that begins with the time', () => {
  const before = Date.now();
  const ids = Array.from({ length: 1000 }, newId);
  const after = Date.now();
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(validate(id) && version(id)).toBe(7);
    const time = Number.parseInt(id.replace('-', '').slice(0, 12), 16);
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(after);
  }
});
