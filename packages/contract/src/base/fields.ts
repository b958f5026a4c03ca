/** The kinds of field that every domain is made of. Each says its limits once. */
import { z } from 'zod';
import { dateInNairobi } from './dates.ts';
import { MAX_EMAIL_LENGTH, MAX_PAGE_SIZE, MAX_SHILLINGS, MAX_YEAR, MIN_YEAR } from './limits.ts';

// A message of the form `issue.…` is a key of the server's catalogue, translated when the problem is answered.
const noControlCharacters = (text: string) => !hasControlCharacter(text);
function hasControlCharacter(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 32 && character !== '\n' && character !== '\r' && character !== '\t') return true;
  }
  return false;
}

/** Without the space around it. What nobody can see, such as a zero-width space alone, is nothing. */
function tidy(text: string): string {
  return /[^\s\p{Cf}]/u.test(text) ? text.toWellFormed().trim() : '';
}

/** Required text of one line: a name, an address. Line breaks become spaces. */
export const line = (max: number) =>
  z
    .string()
    .transform((value) => tidy(value).replace(/\s+/g, ' '))
    .pipe(z.string().min(1, 'issue.required').max(max).refine(noControlCharacters, 'issue.control'));

/** Required text, trimmed; odd Unicode is mended, control characters are refused. */
export const text = (max: number) =>
  z
    .string()
    .transform(tidy)
    .pipe(z.string().min(1, 'issue.required').max(max).refine(noControlCharacters, 'issue.control'));

/** A field that an object may leave out, said in a way that its type shows. */
type MayBeAbsent<Out, In> = z.ZodType<
  Out,
  In,
  z.core.$ZodTypeInternals<Out, In> & { optin: 'optional'; optout: 'optional' }
>;

/** Absent, null and the empty string mean the same: nothing was given. */
export function optional<T extends z.ZodType>(
  schema: T,
): MayBeAbsent<z.output<T> | undefined, z.input<T> | null | undefined> {
  return z.preprocess(
    (value) => (value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value),
    schema.optional(),
  ) as unknown as MayBeAbsent<z.output<T> | undefined, z.input<T> | null | undefined>;
}

/** In an edit: left out it stays as it is; null or the empty string takes it away. */
export function clearable<T extends z.ZodType>(
  schema: T,
): MayBeAbsent<z.output<T> | null | undefined, z.input<T> | null | undefined> {
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable().optional(),
  ) as unknown as MayBeAbsent<z.output<T> | null | undefined, z.input<T> | null | undefined>;
}

const decimalText = /^\s*[+-]?(\d+\.?\d*|\.\d+)\s*$/;

/** A finite number in range; a decimal string counts as one. */
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

const atMostTwoDecimals = (value: number) => Number(value.toFixed(2)) === value;

/** Kenya shillings, exact to the cent. */
export const money: z.ZodType<number, number> = z.preprocess(
  (value) => (typeof value === 'string' && decimalText.test(value) ? Number(value) : value),
  z.number().min(0).max(MAX_SHILLINGS).refine(atMostTwoDecimals, 'issue.cents'),
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

/** A calendar date `YYYY-MM-DD`, 1900 to 2100; a timestamp counts as its date in Nairobi. */
export const date: z.ZodType<string, string> = z.preprocess(
  toPlainDate,
  z.string().refine(isRealDate, 'issue.date').meta({ format: 'date' }),
) as unknown as z.ZodType<string, string>;

/** The rule that browsers use for `<input type="email">`, so that form and server agree. */
const browserEmail =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const email = z
  .string()
  .transform((value) => value.trim())
  .pipe(z.string().min(1, 'issue.required').max(MAX_EMAIL_LENGTH).regex(browserEmail, 'issue.email'));

/** Made by the client where it can be offline, else by the server: UUIDv7. */
export const id = z.uuid();

/** What a create may carry so that sending it twice makes one row. */
export const clientId = { _id: optional(id) };

/** What an edit may carry: the revision it was made from. */
export const baseRevision = { revision: optional(z.number().int().min(1)) };

/** What a removal may carry: one of a row that was changed since is refused, with the row. */
export const Removal = z.object(baseRevision);

export const timestamp = z.string().meta({ format: 'date-time' });
export const revision = z.number().int();

const flag = z.preprocess(
  (value) => (value === 'true' ? true : value === 'false' ? false : value),
  z.boolean(),
);

/** A yes or no in a query string. */
export const queryFlag = flag as unknown as z.ZodType<boolean, boolean>;

/** What a paged list takes. The cursor comes from the `Link` header of the page before. */
export const paging = {
  limit: optional(wholeNumber(1, MAX_PAGE_SIZE)),
  cursor: optional(z.string().max(500)),
};

/** The answer of calls that have nothing to show but that they were done. */
export const Done = z.object({ message: z.string() });
export type Done = z.infer<typeof Done>;

/** At most so many; none where it is left out. */
export const list = <T extends z.ZodType>(item: T, max: number) => z.array(item).max(max).default([]);

/** To see, to decide on what farmers ask for, and to look after accounts and posts. */
export const Duty = z.enum(['view', 'decide', 'manage']);
export type Duty = z.infer<typeof Duty>;

export const Role = z.enum(['farmer', 'government']);
export type Role = z.infer<typeof Role>;
