/** The configuration, read and checked once at start. A wrong value stops the start with one line. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import {
  decimal,
  email,
  fail,
  flag,
  httpUrl,
  list,
  listOfOrigins,
  mailbox,
  oneOf,
  postgresUrl,
  quoted,
  type Read,
  smtpUrl as readSmtpUrl,
  wholeNumber,
} from './env-values.ts';

export { EnvError } from './env-values.ts';

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
  demoFarmers: number;
}

/** One for each county, and the demo's own. */
export const MIN_DEMO_FARMERS = 48;

export function readEnv(variables: Record<string, string | undefined> = process.env): Env {
  const read = (name: string) => {
    const value = variables[name]?.trim();
    return value ? value : null;
  };
  const publicUrl = httpUrl(read, 'PUBLIC_URL');
  const trustProxy = proxies(read);
  const smtpUrl = readSmtpUrl(read, 'SMTP_URL');
  return {
    port: wholeNumber(read, 'PORT', 3000, 0, 65535),
    host: host(read),
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
    mailFrom: mailbox(read, 'MAIL_FROM') ?? 'Ardhi <no-reply@localhost>',
    publicUrl,
    contactEmail: email(read, 'CONTACT_EMAIL'),
    contactPhone: read('CONTACT_PHONE'),
    contactAddress: read('CONTACT_ADDRESS'),
    socialLinks: socialLinks(read),
    basemapUrl: basemap(read),
    overlapToleranceMetres: decimal(read, 'OVERLAP_TOLERANCE', 2, 0, 50),
    corsOrigins: listOfOrigins(read, 'CORS_ORIGINS'),
    trustProxy,
    metricsToken: metricsToken(read),
    logLevel: oneOf(
      read,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
    ),
    demo: read('ARDHI_DEMO') !== null,
    demoFarmers: wholeNumber(read, 'ARDHI_DEMO_FARMERS', 600, MIN_DEMO_FARMERS, 20_000),
  };
}

/** A name is looked up when the server listens; what cannot be one is refused here. */
function host(read: Read): string {
  const value = read('HOST') ?? '127.0.0.1';
  const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) && !/^[\d.]+$/.test(value);
  return isIP(value) || isName
    ? value
    : fail('HOST', `is ${quoted(value)}`, 'use an address of this machine, such as 127.0.0.1 or 0.0.0.0');
}

function metricsToken(read: Read): string | null {
  const value = read('METRICS_TOKEN');
  // It comes in a header, after a space. It is a secret, so it is not repeated.
  if (value !== null && !/^[\x21-\x7e]+$/.test(value))
    fail(
      'METRICS_TOKEN',
      'has spaces or other signs',
      'use letters, digits and signs of ASCII, without spaces',
    );
  return value;
}

function basemap(read: Read): string | null {
  const value = read('BASEMAP_URL');
  if (value === null) return null;
  const isAddress = /^https?:\/\//.test(value) && URL.canParse(value.replace(/[{}]/g, ''));
  const isPath = /^\/(?!\/)/.test(value);
  return isAddress || isPath
    ? value
    : fail(
        'BASEMAP_URL',
        `is ${quoted(value)}`,
        'use the http(s) address of a style or of tiles with {z}/{x}/{y}',
      );
}

const NAMED_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];

function proxies(read: Read): boolean | string[] {
  const value = read('TRUST_PROXY');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  const addresses = list(read, 'TRUST_PROXY');
  const wrong = addresses.find((address) => !NAMED_PROXIES.includes(address) && !isNetwork(address));
  return addresses.length > 0 && wrong === undefined
    ? addresses
    : fail(
        'TRUST_PROXY',
        `has ${quoted(wrong ?? value)}`,
        'use true, or the addresses of the proxies such as 10.0.0.1 or 10.0.0.0/8, separated by commas',
      );
}

/** An address, or a network as 10.0.0.0/8; one of length 0 would be everybody, which is `true`. */
function isNetwork(value: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return bits > 0 && (length === undefined || (Number(length) > 0 && Number(length) <= bits));
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
    fail(
      'GOVERNMENT_SIGNUP',
      `is ${quoted(value)}`,
      'use open, invite or domains:gov.example,county.example',
    );
  }
  if (!found.mail)
    fail(
      'GOVERNMENT_SIGNUP',
      `is ${quoted(value)} but SMTP_URL is not set`,
      'set SMTP_URL, because addresses are confirmed by mail',
    );
  return { mode: 'domains', domains };
}

function socialLinks(read: Read): { name: string; url: string }[] {
  return list(read, 'SOCIAL_LINKS').map((entry) => {
    const separator = entry.indexOf('=');
    const [name, url] = [entry.slice(0, separator).trim(), entry.slice(separator + 1).trim()];
    if (separator < 1 || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
      fail('SOCIAL_LINKS', `has ${quoted(entry)}`, 'list them as name=https://address, separated by commas');
    }
    return { name, url };
  });
}
