import type * as z from 'zod';
import type { MessageValues } from '../text/i18n.ts';
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
  const issueOf = (code: string, values?: MessageValues): UntranslatedIssue => ({
    path,
    code,
    key: `issue.${code}`,
    values,
  });
  if (issue.message.startsWith('issue.')) return issueOf(issue.message.slice('issue.'.length));
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? issueOf('required')
        : { path, code: 'type', key: expectedType(issue.expected) };
    case 'too_small':
      return issueOf(issue.origin === 'string' ? 'too-short' : 'too-small', {
        minimum: Number(issue.minimum),
      });
    case 'too_big':
      return issueOf(tooBigCodes[issue.origin] ?? 'too-big', { maximum: Number(issue.maximum) });
    case 'invalid_value':
      return issueOf('choice', { choices: issue.values.map(String).join(', ') });
    default:
      return issueOf('invalid');
  }
}

const tooBigCodes: Record<string, string> = { string: 'too-long', array: 'too-many-items' };

function expectedType(expected: string): string {
  if (expected === 'number' || expected === 'int') return 'issue.number';
  if (expected === 'string') return 'issue.text';
  return 'issue.invalid';
}
