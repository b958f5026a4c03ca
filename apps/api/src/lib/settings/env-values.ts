/** Reads and checks single variables. An error is one line that says how to fix the value. */
import { email as emailRule } from '@ardhi/contract';
import { parseAddresses } from '@ardhi/embedded-postgres';

export class EnvError extends Error {}

export type Read = (name: string) => string | null;

/** Quoted, with line breaks escaped. */
export const quoted = (value: string) => JSON.stringify(value);

export function fail(name: string, fault: string, fix: string): never {
  throw new EnvError(`${name} ${fault}: ${fix}`);
}

export function wholeNumber(read: Read, name: string, fallback: number, min: number, max: number): number {
  const value = read(name);
  if (value === null) return fallback;
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < min || parsed > max) {
    fail(name, `is ${quoted(value)}`, `use a whole number from ${min} to ${max}`);
  }
  return parsed;
}

export function decimal(read: Read, name: string, fallback: number, min: number, max: number): number {
  const value = read(name);
  if (value === null) return fallback;
  const parsed = Number(value);
  if (!Number.isFinite(parsed) || parsed < min || parsed > max) {
    fail(name, `is ${quoted(value)}`, `use a number from ${min} to ${max}`);
  }
  return parsed;
}

export function flag(read: Read, name: string, fallback = false): boolean {
  const value = read(name);
  if (value === null) return fallback;
  if (value === 'false' || value === '0') return false;
  if (value === 'true' || value === '1') return true;
  return fail(name, `is ${quoted(value)}`, 'use true or false');
}

export function oneOf<T extends string>(read: Read, name: string, choices: T[], fallback: T): T {
  const value = read(name) ?? fallback;
  return (
    choices.find((choice) => choice === value) ??
    fail(name, `is ${quoted(value)}`, `use one of ${choices.join(', ')}`)
  );
}

export function list(read: Read, name: string): string[] {
  return (read(name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function urlOf(read: Read, name: string, protocols: string[], example: string): string | null {
  const value = read(name);
  if (value === null) return null;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  // The value may contain a password, so it is never printed.
  if (!parsed || !protocols.includes(parsed.protocol))
    fail(name, 'is not a usable address', `write it as ${example}`);
  return value;
}

export function httpUrl(read: Read, name: string): string | null {
  return urlOf(read, name, ['http:', 'https:'], 'https://ardhi.example')?.replace(/\/+$/, '') ?? null;
}

/** With one host or, as in libpq, several. */
export function postgresUrl(read: Read, name: string): string | null {
  const example = 'postgres://user:password@host:5432/ardhi';
  const value = read(name);
  try {
    const first = value === null ? null : parseAddresses(value).connectionString;
    urlOf(() => first, name, ['postgres:', 'postgresql:'], example);
  } catch (error) {
    if (error instanceof EnvError) throw error;
    fail(name, `is not a usable address (${(error as Error).message})`, `write it as ${example}`);
  }
  return value;
}

export function smtpUrl(read: Read, name: string): string | null {
  const example = 'smtp://user:password@mail.example:587';
  const value = urlOf(read, name, ['smtp:', 'smtps:'], example);
  if (value !== null && !new URL(value).hostname) fail(name, 'names no server', `write it as ${example}`);
  return value;
}

export function listOfOrigins(read: Read, name: string): string[] {
  const origins = list(read, name);
  const wrong = origins.find((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin);
  return wrong === undefined
    ? origins
    : fail(name, `has ${quoted(wrong)}`, 'list origins such as https://app.example, separated by commas');
}

const isEmail = (value: string) => emailRule.safeParse(value).success;

export function email(read: Read, name: string): string | null {
  const value = read(name);
  return value === null || isEmail(value)
    ? value
    : fail(name, `is ${quoted(value)}`, 'use one mail address, such as info@ardhi.example');
}

/** An address with or without a name: `Ardhi <no-reply@ardhi.example>`. */
export function mailbox(read: Read, name: string): string | null {
  const value = read(name);
  const [, named, bare] =
    /^(?:(?:"[^"\r\n]*"|[^<>",;:\r\n]*)\s*<([^<>]+)>|([^<>]+))$/.exec(value ?? '') ?? [];
  return value === null || isEmail(named ?? bare ?? '')
    ? value
    : fail(name, `is ${quoted(value)}`, 'write it as Ardhi <no-reply@ardhi.example>');
}
