import { expect, it } from 'vitest';
import * as z from 'zod';
import { Json, jsonWriter } from './serialize.ts';

it('writes only declared fields, whatever their names', () => {
  const write = jsonWriter(
    z.object({
      format: z.string(),
      pattern: z.string().nullable(),
      at: z.iso.datetime(),
      anything: z.unknown().optional(),
    }),
  );
  const value = { format: 'pdf', pattern: null, at: '2026-11-15T05:00:00.000Z', secret: 'stays' };
  expect(JSON.parse(write(value))).toEqual({ format: 'pdf', pattern: null, at: value.at });
});

it('sends JSON text unchanged, and its fields cannot be read', () => {
  const answer = new Json<{ name: string }>('{"name":"Shamba"}');
  expect(jsonWriter(z.object({ name: z.string() }))(answer)).toBe('{"name":"Shamba"}');
  expect(JSON.stringify({ current: answer })).toBe('{"current":{"name":"Shamba"}}');
  // @ts-expect-error: the text is no such object
  expect(answer.name).toBeUndefined();
});
