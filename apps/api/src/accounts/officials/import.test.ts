/** Invitations with posts from a CSV file. */
import type { ImportedInvitation, OwnPost, Problem } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { beforeAll, expect, it } from 'vitest';
import { beforeTests, issuesOf, PASSWORD, type Person, testApp } from '../../../test/app.ts';

const app = testApp();
const OFFICIAL_PASSWORD = 'Terraces hold the soil 7';
const manager = beforeTests(() => app.as('government', 'Achieng'));
beforeAll(async () => {
  app.services.env.governmentSignup = { mode: 'invite' };
  await manager.send('POST /auth/confirm', { body: { password: PASSWORD } });
});

interface Imported {
  imported: boolean;
  expiresAt: string | null;
  rows: ImportedInvitation[];
}
const send = (official: Person, csv: string, dryRun = false) =>
  official.send<Imported & Problem>('POST /government/invitations/import', { body: { csv, dryRun } });
const register = (email: string, invitation?: string) =>
  app.send<{ token: string } & Problem>('POST /auth/register', {
    body: {
      name: 'Somebody',
      email,
      password: OFFICIAL_PASSWORD,
      role: 'government',
      department: 'Lands',
      invitation,
    },
  });
const invitations = async () =>
  (await app.row<{ count: number }>`select count(*) as count from invitations where post is not null`).count;

it('shows the issues of each row, and imports no row of a file with issues', async () => {
  const csv = ['Name;E-mail', 'x;y'].join('\n');
  expect((await send(manager, csv, true)).body.issues?.[0]).toMatchObject({ path: 'csv' });
  const file = [
    'name,email,county,permissions,from,until,limit',
    'Kamau,kamau@gov.example,Nakuru,view decide,,,5000',
    ',not an address,Atlantis,fly,2026-13-01,2020-01-01,many',
    'Twice,KAMAU@gov.example,national,,,,',
    `Known,${manager.user.email},Kitaifa,decide,,,`,
    'Judge,judge@gov.example,National,view ombudsperson,,,',
  ].join('\n');
  for (const dryRun of [true, false]) {
    const { body } = await send(manager, file, dryRun);
    expect([
      body.imported,
      body.rows.map(({ line, issues }) => [line, ...issues.map(({ field }) => field)]),
    ]).toEqual([
      false,
      [
        [2],
        [3, 'name', 'email', 'county', 'permissions', 'from', 'until', 'limit'],
        [4, 'email'],
        [5, 'permissions', 'email'],
        [6, 'permissions'],
      ],
    ]);
    expect(body.rows.some(({ code }) => code)).toBe(false);
  }
  expect(await invitations()).toBe(0);
  const tooMany = ['name,email', ...Array.from({ length: 201 }, (_, index) => `A,a${index}@x`)].join('\n');
  expect((await send(manager, tooMany, true)).status).toBe(400);
});

it('a person becomes an official with the post only by registering with the own address', async () => {
  const until = addDays(today(), 300);
  const csv = `name,email,county,permissions,until,limit\nKamau,kamau@gov.example,nakuru,view decide manage,${until},5000`;
  expect((await send(manager, csv, true)).body).toMatchObject({ imported: false, rows: [{ issues: [] }] });
  expect(await invitations()).toBe(0);
  const { body } = await send(manager, csv);
  expect(body).toMatchObject({ imported: true, rows: [{ name: 'Kamau', county: 'Nakuru', issues: [] }] });
  const code = body.rows[0]!.code!;
  expect(await app.sql`select from users where email = 'kamau@gov.example'`).toEqual([]);
  expect((await send(manager, csv, true)).body.rows[0]!.issues).toMatchObject([{ field: 'email' }]);

  expect((await register('kamau@gov.example')).status).toBe(403);
  expect((await register('thief@gov.example', code)).status).toBe(403);
  const registered = await register('Kamau@gov.example', code);
  expect(registered.status).toBe(201);
  expect((await register('other@gov.example', code)).status).toBe(403);
  const headers = { authorization: `Bearer ${registered.body.token}` };
  const own = await app.send<{ posts: OwnPost[] }>('GET /government/posts/own', { headers });
  expect(own.body.posts).toMatchObject([
    { county: 'Nakuru', duties: ['view', 'decide', 'manage'], until, limit: 5000 },
  ]);
  const notices = await app.send<{ kind: string }[]>('GET /notices', { headers });
  expect(notices.body.map(({ kind }) => kind)).toContain('post-given');
  expect(
    await app.row`select actor_id, after ->> 'county' as county from audit_log where action = 'post.give'`,
  ).toEqual({ actor_id: manager.user._id, county: 'Nakuru' });

  // A manager of a county invites into that county only, with at most the own limits.
  const asHead = (path: string, payload: object) => app.send<Imported>(path, { headers, body: payload });
  await asHead('POST /auth/confirm', { password: OFFICIAL_PASSWORD });
  const file =
    'name,email,county,limit\nA,a@gov.example,Kericho,\nB,b@gov.example,,9000\nC,c@gov.example,,\nD,d@gov.example,national,';
  const checked = await asHead('POST /government/invitations/import', { csv: file, dryRun: true });
  expect(checked.body.rows.map(({ county, issues }) => [county, issues[0]?.field])).toEqual([
    ['Kericho', 'county'],
    ['Nakuru', 'limit'],
    ['Nakuru', undefined],
    ['national', 'county'],
  ]);
});

it('refuses a repeated column, and rows with more cells than columns', async () => {
  const repeated = await send(manager, 'name,email,County,Email\nA,a@gov.example,Nakuru,b@gov.example', true);
  expect(issuesOf(repeated.body)).toEqual(['csv: repeated-column']);
  expect(repeated.body.issues?.[0]?.message).toContain('email');
  const file = [
    'name,email,county,limit',
    'A,a@gov.example,Nakuru,50,000',
    'B,b@gov.example,Nakuru,"50000",,',
  ].join('\n');
  const { body } = await send(manager, file, true);
  expect(body.rows.map(({ issues }) => issues.map(({ field }) => field))).toEqual([['line'], []]);
});

it('invites for the whole country only if the row says so', async () => {
  const file = [
    'name,email,county,permissions',
    'A,a@gov.example,,',
    'B,b@gov.example,national,',
    'C,c@gov.example,KITAIFA,auditor',
  ].join('\n');
  const { body } = await send(manager, file, true);
  expect(body.rows.map(({ county, issues }) => [county, issues[0]?.field])).toEqual([
    ['', 'county'],
    ['', undefined],
    ['', undefined],
  ]);
  expect(body.rows[0]!.issues[0]!.message).toContain('national for the whole country');
});

it('refuses a post to audit for a person who decides, by account or in the same file', async () => {
  const file = [
    'name,email,county,permissions',
    `Achieng,${manager.user.email},national,auditor`,
    'B,b@gov.example,Nakuru,view decide',
    'B,b@gov.example,national,auditor',
  ].join('\n');
  const { body } = await send(manager, file, true);
  expect(body.rows.map(({ issues }) => issues.map(({ field }) => field))).toEqual([['email'], [], ['email']]);
});

it('invites an address once if two files arrive at the same time', async () => {
  const csv = 'name,email,county\nAkoth,akoth@gov.example,Nakuru';
  const responses = await Promise.all([send(manager, csv), send(manager, csv), send(manager, csv)]);
  expect(responses.map(({ body }) => body.imported).sort()).toEqual([false, false, true]);
  expect(await app.sql`select from invitations where email = 'akoth@gov.example'`).toHaveLength(1);
});

it('is refused if the inviter no longer manages', async () => {
  const csv = 'name,email,county\nWafula,wafula@gov.example,national';
  const invited = await send(manager, csv);
  await app.sql`update users set manage = false where id = ${manager.user._id}`;
  expect((await register('wafula@gov.example', invited.body.rows[0]!.code)).status).toBe(403);
  await app.sql`update users set manage = true where id = ${manager.user._id}`;
  expect((await register('wafula@gov.example', invited.body.rows[0]!.code)).status).toBe(201);
});
