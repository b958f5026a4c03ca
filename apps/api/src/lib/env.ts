/** The configuration, read and checked once at start. A wrong value stops the start with one line. */
import { resolve } from 'node:path';

export type GovernmentSignup = { mode: 'open' } | { mode: 'invite' } | { mode: 'domains'; domains: string[] };

export interface Env {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | null;
  /** For LISTEN and session locks, where DATABASE_URL goes through a transaction pooler. */
  databaseDirectUrl: string | null;
  /** null: not configured; then it is open until a proxy is seen in front of the server. */
  governmentSignup: GovernmentSignup | null;
  requireSecondOfficial: boolean;
  sessionIdleDays: number;
  smtpUrl: string | null;
  mailFrom: string;
  publicUrl: string | null;
  contactEmail: string | null;
  contactPhone: string | null;
  contactAddress: string | null;
  socialLinks: { name: string; url: string }[];
  basemapUrl: string | null;
  /** Overlaps of boundaries that are no wider than this count as errors of measurement. */
  overlapToleranceMetres: number;
  corsOrigins: string[];
  trustProxy: boolean | string[];
  metricsToken: string | null;
  logLevel: string;
  demo: boolean;
}

export class EnvError extends Error {}

type Variables = Record<string, string | undefined>;

export function readEnv(variables: Variables = process.env): Env {
  const read = (name: string) => {
    const value = variables[name]?.trim();
    return value ? value : null;
  };
  const publicUrl = httpUrl(read, 'PUBLIC_URL');
  const trustProxy = proxies(read);
  const smtpUrl = urlOf(read, 'SMTP_URL', ['smtp:', 'smtps:'], 'smtp://user:password@mail.example:587');
  return {
    port: wholeNumber(read, 'PORT', 3000, 0, 65535),
    host: read('HOST') ?? '127.0.0.1',
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: postgresUrl(read, 'DATABASE_URL'),
    databaseDirectUrl: postgresUrl(read, 'DATABASE_DIRECT_URL'),
    governmentSignup: signup(read, {
      behindProxy: publicUrl !== null || trustProxy !== false,
      mail: smtpUrl !== null,
    }),
    requireSecondOfficial: flag(read, 'REQUIRE_SECOND_OFFICIAL'),
    sessionIdleDays: wholeNumber(read, 'SESSION_DAYS', 30, 1, 180),
    smtpUrl,
    mailFrom: read('MAIL_FROM') ?? 'Ardhi <no-reply@localhost>',
    publicUrl,
    contactEmail: read('CONTACT_EMAIL'),
    contactPhone: read('CONTACT_PHONE'),
    contactAddress: read('CONTACT_ADDRESS'),
    socialLinks: socialLinks(read),
    basemapUrl: basemap(read),
    overlapToleranceMetres: decimal(read, 'OVERLAP_TOLERANCE', 2, 0, 50),
    corsOrigins: list(read, 'CORS_ORIGINS').map((origin) => originOf('CORS_ORIGINS', origin)),
    trustProxy,
    metricsToken: read('METRICS_TOKEN'),
    logLevel: oneOf(
      read,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
    ),
    demo: read('ARDHI_DEMO') !== null,
  };
}

type Read = (name: string) => string | null;

function fail(name: string, fault: string, remedy: string): never {
  throw new EnvError(`${name} ${fault}: ${remedy}`);
}

function wholeNumber(read: Read, name: string, fallback: number, min: number, max: number): number {
  const value = read(name);
  if (value === null) return fallback;
  const parsed = Number(value);
  if (!Number.isInteger(parsed) || parsed < min || parsed > max) {
    fail(name, `is "${value}"`, `use a whole number from ${min} to ${max}`);
  }
  return parsed;
}

function decimal(read: Read, name: string, fallback: number, min: number, max: number): number {
  const value = read(name);
  if (value === null) return fallback;
  const parsed = Number(value);
  if (!Number.isFinite(parsed) || parsed < min || parsed > max) {
    fail(name, `is "${value}"`, `use a number from ${min} to ${max}`);
  }
  return parsed;
}

function flag(read: Read, name: string): boolean {
  const value = read(name);
  if (value === null || value === 'false' || value === '0') return false;
  if (value === 'true' || value === '1') return true;
  return fail(name, `is "${value}"`, 'use true or false');
}

function oneOf(read: Read, name: string, choices: string[], fallback: string): string {
  const value = read(name) ?? fallback;
  return choices.includes(value) ? value : fail(name, `is "${value}"`, `use one of ${choices.join(', ')}`);
}

function list(read: Read, name: string): string[] {
  return (read(name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function urlOf(read: Read, name: string, protocols: string[], example: string): string | null {
  const value = read(name);
  if (value === null) return null;
  const parsed = URL.canParse(value) ? new URL(value) : null;
  // The value may hold a password, so it is never repeated.
  if (!parsed || !protocols.includes(parsed.protocol))
    fail(name, 'is not a usable address', `write it as ${example}`);
  return value;
}

function httpUrl(read: Read, name: string): string | null {
  return urlOf(read, name, ['http:', 'https:'], 'https://ardhi.example')?.replace(/\/+$/, '') ?? null;
}

function postgresUrl(read: Read, name: string): string | null {
  return urlOf(read, name, ['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/ardhi');
}

function originOf(name: string, value: string): string {
  if (!URL.canParse(value) || new URL(value).origin !== value) {
    fail(name, `has "${value}"`, 'list origins such as https://app.example, separated by commas');
  }
  return value;
}

function basemap(read: Read): string | null {
  const value = read('BASEMAP_URL');
  if (value !== null && !/^(https?:\/\/|\/)/.test(value)) {
    fail('BASEMAP_URL', `is "${value}"`, 'use the http(s) address of a style or of tiles with {z}/{x}/{y}');
  }
  return value;
}

function proxies(read: Read): boolean | string[] {
  const value = read('TRUST_PROXY');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  const addresses = list(read, 'TRUST_PROXY');
  const valid = addresses.every(
    (address) =>
      /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(address) || /^(loopback|linklocal|uniquelocal)$/.test(address),
  );
  return valid
    ? addresses
    : fail('TRUST_PROXY', `is "${value}"`, 'use true, or the addresses of the proxies separated by commas');
}

function signup(read: Read, found: { behindProxy: boolean; mail: boolean }): GovernmentSignup | null {
  const value = read('GOVERNMENT_SIGNUP');
  if (value === null) return found.behindProxy ? { mode: 'invite' } : null;
  if (value === 'open' || value === 'invite') return { mode: value };
  const domains = /^domains:(.+)$/
    .exec(value)?.[1]
    ?.split(',')
    .map((domain) => domain.trim().toLowerCase());
  if (!domains?.length || !domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))) {
    fail('GOVERNMENT_SIGNUP', `is "${value}"`, 'use open, invite or domains:gov.example,county.example');
  }
  if (!found.mail)
    fail(
      'GOVERNMENT_SIGNUP',
      `is "${value}" but SMTP_URL is not set`,
      'set SMTP_URL, because addresses are confirmed by mail',
    );
  return { mode: 'domains', domains };
}

function socialLinks(read: Read): { name: string; url: string }[] {
  return list(read, 'SOCIAL_LINKS').map((entry) => {
    const separator = entry.indexOf('=');
    const [name, url] = [entry.slice(0, separator).trim(), entry.slice(separator + 1).trim()];
    if (separator < 1 || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
      fail('SOCIAL_LINKS', `has "${entry}"`, 'list them as name=https://address, separated by commas');
    }
    return { name, url };
  });
}
