import { describe, expect, it } from 'vitest';
import { terminalLine } from './log-terminal.ts';

const time = new Date(2026, 10, 17, 9, 5, 3).getTime();
const line = (fields: object) =>
  terminalLine(JSON.stringify({ level: 30, time, pid: 1, hostname: 'vm', reqId: 'id', ...fields }));

describe('terminal log line', () => {
  it('shows call, status and duration of a request, but no user data', () => {
    const request = { call: 'GET /parcels', status: 200, ms: 12, user: 'u', address: 'a', msg: 'answered' };
    expect(line(request)).toBe('09:05:03 GET /parcels 200 12 ms');
  });

  it('shows that a stream started or ended', () => {
    const stream = { call: 'GET /events', status: 200, ms: 7_000, msg: 'stream ended' };
    expect(line(stream)).toBe('09:05:03 GET /events 200 7000 ms, stream ended');
  });

  it('is omitted for health checks unless they fail', () => {
    const check = { call: 'GET /ready', ms: 1, msg: 'answered' };
    expect(line({ ...check, status: 200 })).toBeNull();
    expect(line({ ...check, status: 503 })).toBe('09:05:03 GET /ready 503 1 ms');
  });

  it('shows the level and fields of a warning', () => {
    expect(line({ level: 40, seconds: 3, noticed: 2, msg: 'the database is reachable again' })).toBe(
      '09:05:03 warning the database is reachable again (seconds: 3, noticed: 2)',
    );
  });

  it('shows the stack of an error, or its message if there is no stack', () => {
    const error = { level: 50, msg: 'internal' };
    expect(line({ ...error, err: { message: 'boom', stack: 'Error: boom\n    at x' } })).toBe(
      '09:05:03 error internal\nError: boom\n    at x',
    );
    expect(line({ ...error, err: { message: 'database error', stack: '' } })).toBe(
      '09:05:03 error internal\ndatabase error',
    );
  });
});
