import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecentEvents } from './recent-events.ts';

const START = Date.parse('2026-11-17T08:00:00Z');
const at = (seconds: number) => START + seconds * 1_000;
const event = (id: string) => ({ to: { everybody: true as const }, kind: 'land' as const, ids: [id] });

describe('recent events', () => {
  let recent: RecentEvents;
  const add = (seconds: number, id: string) => {
    vi.setSystemTime(at(seconds));
    recent.add(event(id));
  };
  const idsSince = (seconds: number) => recent.since(at(seconds))?.flatMap(({ ids }) => ids);

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
    recent = new RecentEvents();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('include those since a time and in the second before it', () => {
    add(10, 'a');
    add(14, 'b');
    add(20, 'c');
    expect(idsSince(15)).toEqual(['b', 'c']);
    expect(idsSince(21)).toEqual(['c']);
    expect(idsSince(30)).toEqual([]);
  });

  it('are undefined for times before the server start or before missed events', () => {
    add(10, 'a');
    expect(idsSince(0)).toBeUndefined();
    expect(idsSince(1)).toEqual(['a']);
    vi.setSystemTime(at(20));
    recent.forget();
    add(25, 'b');
    expect(idsSince(20)).toBeUndefined();
    expect(idsSince(21)).toEqual(['b']);
  });

  it('are limited in number', () => {
    for (let second = 1; second <= 10_001; second += 1) add(second, String(second));
    expect(idsSince(5_001)).toBeUndefined();
    expect(idsSince(5_002)).toHaveLength(5_001);
  });
});
