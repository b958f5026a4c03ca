import { expect, it } from 'vitest';
import { z } from 'zod';
import { jsonWriter } from './serialize.ts';

it('writes stated fields only, whatever they are called', () => {
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
