/** Field schemas shared by all domains, with their limits. */
import * as z from 'zod';
import { dateInNairobi } from './dates.ts';
import { MAX_EMAIL_LENGTH, MAX_PAGE_SIZE, MAX_SHILLINGS, MAX_YEAR, MIN_YEAR } from './limits.ts';

// A message `issue.…` is a key of the server's locale catalogue; the server translates it in the error response.
const noControlCharacters = (text: string) => !hasControlCharacter(text);
function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 32 && character !== '\n' && character !== '\r' && character !== '\t') return true;
  }
  return false;
}

/** Trims the text. Text with only invisible characters, such as zero-width spaces, becomes empty. */
function tidy(text: string): string {
  return /[^\s\p{Cf}]/u.test(text) ? text.toWellFormed().trim() : '';
}

/** Required single-line text such as a name or an address. Line breaks become spaces. */
export const line = (max: number) =>
  z
    .string()
    .transform((value) => tidy(value).replace(/\s+/g, ' '))
    .pipe(z.string().min(1, 'issue.required').max(max).refine(noControlCharacters, 'issue.control'));

/** Required text, trimmed; replaces invalid Unicode and rejects control characters. */
export const text = (max: number) =>
  z
    .string()
    .transform(tidy)
    .pipe(z.string().min(1, 'issue.required').max(max).refine(noControlCharacters, 'issue.control'));

/** Makes an optional field visible as optional in the inferred object type. */
type OptionalField<Out, In> = z.ZodType<
  Out,
  In,
  z.core.$ZodTypeInternals<Out, In> & { optin: 'optional'; optout: 'optional' }
>;

/** Absent, null and the empty string are equivalent: no value. */
export function optional<T extends z.ZodType>(
  schema: T,
): OptionalField<z.output<T> | undefined, z.input<T> | null | undefined> {
  return z.preprocess(
    (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
    schema.optional(),
  ) as unknown as OptionalField<z.output<T> | undefined, z.input<T> | null | undefined>;
}

/** For edits: an absent field is unchanged, null or the empty string clears it. */
export function clearable<T extends z.ZodType>(
  schema: T,
): OptionalField<z.output<T> | null | undefined, z.input<T> | null | undefined> {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable().optional(),
  ) as unknown as OptionalField<z.output<T> | null | undefined, z.input<T> | null | undefined>;
}

/** The same text in Kiswahili beside the original in a response. Responses of older servers have none. */
export const inKiswahili = z.string().nullable().optional();

const decimalText = /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/;

/** A finite number in range; accepts decimal strings. */
export const number = (min: number, max: number): z.ZodType<number, number> =>
  z.preprocess(
    (value) => (typeof value === 'string' && decimalText.test(value) ? Number(value) : value),
    z.number().min(min).max(max),
  ) as unknown as z.ZodType<number, number>;

export const wholeNumber = (min: number, max: number): z.ZodType<number, number> =>
  z.preprocess(
    (value) => (typeof value === 'string' && decimalText.test(value) ? Number(value) : value),
    z.number().int().min(min).max(max),
  ) as unknown as z.ZodType<number, number>;

const hasAtMostTwoDecimals = (value: number) => Number(value.toFixed(2)) === value;

/** Kenya shillings, exact to the cent. */
export const money: z.ZodType<number, number> = z.preprocess(
  (value) => (typeof value === 'string' && decimalText.test(value) ? Number(value) : value),
  z.number().min(0).max(MAX_SHILLINGS).refine(hasAtMostTwoDecimals, 'issue.cents'),
) as unknown as z.ZodType<number, number>;

const plainDate = /^(\d{4})-(\d{2})-(\d{2})$/;

function isRealDate(value: string): boolean {
  const match = plainDate.exec(value);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const moment = new Date(Date.UTC(year, month - 1, day));
  return (
    year >= MIN_YEAR && year <= MAX_YEAR && moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day
  );
}

function toPlainDate(value: unknown): unknown {
  if (typeof value !== 'string' || plainDate.test(value) || !/^\d{4}-\d{2}-\d{2}T/.test(value)) return value;
  const moment = new Date(value);
  return Number.isNaN(moment.getTime()) ? value : dateInNairobi(moment);
}

/** A calendar date `YYYY-MM-DD`, 1900 to 2100; converts a timestamp to its date in Nairobi. */
export const date: z.ZodType<string, string> = z.preprocess(
  toPlainDate,
  z.string().refine(isRealDate, 'issue.date').meta({ format: 'date' }),
) as unknown as z.ZodType<string, string>;

/** The pattern that browsers use for `<input type="email">`, so that form and server agree. */
const browserEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const email = z
  .string()
  .transform((value) => value.trim())
  .pipe(z.string().min(1, 'issue.required').max(MAX_EMAIL_LENGTH).regex(browserEmail, 'issue.email'));

/** UUIDv7, generated by the client for calls that work offline, else by the server. */
export const id = z.uuid();

/** Optional in a create: sending it twice then creates one row. */
export const clientId = { _id: optional(id) };

/** Optional in an edit: the revision that it is based on, for optimistic concurrency. */
export const baseRevision = { revision: optional(z.number().int().min(1)) };

/** With a revision, deleting a row that was changed since is rejected; the response contains the row. */
export const Removal = z.object(baseRevision);

export const timestamp = z.string().meta({ format: 'date-time' });
export const revision = z.number().int();

const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

/** A boolean in a query string. */
export const queryFlag = flag as unknown as z.ZodType<boolean, boolean>;

/** Query of a paginated list. The cursor comes from the `Link` header of the previous page. */
export const paging = {
  limit: optional(wholeNumber(1, MAX_PAGE_SIZE)),
  cursor: optional(z.string().max(500)),
};

/** Response of calls that return only a confirmation. */
export const Done = z.object({ message: z.string() });
export type Done = z.infer<typeof Done>;

/** Defaults to an empty list. */
export const list = <T extends z.ZodType>(item: T, max: number) => z.array(item).max(max).default([]);

/**
 * Permissions of a post: `decide` is for applications, `manage` for accounts and posts, `ombudsperson` for complaints
 * about money. `auditor` is the only duty of its post: it reads the board, the audit log and audit binders, and neither
 * registers nor cases.
 */
export const Duty = z.enum(['view', 'decide', 'manage', 'ombudsperson', 'auditor']);
export type Duty = z.infer<typeof Duty>;

/** Duties that read the audit log. */
export const AUDIT_DUTIES = ['manage', 'auditor'] as const satisfies readonly Duty[];
/** Duties that create and read audit binders. */
export const BINDER_DUTIES = ['decide', 'auditor'] as const satisfies readonly Duty[];

export const Role = z.enum(['farmer', 'government']);
export type Role = z.infer<typeof Role>;
