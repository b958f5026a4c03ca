/** Time limits of the server: half a minute each, tested concurrently. */
import { connect as connectSocket } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { MODES, startModes } from './built.ts';

const running = startModes(MODES);

describe.concurrent('the server ends', () => {
  beforeAll(async () => {
    for (const way of MODES) {
      await sql`create function dawdle() returns trigger language plpgsql
        as 'begin perform pg_sleep(90); return new; end'`.execute(running[way].db);
      await sql`create trigger dawdle before insert on contact_messages
        for each row execute function dawdle()`.execute(running[way].db);
    }
  });

  it('a request whose body does not arrive', async () => {
    const { port } = new URL(running.loopback.url);
    const response = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connectSocket(Number(port), '127.0.0.1', () =>
        socket.write(
          'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
        ),
      );
      socket.on('data', (chunk) => {
        text += chunk;
      });
      socket.on('close', () => resolve(text));
    });
    expect(response.split('\r\n')[0]).toBe('HTTP/1.1 408 Request Timeout');
  });

  it.each(MODES)('a statement that takes too long, and allows a retry (%s)', async (way) => {
    const body = { name: 'A', email: 'a@example.ke', message: 'Is anybody there?' };
    const { status, headers } = await running[way].send('POST /contact', { body });
    // The statement itself would succeed.
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
