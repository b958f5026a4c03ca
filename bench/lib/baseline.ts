/**
 * Baseline server with bare `node:http` and `pg`: checks the session, runs the same statement as the product and
 * returns the rows as JSON. No validation, permissions, rounding, audit or error responses.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import type { Statement } from './capture-statement.ts';

export interface BaselineOptions {
  connectionString: string;
  /** Keyed by method and path. */
  reads: Record<string, Statement>;
  /** The value at `idIndex` is replaced by a new id for each request. */
  create: Statement & { idIndex: number };
}

const { connectionString, reads, create } = JSON.parse(process.env.BASELINE ?? '{}') as BaselineOptions;
const pool = new pg.Pool({ connectionString, max: 10 });
// Cached like in the product: a session is read once.
const sessions = new Map<string, string>();

async function userOf(request: IncomingMessage): Promise<string | undefined> {
  const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const known = sessions.get(token);
  if (known) return known;
  const { rows } = await pool.query('select user_id from sessions where token_hash = $1', [
    createHash('sha256').update(token).digest(),
  ]);
  if (rows[0]) sessions.set(token, rows[0].user_id);
  return rows[0]?.user_id;
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function respond(request: IncomingMessage): Promise<unknown> {
  const read = reads[`${request.method} ${request.url}`];
  if (read) return (await pool.query({ name: request.url, text: read.text, values: read.values })).rows;
  await bodyOf(request);
  const values = create.values.with(create.idIndex, randomUUID());
  return (await pool.query({ name: 'create', text: create.text, values })).rows[0];
}

const server = createServer(async (request, response) => {
  if (!(await userOf(request))) return response.writeHead(401).end();
  const text = JSON.stringify(await respond(request));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  return response.end(text);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`The baseline is at http://127.0.0.1:${port}\n`);
});
process.on('SIGTERM', () => process.exit(0));
