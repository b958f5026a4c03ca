/**
 * A server with the calls of the specification's section 7 and our marker header. Every other call is not found. It drops
 * fields, query parameters and headers that section 7 does not state, except fields of responses whose shape it leaves
 * open. The real server behind it answers the calls and serves the app's files.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MARKER_HEADER } from '@ardhi/contract/headers';

interface Fields {
  sent?: readonly string[];
  /** Absent where the section does not state them. */
  returned?: readonly string[];
}

const ACCOUNT = ['name', 'email', 'password', 'role', 'phoneNumber', 'location', 'farmSize', 'department'];
const SESSION = ['token', 'role'];
const LAND = { sent: ['name', 'size', 'location', 'soilType'] };
const POLICY = { sent: ['title', 'description', 'status', 'effectiveDate'] };
const SUBSIDY = { sent: ['name', 'description', 'amount'] };
const EQUIPMENT = {
  sent: ['name', 'type', 'manufacturer', 'model', 'purchaseDate', 'purchasePrice', 'status', 'usageHours'],
};

const CALLS: Record<string, Fields> = {
  'POST /contact': { sent: ['name', 'email', 'message'], returned: [] },
  'POST /auth/register': { sent: ACCOUNT, returned: SESSION },
  'POST /auth/login': { sent: ['email', 'password'], returned: SESSION },
  'GET /auth/profile': {},
  'POST /land': LAND,
  'GET /land': {},
  'GET /land/{id}': {},
  'PUT /land/{id}': LAND,
  'DELETE /land/{id}': {},
  'POST /land/{id}/crops': { sent: ['name', 'plantingDate', 'harvestDate', 'yield'] },
  'POST /land/{id}/water': { sent: ['date', 'amount'] },
  'POST /land/{id}/fertilizer': { sent: ['date', 'type', 'amount'] },
  'GET /land/{id}/report': {},
  'GET /government/analytics': {},
  'GET /government/farmers': {},
  'GET /government/lands': {},
  'POST /government/subsidies': SUBSIDY,
  'PUT /government/subsidies/{id}': { sent: [...SUBSIDY.sent, 'status'] },
  'GET /subsidies/admin/all': {},
  'POST /policies': POLICY,
  'GET /policies': {},
  'PUT /policies/{id}': POLICY,
  'DELETE /policies/{id}': {},
  'POST /policies/{id}/notify': { returned: ['message'] },
  'POST /messages': { sent: ['recipientId', 'subject', 'content', 'channelType', 'threadId'] },
  'GET /messages': {},
  'GET /messages/thread/{id}': {},
  'GET /messages/unread-count': {},
  'GET /messages/users': { returned: ['_id', 'name', 'email', 'role'] },
  'POST /subsidies': SUBSIDY,
  'GET /subsidies': {},
  'GET /subsidies/{id}': {},
  'PUT /subsidies/{id}': SUBSIDY,
  'DELETE /subsidies/{id}': {},
  'POST /equipment': EQUIPMENT,
  'GET /equipment': {},
  'GET /equipment/{id}': {},
  'PUT /equipment/{id}': EQUIPMENT,
  'DELETE /equipment/{id}': {},
  'POST /equipment/{id}/maintenance': {},
  'PUT /equipment/{id}/usage': {},
};

const ROUTES = Object.entries(CALLS).map(([call, fields]) => ({
  pattern: new RegExp(`^${call.replace('{id}', '[0-9a-f-]{36}')}$`),
  fields,
}));

type Row = Record<string, unknown>;

/** The named fields of a row or of each row of a list. */
function pick(text: string, names: readonly string[] | undefined): string {
  if (text === '' || !names) return text;
  const pickRow = (row: Row): Row =>
    Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)));
  const body: Row | Row[] = JSON.parse(text);
  return JSON.stringify(Array.isArray(body) ? body.map(pickRow) : pickRow(body));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The headers that a server without our extensions reads. */
const READ_HEADERS = ['accept', 'accept-language', 'authorization', 'content-type', 'cookie'];

export async function startSection7Server(target: string): Promise<{ url: string; close(): Promise<void> }> {
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request;
    const { pathname, searchParams } = new URL(url, target);
    const call = pathname.startsWith('/api/') ? `${method} ${pathname.slice('/api'.length)}` : undefined;
    const route = ROUTES.find(({ pattern }) => pattern.test(call ?? ''));
    if (call && !route) {
      response.writeHead(404, { 'content-type': 'application/json', [MARKER_HEADER]: '1' });
      response.end('{"message":"Not found.","code":"not-found"}');
      return;
    }
    const address = new URL(call ? pathname : url, target);
    const channel = searchParams.get('channelType');
    if (call && channel) address.searchParams.set('channelType', channel);
    const real = await fetch(address, {
      method,
      headers: READ_HEADERS.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])) as [
        string,
        string,
      ][],
      body: pick(await bodyOf(request), route?.fields.sent) || null,
    });
    const type = real.headers.get('content-type') ?? 'text/plain';
    response.writeHead(real.status, { 'content-type': type, ...(call && { [MARKER_HEADER]: '1' }) });
    const isPicked = route && real.ok;
    response.end(
      isPicked ? pick(await real.text(), route.fields.returned) : Buffer.from(await real.arrayBuffer()),
    );
  }

  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
