/** Generates the OpenAPI document from the contract. Schemas keep their export names. */
import * as z from 'zod';
import type { Contract, Route } from './base/route.ts';
import * as contract from './index.ts';

type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

const SCHEMAS = '#/components/schemas/';

const TAGS: Record<string, string> = {
  auth: 'Registration, login and the own account',
  basemap: 'Map tiles of this installation',
  batch: 'Several reads at once',
  boundaries: "Parcels' boundaries and where they overlap",
  config: 'Public settings of this installation',
  complaints: 'Complaints of farmers, with a number and a due date',
  contact: 'Messages from visitors',
  equipment: 'Equipment, its hours and its maintenance',
  events: 'Stream of change events',
  gis: 'OGC API Features for map programs of officials',
  government: "Officials' figures, registers and decisions",
  health: 'Whether the process is alive',
  land: 'Parcels and their records',
  messages: 'Messages between people',
  notices: 'Notices to one person',
  policies: 'Policies and who has read them',
  push: 'Push messages to a browser of a farmer',
  ready: 'Whether the server can serve requests',
  reminders: 'Reminder settings of a farmer',
  reports: "A farmer's reports over all parcels",
  subsidies: 'Programmes and applications',
  sync: 'Queued writes of a device in one request',
  'sync-errors': 'Counts of problems that devices report',
};

/** Documented error responses; any other problem is the default response. */
const FAILURES = {
  400: 'The input is not valid; `issues` names each failed field',
  401: 'Not signed in, or the session has ended',
  403: 'Not allowed for this role',
  404: 'Does not exist, or belongs to another user',
  409: 'Conflict with stored data: another revision, a key used for another request, an id in use',
  410: 'It was deleted',
  429: 'Too many requests; `Retry-After` states when to retry',
  503: 'Overloaded or unavailable; `Retry-After` states when to retry',
} as const;
type Failure = keyof typeof FAILURES;

export function openApiDocument(calls: Contract = contract.api) {
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const [call, route] of Object.entries(calls)) {
    const [method = '', path = ''] = call.split(' ');
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(schemas, method, path, route) };
  }
  const problem = { 'application/json': { schema: schemas.of(contract.Problem, 'output') } };
  const tags = [...new Set(Object.keys(paths).map(tagOf))].sort();
  return withShortNames({
    openapi: '3.1.0',
    info: {
      title: 'Ardhi',
      version: '1.0.0',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      description:
        'Every write takes an `Idempotency-Key` header: a repeated request with the same key and body gets the same response and has no further effect. Errors are `{ message, code, issues? }`; `message` follows Accept-Language.',
    },
    servers: [{ url: '/api' }],
    tags: tags.map((name) => ({ name, description: TAGS[name] })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      parameters: {
        IdempotencyKey: {
          name: 'Idempotency-Key',
          in: 'header',
          description: 'Made by the client for this piece of work; sent again, the work is done once',
          schema: { type: 'string', minLength: 1, maxLength: 200 },
        },
        Position: {
          name: 'X-Ardhi-Position',
          in: 'header',
          description:
            'As it came with the answer to a write or with a change event: this answer then knows of it. Without it an answer may be 5 seconds old',
          schema: { type: 'string' },
        },
      },
      headers: {
        TotalCount: { description: 'How many rows there are in all', schema: { type: 'integer' } },
        NextPage: { description: 'The next page: `<address>; rel="next"`', schema: { type: 'string' } },
        AsOf: {
          description: 'Nothing is missing that was stored before',
          schema: { type: 'string', format: 'date-time' },
        },
        Position: {
          description: 'Where replicas are read: how far one must be to know of this write',
          schema: { type: 'string' },
        },
        RetryAfter: { description: 'Seconds', schema: { type: 'integer' } },
      },
      responses: {
        ...Object.fromEntries(
          Object.entries(FAILURES).map(([status, description]) => [
            nameOfFailure(Number(status)),
            {
              description,
              ...(status === '429' || status === '503'
                ? { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
                : {}),
              content: problem,
            },
          ]),
        ),
        Problem: { description: 'Any other problem', content: problem },
      },
      schemas: schemas.used(),
    },
  });
}

interface Document {
  components: { schemas: Record<string, Json> };
}

/** Removes the suffix `Request` from schemas that only requests use. */
function withShortNames<D extends Document>(document: D): D {
  const names = new Set(Object.keys(document.components.schemas));
  const text = JSON.stringify(document).replace(
    /"(#\/components\/schemas\/)?(\w+)Request"/g,
    (whole, at, id) => (names.has(`${id}Request`) && !names.has(id) ? `"${at ?? ''}${id}"` : whole),
  );
  return JSON.parse(text) as D;
}

function operation(schemas: Schemas, method: string, path: string, route: Route): Json {
  const write = method !== 'GET';
  const body = route.body && { 'application/json': { schema: schemas.of(route.body, 'input') } };
  return {
    operationId: operationId(method, path),
    summary: route.summary,
    tags: [tagOf(path)],
    security: route.access === 'public' ? [] : [{ token: [] }],
    'x-access': route.access,
    parameters: [
      ...pathParameters(schemas, path, route),
      ...queryParameters(schemas, route),
      ...(write ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
      ...(route.reads ? [{ $ref: '#/components/parameters/Position' }] : []),
    ],
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      [route.status ?? 200]: {
        description: route.summary,
        ...headersOf(write, route),
        content: route.response
          ? { 'application/json': { schema: schemas.of(route.response, 'output') } }
          : { [route.produces ?? 'application/json']: {} },
      },
      ...Object.fromEntries(
        failuresOf(method, path, route).map((status) => [
          status,
          { $ref: `#/components/responses/${nameOfFailure(status)}` },
        ]),
      ),
      default: { $ref: '#/components/responses/Problem' },
    },
  };
}

function headersOf(write: boolean, { paged, reads }: Route): Json {
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
  const headers = {
    ...(paged ? { 'X-Total-Count': header('TotalCount'), Link: header('NextPage') } : {}),
    ...(reads ? { 'X-Ardhi-As-Of': header('AsOf') } : {}),
    ...(write ? { 'X-Ardhi-Position': header('Position') } : {}),
  };
  return Object.keys(headers).length > 0 ? { headers } : {};
}

function failuresOf(method: string, path: string, route: Route): Failure[] {
  const write = method !== 'GET';
  const found: [Failure, boolean][] = [
    [400, Boolean(route.body || route.query)],
    [401, route.access !== 'public'],
    [403, route.access === 'farmer' || route.access === 'government' || route.access === 'gis'],
    [404, path.includes('{')],
    [409, write],
    [410, write && path.includes('{')],
    [429, true],
    [503, true],
  ];
  return found.filter(([, may]) => may).map(([status]) => status);
}

const nameOfFailure = (status: number) => `Problem${status}`;

function tagOf(path: string): string {
  const tag = path.split('/')[1] ?? '';
  if (!TAGS[tag]) throw new Error(`Say in openapi.ts what the calls under /${tag} are about`);
  return tag;
}

/** `GET /land/{id}/crops` is `getLandByIdCrops`. */
function operationId(method: string, path: string): string {
  const words = path.split(/[/-]/).flatMap((part) => (part.startsWith('{') ? ['by', part] : [part]));
  const capitalised = words.map((word) => word.replace(/\W/g, '')).filter(Boolean);
  return method.toLowerCase() + capitalised.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

function pathParameters(schemas: Schemas, path: string, route: Route): Json[] {
  const rules = route.params ? schemas.properties(route.params) : {};
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: rules.properties?.[name] ?? { type: 'string', format: 'uuid' },
  }));
}

function queryParameters(schemas: Schemas, route: Route): Json[] {
  const { properties = {}, required } = route.query ? schemas.properties(route.query) : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema,
  }));
}

interface ObjectSchema {
  properties?: Record<string, unknown>;
  required?: string[];
}

/** Schemas by export name. A schema that differs between request and response gets two entries. */
class Schemas {
  readonly #names = z.registry<{ id: string }>();
  readonly #all: Record<Direction, Record<string, Json>>;
  readonly #differing: Set<string>;
  readonly #used = new Set<string>();

  constructor() {
    for (const [id, schema] of Object.entries(contract))
      if (schema instanceof z.ZodType && /^[A-Z]/.test(id)) this.#names.add(schema, { id });
    this.#all = { input: this.#convertAll('input'), output: this.#convertAll('output') };
    this.#differing = this.#findDiffering();
  }

  of(schema: z.ZodType, direction: Direction): Json {
    const {
      $schema: _,
      $defs: __,
      ...json
    } = z.toJSONSchema(schema, {
      io: direction,
      unrepresentable: 'any',
      metadata: this.#names,
    }) as Json;
    const own = this.#names.get(schema)?.id;
    return this.#resolve(own ? { $ref: `#/$defs/${own}` } : json, direction);
  }

  properties(schema: z.ZodObject): ObjectSchema {
    return this.of(schema, 'input') as ObjectSchema;
  }

  /** All schemas that the document references, including transitive references. */
  used(): Record<string, Json> {
    return Object.fromEntries([...this.#used].sort().map((name) => [name, this.#named(name)]));
  }

  #named(name: string): Json {
    const request = name.endsWith('Request') && this.#differing.has(name.slice(0, -'Request'.length));
    const direction = request ? 'input' : 'output';
    const id = request ? name.slice(0, -'Request'.length) : name;
    return this.#resolve(this.#all[direction][id]!, direction);
  }

  #convertAll(io: Direction): Record<string, Json> {
    const { schemas } = z.toJSONSchema(this.#names, {
      io,
      unrepresentable: 'any',
      uri: (id) => `#/$defs/${id}`,
    });
    return Object.fromEntries(
      Object.entries(schemas).map(([id, { $schema: _, $id: __, ...json }]) => [id, json as Json]),
    );
  }

  #findDiffering(): Set<string> {
    const { input, output } = this.#all;
    const differing = new Set(
      Object.keys(output).filter((id) => JSON.stringify(input[id]) !== JSON.stringify(output[id])),
    );
    // A schema that references a differing schema differs too.
    for (let size = -1; size !== differing.size; ) {
      size = differing.size;
      for (const [id, json] of Object.entries(output))
        if (referredTo(json).some((other) => differing.has(other))) differing.add(id);
    }
    return differing;
  }

  /** Rewrites references to the document's components and records their targets. */
  #resolve(json: Json, direction: Direction): Json {
    const text = JSON.stringify(json).replace(/"#\/\$defs\/(\w+)"/g, (_, id: string) => {
      const name = direction === 'input' && this.#differing.has(id) ? `${id}Request` : id;
      this.#note(name);
      return JSON.stringify(SCHEMAS + name);
    });
    return JSON.parse(text) as Json;
  }

  #note(name: string): void {
    if (this.#used.has(name)) return;
    this.#used.add(name);
    this.#named(name);
  }
}

function referredTo(json: Json): string[] {
  return [...JSON.stringify(json).matchAll(/"#\/\$defs\/(\w+)"/g)].map(([, id = '']) => id);
}
