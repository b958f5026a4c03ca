import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { newPushKey } from './push-settings.ts';

describe('configuration', () => {
  it('limits the people whose data an official reads only if deployed', () => {
    const limitOf = (variables: Record<string, string>) => readEnv(variables).limits['people-read'];
    expect(limitOf({})).toBe(0);
    expect(limitOf({ HOST: '0.0.0.0' })).toBe(2000);
    expect(limitOf({ HOST: '0.0.0.0', LIMIT_PEOPLE_READ: '0' })).toBe(0);
  });

  it('needs no variables', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      databasePooler: 'detect',
      databaseWaitSeconds: 60,
      deployed: false,
      governmentSignup: { mode: 'open' },
      directory: 'open',
      officialSession: { idleHours: 30 * 24, maxDays: 180 },
      sessionIdleDays: 30,
      requireSecondOfficial: false,
      jurisdiction: 'open',
      officialsSecondFactor: 'optional',
      approvalLimitCents: null,
      explicitSettings: [],
    });
  });

  it.each([
    ['PORT', 'many', /^PORT is "many": use a whole number from 0 to 65535$/],
    ['PORT', '70000', /^PORT/],
    ['PORT', '30\n00', /^PORT is "30\\n00"/],
    ['HOST', 'not a host', /^HOST is "not a host": use an address of this machine, such as 127\.0\.0\.1/],
    ['HOST', '999.1.1.1', /^HOST/],
    ['HOST', 'http://0.0.0.0', /^HOST/],
    ['HOST', '0.0.0.0:3000', /^HOST/],
    ['HOST', '[::1]', /^HOST/],
    [
      'DATABASE_URL',
      'mysql://secret@host/db',
      /^DATABASE_URL is not a usable address: write it as postgres:/,
    ],
    [
      'DATABASE_URL',
      'postgres://u:secret@a,:1/db',
      /^DATABASE_URL is not a usable address \(one of its hosts/,
    ],
    [
      'DATABASE_URL',
      'postgres://a,b/db?target_session_attrs=best',
      /^DATABASE_URL is not a usable address \(target_session_attrs is none of any, read-write/,
    ],
    ['DATABASE_OWNER_URL', 'mysql://secret@host/db', /^DATABASE_OWNER_URL is not a usable address/],
    ['AUDIT_HEAD_TO', 'auditor@audit.example', /^AUDIT_HEAD_TO is a mail address but SMTP_URL is not set/],
    ['AUDIT_HEAD_TO', 'auditor', /^AUDIT_HEAD_TO is "auditor": use one mail address/],
    ['AUDIT_HEAD_TO', 'http://audit.example', /^AUDIT_HEAD_TO is not encrypted: use an https address$/],
    [
      'PUSH_PRIVATE_KEY',
      'secret',
      /^PUSH_PRIVATE_KEY is not a key: use the one that `npm run admin -- push-keys`/,
    ],
    ['PUSH_PRIVATE_KEY', newPushKey(), /^PUSH_PRIVATE_KEY is set without PUSH_CONTACT: use an https address/],
    [
      'PUSH_CONTACT',
      'office@ardhi.example',
      /^PUSH_CONTACT is "office@ardhi\.example": use an https address/,
    ],
    ['PUSH_HOSTS', 'push.example, 10.0.0.1', /^PUSH_HOSTS has "10\.0\.0\.1": list names such as/],
    ['PUSH_HOSTS', '*', /^PUSH_HOSTS has "\*"/],
    ['DATABASE_POOLER', 'yes', /^DATABASE_POOLER is "yes": use one of detect, none, session, transaction/],
    ['DATABASE_WAIT_SECONDS', '-1', /^DATABASE_WAIT_SECONDS/],
    ['SESSION_DAYS', '0', /^SESSION_DAYS/],
    ['SMTP_URL', 'mail.example', /^SMTP_URL/],
    ['SMTP_URL', 'smtp://', /^SMTP_URL names no server: write it as smtp:/],
    ['SMTP_URL', 'smtp://secret:word', /^SMTP_URL/],
    ['MAIL_FROM', 'Ardhi', /^MAIL_FROM is "Ardhi": write it as Ardhi <no-reply@ardhi\.example>$/],
    ['MAIL_FROM', 'Ardhi <no-reply>', /^MAIL_FROM/],
    ['MAIL_FROM', 'Ardhi, Nakuru <no-reply@ardhi.example>', /^MAIL_FROM/],
    ['MAIL_FROM', 'Ardhi\nBcc: <all@ardhi.example>', /^MAIL_FROM/],
    ['CONTACT_EMAIL', 'info', /^CONTACT_EMAIL is "info": use one mail address/],
    ['CONTACT_EMAIL', 'a@ardhi.example, b@ardhi.example', /^CONTACT_EMAIL/],
    ['CONTACT_EMAIL', 'Team <team@ardhi.example>', /^CONTACT_EMAIL/],
    ['PUBLIC_URL', 'ardhi.example', /^PUBLIC_URL/],
    ['REQUIRE_SECOND_OFFICIAL', 'perhaps', /^REQUIRE_SECOND_OFFICIAL/],
    ['BACKUP_TIME', '1:30', /^BACKUP_TIME is "1:30": use a time of day in Nairobi, such as 01:30$/],
    ['BACKUP_TIME', '01:30', /^BACKUP_TIME is set without BACKUP_DIR: set BACKUP_DIR/],
    ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1SECRET', /^BACKUP_RECIPIENT is not a public key: use the line of/],
    ['BACKUP_COPY_COMMAND', 'true', /^BACKUP_COPY_COMMAND is set without BACKUP_RECIPIENT: set the public/],
    ['BACKUP_DRILL_URL', 'postgres://drill:drill@drill', /^BACKUP_DRILL_URL names a database that may/],
    ['BACKUP_KEEP_DAYS', '0', /^BACKUP_KEEP_DAYS is "0": use a whole number from 1 to 3650$/],
    ['APPROVAL_LIMIT', 'much', /^APPROVAL_LIMIT is "much": use a whole number of shillings, or none$/],
    ['APPROVAL_LIMIT', '-1', /^APPROVAL_LIMIT/],
    ['GOVERNMENT_SIGNUP', 'everybody', /^GOVERNMENT_SIGNUP/],
    ['GOVERNMENT_SIGNUP', 'domains:gov.example', /SMTP_URL is not set/],
    ['CORS_ORIGINS', 'https://a.example/path', /^CORS_ORIGINS/],
    ['TRUST_PROXY', 'perhaps', /^TRUST_PROXY/],
    [
      'TRUST_PROXY',
      '999.1.1.1',
      /^TRUST_PROXY has "999\.1\.1\.1": use the addresses of the proxies .* or how many there are$/,
    ],
    ['TRUST_PROXY', '127.0.0.1, 10.0.0.0/99', /^TRUST_PROXY has "10\.0\.0\.0\/99"/],
    ['TRUST_PROXY', '0.0.0.0/0', /^TRUST_PROXY/],
    ['TRUST_PROXY', '::1/129', /^TRUST_PROXY/],
    ['TRUST_PROXY', 'true', /^TRUST_PROXY has "true": use the addresses of the proxies/],
    ['TRUST_PROXY', '0', /^TRUST_PROXY/],
    ['JURISDICTION', 'county', /^JURISDICTION is "county": use one of open, strict$/],
    ['DIRECTORY', 'closed', /^DIRECTORY is "closed": use one of open, search$/],
    ['OFFICIALS_SECOND_FACTOR', 'never', /^OFFICIALS_SECOND_FACTOR is "never": use one of off/],
    ['APP_SECRET', 'secret', /^APP_SECRET is too short: use at least 32 random characters$/],
    ['OFFICIAL_SESSION_HOURS', '0', /^OFFICIAL_SESSION_HOURS/],
    ['OFFICIAL_SESSION_DAYS', '181', /^OFFICIAL_SESSION_DAYS/],
    ['TRUST_PROXY', ',', /^TRUST_PROXY/],
    ['SOCIAL_LINKS', 'facebook', /^SOCIAL_LINKS/],
    ['BASEMAP_URL', 'ftp://tiles', /^BASEMAP_URL/],
    ['BASEMAP_URL', 'https://', /^BASEMAP_URL/],
    ['IMAGERY_URL', 'tiles', /^IMAGERY_URL is "tiles": use the http/],
    ['IMAGERY_URL', 'https://tiles.example/{z}/{x}.png', /^IMAGERY_URL has no {z}, {x} or {y}: use/],
    ['IMAGERY_ATTRIBUTION', 'x'.repeat(201), /^IMAGERY_ATTRIBUTION is too long/],
    ['METRICS_TOKEN', 'secret word', /^METRICS_TOKEN has spaces/],
    ['OVERLAP_TOLERANCE', 'wide', /^OVERLAP_TOLERANCE is "wide": use a number from 0 to 50$/],
    ['OVERLAP_TOLERANCE', '-1', /^OVERLAP_TOLERANCE/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL/],
    ['ARDHI_DEMO_FARMERS', '12', /^ARDHI_DEMO_FARMERS is "12": use a whole number from 48/],
  ])('rejects %s=%s with a one-line error', (name, value, line) => {
    expect(() => readEnv({ [name]: value })).toThrow(line);
    expect(() => readEnv({ [name]: value })).not.toThrow(/secret|\n/);
  });

  const deployed = {
    deployed: true,
    governmentSignup: { mode: 'invite' },
    directory: 'search',
    officialSession: { idleHours: 12, maxDays: 7 },
    requireSecondOfficial: true,
    jurisdiction: 'strict',
    officialsSecondFactor: 'required',
    approvalLimitCents: 100_000_00,
  };

  it.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.1.4' },
    { PUBLIC_URL: 'https://ardhi.example/' },
    { TRUST_PROXY: '10.0.0.0/8' },
    { TRUST_PROXY: '1' },
  ])('uses the safe defaults if other machines can reach it: %o', (variables) => {
    expect(readEnv(variables)).toMatchObject(deployed);
  });

  it.each([
    { HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '127.0.0.2' },
    { PUBLIC_URL: 'http://localhost:3000' },
    { PUBLIC_URL: 'http://[::1]:3000' },
    { TRUST_PROXY: 'false' },
  ])('uses the defaults of the specification on loopback: %o', (variables) => {
    expect(readEnv(variables)).toMatchObject({ deployed: false, governmentSignup: { mode: 'open' } });
  });

  it('lets a variable override each default, deployed or not', () => {
    const named = { GOVERNMENT_SIGNUP: 'open', DIRECTORY: 'open', OFFICIAL_SESSION_HOURS: '1' };
    expect(readEnv({ HOST: '0.0.0.0', OFFICIAL_SESSION_DAYS: '2', ...named })).toMatchObject({
      deployed: true,
      governmentSignup: { mode: 'open' },
      directory: 'open',
      officialSession: { idleHours: 1, maxDays: 2 },
    });
    const officials = {
      OFFICIALS_SECOND_FACTOR: 'off',
      JURISDICTION: 'open',
      REQUIRE_SECOND_OFFICIAL: 'false',
      APPROVAL_LIMIT: '5000',
    };
    expect(readEnv({ HOST: '0.0.0.0', ...officials })).toMatchObject({
      requireSecondOfficial: false,
      jurisdiction: 'open',
      officialsSecondFactor: 'off',
      approvalLimitCents: 5000_00,
      explicitSettings: Object.keys(officials),
    });
    expect(readEnv({ REQUIRE_SECOND_OFFICIAL: 'true' }).requireSecondOfficial).toBe(true);
    expect(readEnv({ HOST: '0.0.0.0', LIMIT_SEARCH: '0' }).limits).toMatchObject({ search: 0, contact: 10 });
    expect(readEnv({ LIMIT_SEARCH: '5' }).limits).toMatchObject({ search: 5, export: 0, contact: 100 });
    expect(readEnv({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(readEnv({ TRUST_PROXY: '10.0.0.1, fd00::/8' }).trustProxy).toEqual(['10.0.0.1', 'fd00::/8']);
  });

  it('lets officials of a deployed demo sign in with the printed password', () => {
    expect(readEnv({ HOST: '0.0.0.0', ARDHI_DEMO: '1' })).toMatchObject({
      deployed: true,
      jurisdiction: 'open',
      officialsSecondFactor: 'optional',
    });
  });

  it.each([
    ['HOST', ['127.0.0.1', '::', 'fe80::1%lo', 'localhost', 'ardhi-1.county.example']],
    ['TRUST_PROXY', ['2', '10.0.0.1', '10.0.0.0/8,::1', 'loopback, fd00::/8', '::ffff:10.0.0.1']],
    [
      'MAIL_FROM',
      ['no-reply@localhost', 'Ardhi <a@b.example>', '<a@b.example>', '"Ardhi, Nakuru" <a@b.example>'],
    ],
    ['BASEMAP_URL', ['https://{s}.tiles.example/{z}/{x}/{y}.png', '/tiles/style.json']],
    ['IMAGERY_URL', ['https://tiles.example/{z}/{y}/{x}.jpg?key=1', '/imagery/{z}/{x}/{y}']],
  ])('accepts every common form of %s', (name, values) => {
    for (const value of values) expect(() => readEnv({ [name]: value })).not.toThrow();
  });

  it('names the source of satellite pictures, by default their host', () => {
    const url = 'https://tiles.example/{z}/{x}/{y}.jpg';
    expect(readEnv({ IMAGERY_URL: url }).imagery).toEqual({ url, attribution: 'tiles.example' });
    const attribution = 'Sentinel-2 cloudless by EOX';
    expect(readEnv({ IMAGERY_URL: url, IMAGERY_ATTRIBUTION: attribution }).imagery).toEqual({
      url,
      attribution,
    });
  });

  it('derives the public key for push messages, and has none without a key', () => {
    expect(readEnv({ PUSH_CONTACT: 'https://ardhi.example' }).push).toBeNull();
    const PUSH_PRIVATE_KEY = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';
    expect(readEnv({ PUSH_PRIVATE_KEY, PUBLIC_URL: 'https://ardhi.example' }).push).toMatchObject({
      publicKey: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
      contact: 'https://ardhi.example',
      hosts: expect.arrayContaining(['fcm.googleapis.com', '*.push.apple.com']),
    });
  });

  it('rejects two basemaps at once', () => {
    const both = { BASEMAP_FILE: 'kenya.pmtiles', BASEMAP_URL: '/tiles/style.json' };
    expect(() => readEnv(both)).toThrow('BASEMAP_FILE is set beside BASEMAP_URL: set only one of them');
  });

  it('accepts only proxies that Fastify accepts', () => {
    for (const value of ['10.0.0.1', '10.0.0.0/8,::1', 'loopback, fd00::/8', '::ffff:10.0.0.1', 'fe80::1%lo'])
      expect(() =>
        Fastify({ trustProxy: readEnv({ TRUST_PROXY: value }).trustProxy as string[] }),
      ).not.toThrow();
  });

  it('reads lists', () => {
    expect(
      readEnv({ SOCIAL_LINKS: 'X=https://x.example/a?b=c, Facebook=https://f.example' }).socialLinks,
    ).toEqual([
      { name: 'X', url: 'https://x.example/a?b=c' },
      { name: 'Facebook', url: 'https://f.example' },
    ]);
  });
});
