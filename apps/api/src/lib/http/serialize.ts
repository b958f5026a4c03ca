/** Answers are written by their JSON schema: only stated fields leave the server, and twice as fast as by zod. */
import fastJson from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = { [key: string]: unknown };

const IGNORED = new Set(['$schema', 'format', 'pattern']);

export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-7' }) as JsonSchema;
}

/** JSON text, as the database wrote it, that stands for a T where an answer is expected. T's fields cannot be read. */
export class Json<T> {
  declare private readonly holds: T;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  /** Where it is a part of something larger. */
  toJSON(): T {
    return JSON.parse(this.text) as T;
  }
}

/** Compiled at its first use, so that starting does not wait for calls that nobody makes. */
export function jsonWriter(answer: z.ZodType): (value: unknown) => string {
  let write: ((value: unknown) => string) | null = null;
  return (value) => {
    if (value instanceof Json) return value.text;
    write ??= fastJson(simplify(jsonSchemaOf(answer, 'output')) as Parameters<typeof fastJson>[0]) as (
      value: unknown,
    ) => string;
    return write(value);
  };
}

/**
 * "A or null" as a plain nullable type is written without a validator. String formats and patterns play no part
 * in writing.
 */
function simplify(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== 'object' || node === null) return node;
  const { anyOf, ...rest } = node as JsonSchema;
  // A field of an answer may bear such a name too: then its value is a schema, not a text.
  const matters = ([key, value]: [string, unknown]) => !IGNORED.has(key) || typeof value !== 'string';
  const kept = Object.entries(rest).filter(matters);
  const simple = Object.fromEntries(kept.map(([key, value]) => [key, simplify(value)]));
  if (!Array.isArray(anyOf)) return simple;
  const choices = anyOf as JsonSchema[];
  const others = choices.filter((choice) => choice.type !== 'null');
  if (others.length === 1 && choices.length === 2)
    return { ...simple, ...(simplify(others[0]) as JsonSchema), nullable: true };
  return { ...simple, anyOf: choices.map(simplify) };
}
