import type { z } from 'zod';
import { problem, type UntranslatedIssue } from '../text/problem.ts';

/** Parses the input, or throws a problem that lists every invalid field. */
export function validate<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  // The input is needed to tell a wrong type from a missing field.
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  throw problem('validation', { issues: firstOfEachField(result.error.issues.map(translateIssue)) });
}

/** One issue per field is enough: an empty address need not also be reported as malformed. */
function firstOfEachField(issues: UntranslatedIssue[]): UntranslatedIssue[] {
  return issues.filter(({ path }, index) => issues.findIndex((other) => other.path === path) === index);
}

function translateIssue(issue: z.core.$ZodIssue): UntranslatedIssue {
  const path = issue.path.join('.');
  if (issue.message.startsWith('issue.')) {
    return { path, code: issue.message.slice('issue.'.length), key: issue.message };
  }
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? { path, code: 'required', key: 'issue.required' }
        : { path, code: 'type', key: expectedType(issue.expected) };
    case 'too_small':
      return issue.origin === 'string'
        ? { path, code: 'too-short', key: 'issue.too-short', values: { minimum: Number(issue.minimum) } }
        : { path, code: 'too-small', key: 'issue.too-small', values: { minimum: Number(issue.minimum) } };
    case 'too_big':
      return issue.origin === 'string'
        ? { path, code: 'too-long', key: 'issue.too-long', values: { maximum: Number(issue.maximum) } }
        : issue.origin === 'array'
          ? {
              path,
              code: 'too-many-items',
              key: 'issue.too-many-items',
              values: { maximum: Number(issue.maximum) },
            }
          : { path, code: 'too-big', key: 'issue.too-big', values: { maximum: Number(issue.maximum) } };
    case 'invalid_value':
      return {
        path,
        code: 'choice',
        key: 'issue.choice',
        values: { choices: issue.values.map(String).join(', ') },
      };
    default:
      return { path, code: 'invalid', key: 'issue.invalid' };
  }
}

function expectedType(expected: string): string {
  if (expected === 'number' || expected === 'int') return 'issue.number';
  if (expected === 'string') return 'issue.text';
  return 'issue.invalid';
}
