/** The OpenAPI document, made from the contract. */
import { z } from 'zod';
import { Problem } from './problem.ts';
import type { Contract, Route } from './route.ts';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<
    string,
    unknown
  >;
  return rest;
};

export function openApiDocument(calls: Contract) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [call, route] of Object.entries(calls)) {
    const [method = '', path = ''] = call.split(' ');
    const entry = paths[path] ?? {};
    entry[method.toLowerCase()] = operation(call, path, route);
    paths[path] = entry;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ardhi',
      version: '1',
      description:
        'Every write takes an `Idempotency-Key` header: the same key and body again get the same answer and nothing is done twice. Errors are `{ message, code, issues? }`; `message` follows Accept-Language.',
    },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: schemaOf(Problem, 'output') },
    },
  };
}

function operation(call: string, path: string, route: Route) {
  const answer = route.answer
    ? { 'application/json': { schema: schemaOf(route.answer, 'output') } }
    : { [route.produces ?? 'application/json']: {} };
  const domain = path.split('/')[1] ?? '';
  return {
    operationId: call.replace(/[^A-Za-z]+/g, '-').toLowerCase(),
    summary: route.summary,
    tags: [domain],
    security: route.access === 'public' ? [] : [{ token: [] }],
    'x-access': route.access,
    parameters: [...pathParameters(path, route), ...queryParameters(route)],
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
          },
        }
      : {}),
    responses: {
      [route.status ?? 200]: { description: route.summary, content: answer },
      default: {
        description: 'A problem',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  };
}

function pathParameters(path: string, route: Route) {
  const rules = propertiesOf(route.params);
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: rules.properties?.[name] ?? { type: 'string', format: 'uuid' },
  }));
}

function queryParameters(route: Route) {
  const { properties = {}, required } = propertiesOf(route.query);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required?.includes(name) ?? false,
    schema: property,
  }));
}

function propertiesOf(schema: z.ZodObject | undefined) {
  return (schema ? schemaOf(schema, 'input') : {}) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
}
