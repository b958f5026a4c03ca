/** Malicious input for every call: a fixed list, and a generator of requests that a seed repeats. */
import { Agent, request } from 'node:http';
import { type Api, api, type Route } from '@ardhi/contract';
import { WAL_POSITION_HEADER } from '@ardhi/contract/headers';
import * as z from 'zod';
import { Random } from '../../src/demo/random.ts';

export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

export const calls = (Object.entries(api) as [keyof Api, Route][]).map(([call, route]) => {
  const [method = 'GET', path = ''] = call.split(' ');
  return { call, route, method, path };
});

export interface MaliciousInput {
  id?: string;
  query?: string;
  body?: string;
}

const NUL = String.fromCharCode(0);

export const MALICIOUS_INPUTS: MaliciousInput[] = [
  { body: '[]' },
  { body: '"text"' },
  { body: '{"__proto__":{"role":"government"},"constructor":{"prototype":{"manage":true}}}' },
  { body: JSON.stringify({ _id: NUL, name: NUL, email: NUL, password: NUL, code: NUL, content: NUL }) },
  { body: `${'['.repeat(5000)}${']'.repeat(5000)}` },
  { id: `%00' or 1=1--` },
  { id: '..%2f..%2fgovernment%2fofficials' },
  { query: `?q=%00&cursor=%00&limit=1e9&q=a&q=b&from=0&to=%27%3B--&sort[]=x` },
];

/** Text that only an unhandled error would send. */
export const INTERNALS = /at .*\.(js|ts):\d|node_modules|syntax error|pg_|kysely/;

export type Caller = 'anonymous' | 'forged' | 'farmer' | 'neighbour' | 'official' | 'colleague';

export interface HostileRequest {
  call: string;
  caller: Caller;
  method: string;
  /** Below `/api`, not necessarily a valid URL. */
  path: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

const TEXTS = [
  '',
  ' ',
  NUL,
  `a${NUL}b`,
  '\u202e\u0000\ufeff',
  '\ud800',
  '\u{1f33d}'.repeat(200),
  'e\u0301'.repeat(300),
  'x'.repeat(20_000),
  "'; drop table users; --",
  '%',
  '\\',
  '\\u0000',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '=1+1',
  '$1',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as an attacker sends it
  '${7*7}',
  'NaN',
  '-Infinity',
  '1e999',
  '0x10',
  '\u0663',
  '0001-01-01',
  '9999-12-31T23:59:59.999Z',
  '2026-02-30',
  '+275760-09-14T00:00:00Z',
  'infinity',
  'null',
  'a@b',
  'a@b.ke\r\nBcc: c@d.ke',
  UNKNOWN_ID.toUpperCase(),
  `{${UNKNOWN_ID}}`,
];
const NUMBERS = [
  0,
  -0,
  -1,
  0.1 + 0.2,
  1e-320,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53 + 2,
  2 ** 63,
];
const STRUCTURES: unknown[] = [
  null,
  true,
  [],
  {},
  [[[[]]]],
  [null],
  { $gt: '' },
  { length: 1e9 },
  { toString: 1, valueOf: 1 },
];

/** Sent as they are inside JSON: numbers that `JSON.stringify` cannot write. */
const RAW_NUMBERS = ['1e999', '-1e999', '-0', '123456789012345678901234567890', '0.1e-400'];
const RAW_NUMBER = 'a raw number';

const BROKEN_JSON = [
  '',
  '{',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '\ufeff{}',
  'NaN',
  'undefined',
  '{"a":01}',
  '{"a":"\u0001"}',
  '{"__proto__":null,"__proto__":{}}',
  '"',
  '{"a":"\\ud800"}',
  '{"a":"\\x"}',
];
const SEGMENTS = [
  ...['%', '%zz', '%c0%af', '%ff', '%E0%A4%A', '%2e%2e', '%00', '%0d%0aset-cookie:%20a=b', '\u00ff'],
  ...['..', '-1', '0', '1e309', 'NaN', 'null', 'undefined', 'constructor', '__proto__', '*', '{id}'],
  ...[`${UNKNOWN_ID}x`, UNKNOWN_ID.toUpperCase(), 'a'.repeat(499), 'a'.repeat(600), "1'or'1'='1"],
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const CONTENT_TYPES = [
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json;;;',
  'application/xml',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded',
  '\u00e4/\u00f6',
  'application/json, text/html',
];
const HEADERS: [name: string, values: string[]][] = [
  ['accept-language', ['', '*', 'sw;q=1e9,,;', 'xx-'.repeat(300), '\u00ff\u00fe', 'en;q=\u00b2']],
  ['idempotency-key', ['', ' ', 'k', 'k'.repeat(200), 'k'.repeat(201), "'", '\u00ff', UNKNOWN_ID]],
  ['authorization', ['Bearer', 'Bearer  ', 'Basic YTpi', `Bearer ${'a'.repeat(4000)}`, 'bearer \u00ff']],
  ['if-none-match', ['*', 'W/', '"', `"1-${'a'.repeat(500)}"`, '"1-\u00ff", W/"1-"', '1-1']],
  ['accept-encoding', ['', 'br;q=x', 'identity;q=0', '*;q=0', 'gzip,gzip,gzip', 'compress']],
  [
    'cookie',
    ['ardhi_device=', `__Host-ardhi_device=${'a'.repeat(43)}`, 'lang=%00', ';;;=', 'lang=sw; lang=en'],
  ],
  ['x-forwarded-for', ['', '::', '999.1.1.1', `${'1.1.1.1, '.repeat(200)}1.1.1.1`, 'fe80::1%eth0', '\u00ff']],
  ['x-http-method-override', ['DELETE']],
  ['origin', ['null', 'https://evil.example', '\u00ff']],
  ['range', ['bytes=0-', 'bytes=9-1', 'bytes=-9999999999999999999']],
  ['expect', ['nothing']],
  ['upgrade', ['websocket', 'h2c']],
  ['user-agent', ['', 'x'.repeat(5000), '<script>', '\u00ff']],
  ['host', ['', 'evil.example', '[::1', 'a:b:c']],
  ['content-encoding', ['gzip', 'br', 'nonsense']],
  [WAL_POSITION_HEADER, ['', '-1', 'FFFFFFFF/FFFFFFFF', '0/0', 'x'.repeat(500)]],
  ['traceparent', ['00-0-0-00', '\u00ff', `00-${'f'.repeat(32)}-${'f'.repeat(16)}-ff`]],
];

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  prefixItems?: JsonSchema[];
}

const schemas = new Map<z.ZodType, JsonSchema>();

/** Of the parsed value: the input of a call that accepts numbers as text is of any type. */
function schemaOf(schema: z.ZodType): JsonSchema {
  const known = schemas.get(schema);
  if (known) return known;
  const found = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    reused: 'inline',
  }) as JsonSchema;
  schemas.set(schema, found);
  return found;
}

/** Existing rows that requests name. */
export interface Known {
  ids: readonly string[];
  emails: readonly string[];
}

/** The request with this number: the same for the same seed, whatever was sent before. */
export function hostileRequest(seed: string, number: number, known: Known): HostileRequest {
  const random = new Random(`${seed}/${number}`);
  const { call, route, method: usual, path: template } = random.pick(targets);
  const method = random.chance(0.93) ? usual : random.pick(METHODS);
  const fixed = random.chance(0.05) ? random.pick(MALICIOUS_INPUTS) : {};
  const make = new Maker(random, known);
  const path = make.path(template, route, fixed.id) + (fixed.query ?? make.query(route));
  const hasBody = method !== 'GET' && method !== 'HEAD' && method !== 'TRACE' && method !== 'OPTIONS';
  return {
    call,
    caller: make.caller(route),
    method,
    path,
    headers: make.headers(),
    body: hasBody || random.chance(0.02) ? make.body(route, fixed.body) : null,
  };
}

/** Would end the session that the other requests use. */
const targets = calls.filter(({ call }) => call !== 'POST /auth/logout');

class Maker {
  readonly #random: Random;
  readonly #known: Known;

  constructor(random: Random, known: Known) {
    this.#random = random;
    this.#known = known;
  }

  caller({ access }: Route): Caller {
    const random = this.#random;
    const farmers: Caller[] = ['farmer', 'neighbour'];
    const officials: Caller[] = ['official', 'colleague'];
    if (random.chance(0.2)) return random.pick(['anonymous', 'forged', ...farmers, ...officials]);
    return random.pick(
      access === 'farmer' ? farmers : access === 'government' ? officials : [...farmers, ...officials],
    );
  }

  path(template: string, { params }: Route, id: string | undefined): string {
    const random = this.#random;
    const parameters = params && schemaOf(params).properties;
    return template.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (id !== undefined) return id;
      if (random.chance(0.25)) return random.pick(SEGMENTS);
      const schema = parameters?.[name];
      if (schema) return encodeURIComponent(String(this.#plausible(schema)));
      return random.chance(0.85) ? random.pick(this.#known.ids) : UNKNOWN_ID;
    });
  }

  query({ query }: Route): string {
    const random = this.#random;
    const properties = Object.entries((query && schemaOf(query).properties) ?? {});
    const parts = properties.flatMap(([name, schema]) => {
      if (random.chance(0.6)) return [];
      const value = random.chance(0.7) ? this.#plausible(schema) : this.#hostile();
      const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
      const encoded = random.chance(0.1) ? random.pick(SEGMENTS) : encodeURIComponent(text.toWellFormed());
      return [random.pick([name, name, name, name, `${name}[]`, `${name}[a]`]) + (encoded && `=${encoded}`)];
    });
    if (random.chance(0.05))
      parts.push(random.pick(['__proto__=1', 'constructor[prototype]=1', '&&&', '=', '%']));
    // Node.js rejects a header of more than 16 KB before the server sees it.
    return parts.length > 0 ? `?${parts.join('&').slice(0, 6000)}` : '';
  }

  headers(): Record<string, string> {
    const random = this.#random;
    const type = random.chance(0.95) ? 'application/json' : random.pick(CONTENT_TYPES);
    const abused = random.chance(0.25) ? [random.pick(HEADERS), random.pick(HEADERS)] : [];
    return {
      ...(type && { 'content-type': type }),
      ...Object.fromEntries(abused.map(([name, values]) => [name, random.pick(values)])),
    };
  }

  body({ body }: Route, fixed: string | undefined): Buffer {
    const random = this.#random;
    if (fixed !== undefined) return Buffer.from(fixed);
    const kind = random.weighted({ shaped: 16, other: 1, broken: 2, bytes: 1, deep: 1 });
    if (kind === 'broken') return Buffer.from(random.pick(BROKEN_JSON));
    if (kind === 'bytes')
      return Buffer.from('{"name":"\u00c3\u0028\u00ff\u00fe","email":"\u0080@b.ke"}', 'latin1');
    if (kind === 'deep') return Buffer.from(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`);
    const value = kind === 'shaped' && body ? this.#shaped(schemaOf(body)) : this.#hostile();
    const text = JSON.stringify(value) ?? 'null';
    return Buffer.from(text.replaceAll(`"${RAW_NUMBER}"`, () => random.pick(RAW_NUMBERS)));
  }

  /** Plausible but for a few parts, so that it gets past the first check. */
  #shaped(schema: JsonSchema): unknown {
    const random = this.#random;
    const value = this.#plausible(schema);
    if (typeof value !== 'object' || value === null || random.chance(0.3)) return value;
    const changed = value as Record<string, unknown>;
    const names = Object.keys(changed);
    for (let times = random.whole(1, 2); times > 0 && names.length > 0; times -= 1)
      changed[random.pick(names)] = this.#hostile();
    if (random.chance(0.1))
      changed[random.pick(['_id', 'role', 'manage', 'revision', 'ownerId'])] = this.#hostile();
    return changed;
  }

  #hostile(): unknown {
    const random = this.#random;
    const kind = random.weighted({ text: 8, number: 4, structure: 3, raw: 1, id: 2 });
    if (kind === 'text') return random.pick(TEXTS);
    if (kind === 'number') return random.pick(NUMBERS);
    if (kind === 'raw') return RAW_NUMBER;
    return kind === 'id' ? random.pick(this.#known.ids) : random.pick(STRUCTURES);
  }

  #plausible(schema: JsonSchema, depth = 0): unknown {
    const random = this.#random;
    if (schema.enum) return random.pick(schema.enum);
    if ('const' in schema) return schema.const;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return this.#plausible(random.pick(choices), depth);
    switch (schema.type) {
      case 'object':
        return this.#object(schema, depth);
      case 'array': {
        if (schema.prefixItems) return schema.prefixItems.map((item) => this.#plausible(item, depth + 1));
        const length = depth > 6 ? 0 : random.whole(0, 4);
        return Array.from({ length }, () => this.#plausible(schema.items ?? {}, depth + 1));
      }
      case 'integer':
        return random.whole(Math.max(schema.minimum ?? 0, -1000), Math.min(schema.maximum ?? 100, 1000));
      case 'number':
        return random.between(Math.max(schema.minimum ?? 0, -1000), Math.min(schema.maximum ?? 100, 1000));
      case 'boolean':
        return random.chance(0.5);
      case 'null':
        return null;
      case 'string':
        return this.#text(schema.format);
      default:
        return random.chance(0.5) ? this.#text() : random.whole(0, 100);
    }
  }

  #object({ properties = {}, required = [] }: JsonSchema, depth: number): object {
    const fields = Object.entries(properties).filter(
      ([name]) => required.includes(name) || (depth < 4 && this.#random.chance(0.5)),
    );
    return Object.fromEntries(fields.map(([name, schema]) => [name, this.#plausible(schema, depth + 1)]));
  }

  #text(format?: string): string {
    const random = this.#random;
    const { ids, emails } = this.#known;
    if (format === 'uuid') return random.pick(ids);
    if (format === 'email') return random.pick(emails);
    if (format === 'date') return `2026-0${random.whole(1, 9)}-1${random.whole(0, 9)}`;
    if (format === 'date-time') return `2026-0${random.whole(1, 9)}-1${random.whole(0, 9)}T10:00:00.000Z`;
    return random.pick([
      ...['Mahindi', 'Shamba la juu', "Ng'ang'a", 'Nakuru', 'kilimo bora', '2026-03-01', 'land', '12.5', '7'],
      random.pick(emails),
      random.pick(ids),
    ]);
  }
}

export interface HostileResponse {
  /** 0: the server closed the connection without a response. 599: no response within a minute. */
  status: number;
  text: string;
}

/** Sends requests over a few kept-alive connections, without normalising or repairing them. */
export function hostileClient(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  return {
    close: () => agent.destroy(),
    /** `isFresh`: on a connection of its own. */
    send(
      { method, path, headers, body }: HostileRequest,
      token: string | null,
      { isFresh = false } = {},
    ): Promise<HostileResponse> {
      return new Promise((resolve) => {
        const sent = request({
          agent: isFresh ? false : agent,
          hostname,
          port,
          method,
          timeout: 60_000,
          path: `/api${path.replaceAll(' ', '%20')}`,
          headers: {
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...headers,
            ...(body && { 'content-length': body.length }),
          },
        });
        sent.on('timeout', () => {
          resolve({ status: 599, text: '' });
          sent.destroy();
        });
        sent.on('error', () => resolve({ status: 0, text: '' }));
        sent.on('response', (response) => {
          const status = response.statusCode ?? 0;
          // An event stream does not end.
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            resolve({ status, text: '' });
            sent.destroy();
            return;
          }
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => resolve({ status: 0, text: '' }));
          response.on('end', () => resolve({ status, text: Buffer.concat(chunks).toString('latin1') }));
        });
        sent.end(body ?? undefined);
      });
    },
  };
}
