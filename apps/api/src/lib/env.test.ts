import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

describe('configuration', () => {
  it('needs nothing', () => {
    expect(readEnv({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      governmentSignup: null,
      sessionIdleDays: 30,
    });
  });

  it.each([
    ['PORT', 'many', /^PORT is "many": use a whole number from 0 to 65535$/],
    ['PORT', '70000', /^PORT/],
    [
      'DATABASE_URL',
      'mysql://secret@host/db',
      /^DATABASE_URL is not a usable address: write it as postgres:/,
    ],
    ['SESSION_DAYS', '0', /^SESSION_DAYS/],
    ['SMTP_URL', 'mail.example', /^SMTP_URL/],
    ['PUBLIC_URL', 'ardhi.example', /^PUBLIC_URL/],
    ['REQUIRE_SECOND_OFFICIAL', 'perhaps', /^REQUIRE_SECOND_OFFICIAL/],
    ['GOVERNMENT_SIGNUP', 'everybody', /^GOVERNMENT_SIGNUP/],
    ['GOVERNMENT_SIGNUP', 'domains:gov.example', /SMTP_URL is not set/],
    ['CORS_ORIGINS', 'https://a.example/path', /^CORS_ORIGINS/],
    ['TRUST_PROXY', 'perhaps', /^TRUST_PROXY/],
    ['SOCIAL_LINKS', 'facebook', /^SOCIAL_LINKS/],
    ['BASEMAP_URL', 'ftp://tiles', /^BASEMAP_URL/],
    ['OVERLAP_TOLERANCE', 'wide', /^OVERLAP_TOLERANCE is "wide": use a number from 0 to 50$/],
    ['OVERLAP_TOLERANCE', '-1', /^OVERLAP_TOLERANCE/],
    ['LOG_LEVEL', 'loud', /^LOG_LEVEL/],
  ])('refuses %s=%s in one line', (name, value, line) => {
    expect(() => readEnv({ [name]: value })).toThrow(line);
    expect(() => readEnv({ [name]: value })).not.toThrow(/secret|\n/);
  });

  it('invites officials as soon as the service is public', () => {
    expect(readEnv({ PUBLIC_URL: 'https://ardhi.example/' })).toMatchObject({
      publicUrl: 'https://ardhi.example',
      governmentSignup: { mode: 'invite' },
    });
    expect(readEnv({ TRUST_PROXY: '10.0.0.0/8' }).governmentSignup).toEqual({ mode: 'invite' });
    expect(
      readEnv({ PUBLIC_URL: 'https://ardhi.example', GOVERNMENT_SIGNUP: 'open' }).governmentSignup,
    ).toEqual({ mode: 'open' });
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
