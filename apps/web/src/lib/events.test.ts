import { describe, expect, it } from 'vitest';
import { backoff } from './backoff.ts';
import { createEventParser } from './events.ts';

describe('event stream', () => {
  it('puts events together from pieces and skips heartbeats', () => {
    const events: string[] = [];
    const parse = createEventParser((data) => events.push(data));
    parse(': hello\n\nda');
    parse('ta: {"kind":"land",');
    parse('"ids":[]}\n');
    expect(events).toEqual([]);
    parse('\n: still here\n\nevent: x\ndata:two\r\ndata: lines\r\n\r\n');
    expect(events).toEqual(['{"kind":"land","ids":[]}', 'two\nlines']);
  });

  it('waits longer after each failure, never in step with others', () => {
    expect(backoff(0, 0)).toBe(500);
    expect(backoff(0, 1)).toBe(1_000);
    expect(backoff(3, 1)).toBe(8_000);
    expect(backoff(20, 1)).toBe(30_000);
  });
});
