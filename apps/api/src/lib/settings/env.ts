/** Configuration, read and checked once at start. An invalid value stops the start with a one-line error. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { type RouteLimit, STORED_SETTINGS } from '@ardhi/contract';
import { MAX_SHILLINGS } from '@ardhi/contract/limits';
import { parseAddresses } from '@ardhi/embedded-postgres';
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

import { pushSettings } from './push-settings.ts';

export { EnvError } from './env-values.ts';

export type GovernmentSignup = { mode: 'open' } | { mode: 'invite' } | { mode: 'domains'; domains: string[] };

export type Env = ReturnType<typeof readEnv>;

/** Upper limit for all session settings. */
export const MAX_SESSION_DAYS = 180;

const MIN_SECRET_LENGTH = 32;

/** Two health checks of the examples in deploy/, which are a second apart, plus one second. */
const DRAIN_SECONDS = 3;

/** One per county, plus the demo account. */
export const MIN_DEMO_FARMERS = 48;

export function readEnv(variables: Record<string, string | undefined> = process.env) {
  const read = (name: string) => {
    const value = variables[name]?.trim();
    return value ? value : null;
  };
  const host = listenHost(read);
  const publicUrl = httpUrl(read, 'PUBLIC_URL');
  const trustProxy = proxies(read);
  const isPublic = publicUrl !== null && !isLoopback(new URL(publicUrl).hostname);
  const deployed = !isLoopback(host) || trustProxy !== false || isPublic;
  const sessionIdleDays = wholeNumber(read, 'SESSION_DAYS', 30, 1, MAX_SESSION_DAYS);
  const smtpUrl = readSmtpUrl(read, 'SMTP_URL');
  const demo = read('ARDHI_DEMO') !== null;
  // Officials of the demo have no posts and no second factors, and its password is printed anyway.
  const isGuarded = deployed && !demo;
  return {
    port: wholeNumber(read, 'PORT', 3000, 0, 65535),
    host,
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    databaseUrl: postgresUrl(read, 'DATABASE_URL'),
    /** For LISTEN, jobs and migrations, if DATABASE_URL goes through a transaction pooler. */
    databaseDirectUrl: postgresUrl(read, 'DATABASE_DIRECT_URL'),
    /** For migrations and commands, if DATABASE_URL names a role that does not own the tables. */
    databaseOwnerUrl: postgresUrl(read, 'DATABASE_OWNER_URL'),
    /** Replicas for officials' reads. */
    databaseReadUrl: replicaUrl(read),
    /** Pool sizes per process: for calls, for exports and jobs, and for a replica. */
    databaseConnections: {
      calls: wholeNumber(read, 'DATABASE_CONNECTIONS', 10, 1, 1000),
      // For two concurrent jobs, the listener for new jobs, and exports.
      long: wholeNumber(read, 'DATABASE_LONG_CONNECTIONS', 8, 4, 1000),
      read: wholeNumber(read, 'DATABASE_READ_CONNECTIONS', 10, 1, 1000),
    },
    /** Pooler mode of DATABASE_URL. */
    databasePooler: oneOf(read, 'DATABASE_POOLER', ['detect', 'none', 'session', 'transaction'], 'detect'),
    /** How long the start waits for a database that is not available yet. */
    databaseWaitSeconds: wholeNumber(read, 'DATABASE_WAIT_SECONDS', 60, 0, 3600),
    /** Whether other machines can reach the service; if so, safe defaults apply. */
    deployed,
    governmentSignup: signup(read, { deployed, mail: smtpUrl !== null }),
    /** Calls allowed per user or address; 0: unlimited. */
    limits: limits(read, deployed),
    /** Whether farmers may list each other or only search. */
    directory: oneOf(read, 'DIRECTORY', ['open', 'search'], deployed ? 'search' : 'open'),
    requireSecondOfficial: flag(read, 'REQUIRE_SECOND_OFFICIAL', isGuarded),
    /** Whether an official without a post has national scope or none. */
    jurisdiction: oneOf(read, 'JURISDICTION', ['open', 'strict'], isGuarded ? 'strict' : 'open'),
    /** Limit of one official's approval if their post sets none; null: unlimited. */
    approvalLimitCents: approvalLimit(read, isGuarded),
    sessionIdleDays,
    officialSession: officialSession(read, deployed, sessionIdleDays),
    officialsSecondFactor: oneOf(
      read,
      'OFFICIALS_SECOND_FACTOR',
      ['off', 'optional', 'required'],
      isGuarded ? 'required' : 'optional',
    ),
    /** Values that an upgraded database stores for these settings do not apply (lib/database/stored-settings.ts). */
    explicitSettings: STORED_SETTINGS.filter((name) => read(name) !== null),
    /** Secrets for key derivation, newest first; empty: a file in the data folder. */
    appSecrets: appSecrets(read),
    smtpUrl,
    mailFrom: mailbox(read, 'MAIL_FROM') ?? 'Ardhi <no-reply@localhost>',
    publicUrl,
    /** Web push; null without a key. */
    push: pushSettings(read, publicUrl),
    /** Where the head of the audit log is sent every day. */
    auditHeadTo: auditHeadTo(read, smtpUrl !== null),
    contactEmail: email(read, 'CONTACT_EMAIL'),
    contactPhone: read('CONTACT_PHONE'),
    contactAddress: read('CONTACT_ADDRESS'),
    /** Named on the home page. */
    organisation: read('ORGANISATION'),
    country: read('COUNTRY') ?? 'Kenya',
    socialLinks: socialLinks(read),
    basemapUrl: basemapUrl(read),
    /** PMTiles file whose tiles the server serves. */
    basemapFile: basemapFile(read),
    /** Satellite pictures as a layer of the maps. */
    imagery: imagery(read),
    /** Boundary overlaps up to this width count as measurement errors. */
    overlapToleranceMetres: decimal(read, 'OVERLAP_TOLERANCE', 2, 0, 50),
    /** Boundary saves per farmer and day whose overlaps are shown at once; 0: all. */
    overlapResultsPerDay: wholeNumber(read, 'OVERLAP_RESULTS', deployed ? 6 : 0, 0, 1000),
    corsOrigins: listOfOrigins(read, 'CORS_ORIGINS'),
    /** Addresses of the proxies, or their number. */
    trustProxy,
    metricsToken: metricsToken(read),
    /** OpenTelemetry collector for traces. */
    otlpEndpoint: httpUrl(read, 'OTEL_EXPORTER_OTLP_ENDPOINT'),
    /**
     * How long a stopping process keeps responding, so that proxies notice. With the embedded database there is only one
     * process, so draining gains nothing.
     */
    drainSeconds: wholeNumber(
      read,
      'DRAIN_SECONDS',
      deployed && read('DATABASE_URL') ? DRAIN_SECONDS : 0,
      0,
      300,
    ),
    logLevel: oneOf(
      read,
      'LOG_LEVEL',
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'info',
    ),
    backup: backupSettings(read),
    /** Whether visitors get the maintenance page; the command `maintenance` switches it while the server runs. */
    maintenance: flag(read, 'MAINTENANCE'),
    /** After a restore, both from the database: id and moment for the marker header, and whether mail is held. */
    epoch: null as string | null,
    isMailHeld: false as boolean,
    demo,
    demoFarmers: wholeNumber(read, 'ARDHI_DEMO_FARMERS', 600, MIN_DEMO_FARMERS, 20_000),
  };
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i;

function isLoopback(host: string): boolean {
  return LOOPBACK.test(host.replace(/^\[(.*)\]$/, '$1'));
}

/** Requires a standby unless the URL says otherwise: after a failover the replica's host may be the primary. */
function replicaUrl(read: Read): string | null {
  const url = postgresUrl(read, 'DATABASE_READ_URL');
  if (url === null || url.includes('target_session_attrs=')) return url;
  return `${url}${url.includes('?') ? '&' : '?'}target_session_attrs=standby`;
}

const QUARTER_HOUR = 15 * 60;

/** Default limits: deployed, and on loopback, where all clients have the same address. */
export const LIMITS: Record<
  RouteLimit | 'people-read',
  { setting: string; windowSeconds: number; deployed: number; loopback: number }
> = {
  // An office registers many farmers from one address.
  registration: { setting: 'LIMIT_REGISTRATION', windowSeconds: 60 * 60, deployed: 60, loopback: 0 },
  'forgotten-password': {
    setting: 'LIMIT_FORGOTTEN_PASSWORD',
    windowSeconds: QUARTER_HOUR,
    deployed: 30,
    loopback: 0,
  },
  search: { setting: 'LIMIT_SEARCH', windowSeconds: QUARTER_HOUR, deployed: 300, loopback: 0 },
  boundary: { setting: 'LIMIT_BOUNDARY', windowSeconds: QUARTER_HOUR, deployed: 60, loopback: 0 },
  export: { setting: 'LIMIT_EXPORT', windowSeconds: QUARTER_HOUR, deployed: 60, loopback: 0 },
  // A map program reads some pages whenever its view moves.
  gis: { setting: 'LIMIT_GIS', windowSeconds: QUARTER_HOUR, deployed: 600, loopback: 0 },
  contact: { setting: 'LIMIT_CONTACT', windowSeconds: QUARTER_HOUR, deployed: 10, loopback: 100 },
  // A device reports once in 15 minutes; a user may have several.
  'sync-errors': { setting: 'LIMIT_SYNC_ERRORS', windowSeconds: QUARTER_HOUR, deployed: 10, loopback: 0 },
  // Other people whose data an official may read before re-authenticating; the function `log_access` has the window.
  'people-read': { setting: 'LIMIT_PEOPLE_READ', windowSeconds: 60 * 60, deployed: 2000, loopback: 0 },
};
const MAX_LIMIT = 1_000_000;

function limits(read: Read, deployed: boolean): Record<keyof typeof LIMITS, number> {
  const entries = Object.entries(LIMITS).map(([limit, { setting, ...usual }]) => [
    limit,
    wholeNumber(read, setting, deployed ? usual.deployed : usual.loopback, 0, MAX_LIMIT),
  ]);
  return Object.fromEntries(entries);
}

/** In whole shillings, or `none`. */
function approvalLimit(read: Read, isGuarded: boolean): number | null {
  const setting = read('APPROVAL_LIMIT') ?? (isGuarded ? '100000' : 'none');
  if (setting === 'none') return null;
  const shillings = Number(setting);
  return Number.isInteger(shillings) && shillings >= 0 && shillings <= MAX_SHILLINGS
    ? 100 * shillings
    : fail('APPROVAL_LIMIT', `is ${quoted(setting)}`, 'use a whole number of shillings, or none');
}

/** Rejects invalid names; others are resolved when the server listens. */
function listenHost(read: Read): string {
  const value = read('HOST') ?? '127.0.0.1';
  const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value) && !/^[\d.]+$/.test(value);
  return isIP(value) || isName
    ? value
    : fail('HOST', `is ${quoted(value)}`, 'use an address of this machine, such as 127.0.0.1 or 0.0.0.0');
}

/** One secret or, during rotation, the new one and the old ones. Errors never print them. */
function appSecrets(read: Read): string[] {
  const secrets = list(read, 'APP_SECRET');
  if (secrets.some((secret) => secret.length < MIN_SECRET_LENGTH))
    fail('APP_SECRET', 'is too short', `use at least ${MIN_SECRET_LENGTH} random characters`);
  return secrets;
}

function metricsToken(read: Read): string | null {
  const value = read('METRICS_TOKEN');
  // Sent in a header, after a space. The error must not print the secret.
  if (value !== null && !/^[\x21-\x7e]+$/.test(value))
    fail(
      'METRICS_TOKEN',
      'has spaces or other signs',
      'use letters, digits and signs of ASCII, without spaces',
    );
  return value;
}

/** A mail address, or the address of a service that takes a POST. */
function auditHeadTo(read: Read, hasMail: boolean): { email: string } | { url: string } | null {
  const name = 'AUDIT_HEAD_TO';
  const value = read(name);
  if (value === null) return null;
  if (/^https?:/.test(value)) {
    const url = httpUrl(read, name)!;
    // Anyone who can change the request on its way could hide a change of the log.
    return url.startsWith('https:') || isLoopback(new URL(url.replace(/[{}]/g, '')).hostname)
      ? { url }
      : fail(name, 'is not encrypted', 'use an https address');
  }
  const address = email(read, name)!;
  if (!hasMail)
    fail(name, 'is a mail address but SMTP_URL is not set', 'set SMTP_URL, or use an https address');
  return { email: address };
}

/** Scheduled backups. Without `dir` there are none; without `time` the server itself makes none. */
function backupSettings(read: Read) {
  const dir = read('BACKUP_DIR');
  const time = read('BACKUP_TIME');
  const recipients = list(read, 'BACKUP_RECIPIENT');
  const copyCommand = read('BACKUP_COPY_COMMAND');
  if (time !== null && !/^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    fail('BACKUP_TIME', `is ${quoted(time)}`, 'use a time of day in Nairobi, such as 01:30');
  if (time !== null && dir === null)
    fail('BACKUP_TIME', 'is set without BACKUP_DIR', 'set BACKUP_DIR to a folder on another disk');
  // The value may be a secret key by mistake, so it is never printed.
  if (!recipients.every((key) => /^age1[a-z0-9]{50,}$/.test(key)))
    fail('BACKUP_RECIPIENT', 'is not a public key', 'use the line of age-keygen that begins with age1');
  if (copyCommand !== null && recipients.length === 0)
    fail(
      'BACKUP_COPY_COMMAND',
      'is set without BACKUP_RECIPIENT',
      'set the public key, because backups leave the machine only encrypted',
    );
  return {
    dir: dir && resolve(dir),
    time,
    /** For restore drills where the release has no PostgreSQL of its own. */
    drillUrl: drillUrl(read),
    recipients,
    copyCommand,
    keep: {
      days: wholeNumber(read, 'BACKUP_KEEP_DAYS', 7, 1, 3650),
      weeks: wholeNumber(read, 'BACKUP_KEEP_WEEKS', 4, 0, 520),
      months: wholeNumber(read, 'BACKUP_KEEP_MONTHS', 6, 0, 120),
    },
  };
}

/** A drill replaces the whole content of that database, so its name must show that. */
function drillUrl(read: Read): string | null {
  const url = postgresUrl(read, 'BACKUP_DRILL_URL');
  return url === null || new URL(parseAddresses(url).connectionString).pathname.endsWith('drill')
    ? url
    : fail('BACKUP_DRILL_URL', 'names a database that may hold data', 'use one whose name ends with drill');
}

function basemapUrl(read: Read): string | null {
  return mapUrl(read, 'BASEMAP_URL', 'use the http(s) address of a style or of tiles with {z}/{x}/{y}');
}

function basemapFile(read: Read): string | null {
  const value = read('BASEMAP_FILE');
  if (value !== null && read('BASEMAP_URL') !== null)
    fail('BASEMAP_FILE', 'is set beside BASEMAP_URL', 'set only one of them');
  return value && resolve(value);
}

const MAX_ATTRIBUTION_LENGTH = 200;

function imagery(read: Read): { url: string; attribution: string } | null {
  const fix = 'use the http(s) address of tiles with {z}/{x}/{y}';
  const url = mapUrl(read, 'IMAGERY_URL', fix);
  const attribution = read('IMAGERY_ATTRIBUTION');
  if (attribution && attribution.length > MAX_ATTRIBUTION_LENGTH)
    fail('IMAGERY_ATTRIBUTION', 'is too long', `use at most ${MAX_ATTRIBUTION_LENGTH} characters`);
  if (url === null) return null;
  if (!['{z}', '{x}', '{y}'].every((part) => url.includes(part)))
    fail('IMAGERY_URL', 'has no {z}, {x} or {y}', fix);
  return { url, attribution: attribution ?? (url.startsWith('/') ? '' : new URL(url).host) };
}

/** Address of a server, or a path on the own one. */
function mapUrl(read: Read, name: string, fix: string): string | null {
  const value = read(name);
  if (value === null) return null;
  const isAddress = /^https?:\/\//.test(value) && URL.canParse(value.replace(/[{}]/g, ''));
  const isPath = /^\/(?!\/)/.test(value);
  return isAddress || isPath ? value : fail(name, `is ${quoted(value)}`, fix);
}

/** Officials can access everyone's data, so their sessions are shorter when deployed. */
function officialSession(read: Read, deployed: boolean, idleDays: number) {
  const [hours, days] = deployed ? [12, 7] : [idleDays * 24, MAX_SESSION_DAYS];
  return {
    idleHours: wholeNumber(read, 'OFFICIAL_SESSION_HOURS', hours, 1, MAX_SESSION_DAYS * 24),
    maxDays: wholeNumber(read, 'OFFICIAL_SESSION_DAYS', days, 1, MAX_SESSION_DAYS),
  };
}

const NAMED_PROXIES = ['loopback', 'linklocal', 'uniquelocal'];

/** Rejects `true`: it would trust the header of any client, and every visitor could choose an address. */
function proxies(read: Read): false | number | string[] {
  const value = read('TRUST_PROXY');
  if (value === null || value === 'false') return false;
  if (/^[1-9]\d?$/.test(value)) return Number(value);
  const addresses = list(read, 'TRUST_PROXY');
  const wrong = addresses.find((address) => !NAMED_PROXIES.includes(address) && !isNetwork(address));
  return addresses.length > 0 && wrong === undefined
    ? addresses
    : fail(
        'TRUST_PROXY',
        `has ${quoted(wrong ?? value)}`,
        'use the addresses of the proxies such as 10.0.0.1 or 10.0.0.0/8, separated by commas, or how many there are',
      );
}

/** Address, or network such as 10.0.0.0/8. A prefix length of 0 would trust everyone. */
function isNetwork(value: string): boolean {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(value) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return bits > 0 && (length === undefined || (Number(length) > 0 && Number(length) <= bits));
}

function signup(read: Read, found: { deployed: boolean; mail: boolean }): GovernmentSignup {
  const value = read('GOVERNMENT_SIGNUP') ?? (found.deployed ? 'invite' : 'open');
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
