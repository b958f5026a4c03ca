/** Templates of an office for the texts that its officials send to farmers, in both languages. */
import * as z from 'zod';
import { baseRevision, Done, id, line, optional, revision, text } from '../base/fields.ts';
import { MAX_DECISION_REASON_LENGTH, MAX_NAME_LENGTH } from '../base/limits.ts';
import { contract } from '../base/route.ts';
import { TEMPLATE_KINDS } from './template-text.ts';

export const TextTemplate = z.object({
  _id: id,
  kind: z.enum(TEMPLATE_KINDS),
  name: z.string(),
  /** With placeholders such as `{farmer}`. */
  english: z.string(),
  kiswahili: z.string(),
  revision,
});
export type TextTemplate = z.infer<typeof TextTemplate>;

const texts = {
  name: line(MAX_NAME_LENGTH),
  english: text(MAX_DECISION_REASON_LENGTH),
  kiswahili: text(MAX_DECISION_REASON_LENGTH),
};

export const templates = contract({
  'GET /government/templates': {
    summary: 'Templates of the own office',
    access: 'government',
    query: z.object({ kind: optional(z.enum(TEMPLATE_KINDS)) }),
    response: z.array(TextTemplate),
  },
  'POST /government/templates': {
    summary: 'Create a template for the own office',
    access: 'government',
    duty: 'decide',
    body: z.object({ kind: z.enum(TEMPLATE_KINDS), ...texts }),
    response: TextTemplate,
    status: 201,
  },
  'PUT /government/templates/{id}': {
    summary: 'Change a template of the own office',
    access: 'government',
    duty: 'decide',
    body: z.object({ ...texts, ...baseRevision }),
    response: TextTemplate,
  },
  'DELETE /government/templates/{id}': {
    summary: 'Delete a template of the own office',
    access: 'government',
    duty: 'decide',
    response: Done,
  },
});
