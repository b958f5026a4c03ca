/** Independence of officials: its definition in SQL, vouching, and warnings about shared browsers. */
import type { Notice, Official, Problem, SubsidyDossier } from '@ardhi/contract';
import fc from 'fast-check';
import { describe, expect, inject, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { manage, newApplication, newProgramme, openProgramme } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';
import { runAdmin } from './admin.ts';

const app = testApp();

/** Official with an account that another official let in. */
async function invitedBy(host: Person, name?: string): Promise<Person> {
  const { body } = await host.send<{ code: string }>('POST /government/invitations', { body: {} });
  return app.as('government', name, { invitation: body.code });
}

const admin = (...args: string[]) => runAdmin(app.connectionString, app.env, args);

async function newManager(name: string): Promise<Person> {
  const person = await app.as('government', name);
  await admin('grant-manage', person.user.email);
  return person;
}

const confirmed = async (person: Person) => {
  await person.send('POST /auth/confirm', { body: { password: PASSWORD } });
  return person;
};

async function resetBy(official: Person, { user }: Person): Promise<void> {
  await confirmed(official);
  const { body } = await official.send<{ code: string }>('POST /government/reset-codes', {
    body: { email: user.email, reason: 'Forgot it' },
  });
  await app.send('POST /auth/reset-password', { body: { code: body.code, password: PASSWORD } });
}

const vouch = (voucher: Person, { user }: Person, body: object = {}) =>
  voucher.send<Official & Problem>(`POST /government/officials/${user._id}/vouch`, { body });

const dependents = async (official: Person, ...others: Person[]) => {
  const rows = await app.sql<{ id: string }>`
    select id from dependent_officials(${official.user._id}, ${others.map(({ user }) => user._id)}) as id`;
  return others.filter(({ user }) => rows.some(({ id }) => id === user._id));
};

describe('dependent_officials', () => {
  const COUNT = 7;
  const place = fc.nat(COUNT - 1);
  const minute = fc.nat(9);
  const office = fc.record({
    // Used up to two minutes after it was issued.
    grants: fc.array(fc.record({ giver: place, user: place, minute, issuedBefore: fc.nat(2) }), {
      maxLength: 10,
    }),
    vouchings: fc.array(fc.record({ user: place, minute }), { maxLength: 3 }),
    /** Official at each place: the mailbox. Most have their own. */
    mailboxes: fc.array(
      fc.oneof({ weight: 4, arbitrary: fc.constant(-1) }, { weight: 1, arbitrary: fc.nat(1) }),
      {
        minLength: COUNT,
        maxLength: COUNT,
      },
    ),
  });

  it('agrees with a plain search: two officials are dependent if a third, or one of them, reaches both', async () => {
    const ids = Array.from({ length: COUNT }, () => newId());
    for (const id of ids)
      await app.sql`insert into users (id, email, name, role, password_hash)
        values (${id}, ${`${id}@gov.example`}, '', 'government', '')`;
    const moment = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes)).toISOString();
    await fc.assert(
      fc.asyncProperty(office, async ({ grants, vouchings, mailboxes }) => {
        // One grant for each pair; the primary key allows no other.
        const edges = [...new Map(grants.map((grant) => [`${grant.giver} ${grant.user}`, grant])).values()];
        await app.sql`delete from account_grants where user_id = any(${ids}::uuid[])`;
        await app.sql`delete from vouchings where user_id = any(${ids}::uuid[])`;
        for (const { giver, user, minute, issuedBefore } of edges)
          await app.sql`insert into account_grants (user_id, given_by, kind, at, issued_at)
            values (${ids[user]}, ${ids[giver]}, 'reset', ${moment(minute)}, ${moment(minute - issuedBefore)})`;
        for (const { user, minute } of vouchings)
          await app.sql`insert into vouchings (id, user_id, at) values (${newId()}, ${ids[user]}, ${moment(minute)})`;
        for (const [index, mailbox] of mailboxes.entries())
          await app.sql`update users set email = ${
            mailbox < 0 ? `${ids[index]}@gov.example` : `Box.${mailbox}+${index}@gov.example`
          } where id = ${ids[index]}`;

        /** Everyone from whom a path leads to the official, who acted in that minute. */
        const lineageOf = (start: number) => {
          const seen = new Set<string>();
          const follow = (official: number, acted: number) => {
            if (seen.has(`${official} ${acted}`)) return;
            seen.add(`${official} ${acted}`);
            for (const { giver, user, minute, issuedBefore } of edges) {
              const isEnded = vouchings.some(
                (one) => one.user === user && one.minute > minute && (acted < minute || acted >= one.minute),
              );
              if (user === official && !isEnded) follow(giver, minute - issuedBefore);
            }
            for (const [other, mailbox] of mailboxes.entries())
              if (mailbox >= 0 && mailbox === mailboxes[official]) follow(other, acted);
          };
          follow(start, Number.POSITIVE_INFINITY);
          return new Set([...seen].map((state) => Number(state.split(' ')[0])));
        };
        const lineages = [...ids.keys()].map(lineageOf);

        for (const [index, id] of ids.entries()) {
          const rows = await app.sql<{ id: string }>`select id from dependent_officials(${id}, ${ids}) as id`;
          const expected = ids.filter(
            (_, other) => other !== index && [...lineages[index]!].some((one) => lineages[other]!.has(one)),
          );
          expect(rows.map((row) => row.id).sort()).toEqual(expected.sort());
        }
      }),
      { numRuns: inject('isFull') ? 200 : 15 },
    );
  });

  it('outlives the address of a closed account, for accounts from before and after the closing', async () => {
    const open = (name: string) => app.as('government', name, { email: `boss+${name}@gov.example` });
    const before = await open('before');
    const leaver = await open('leaver');
    // Registered before hashes were stored.
    await app.sql`update users set mailbox_hash = null where id in (${before.user._id}, ${leaver.user._id})`;
    await newProgramme(leaver);
    expect((await leaver.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
    const after = await open('after');
    const other = await app.as('government', 'Other');
    expect(await dependents(leaver, before, after, other)).toEqual([before, after]);
    expect(await dependents(after, before, leaver)).toEqual([before, leaver]);
  });

  it('knows the mailbox behind an address', async () => {
    const mailboxes = await app.sql<{ mailbox: string }>`
      select canonical_mailbox(email) as mailbox from unnest(${[
        'Name@Gov.example',
        'name+2@gov.example',
        'name+a+b@gov.example',
        'na.me@gov.example',
        'N.a.me+x@gmail.com',
        'name@GoogleMail.com',
        'deleted-1',
      ]}::text[]) with ordinality as given (email, place) order by place`;
    expect(mailboxes.map(({ mailbox }) => mailbox)).toEqual([
      'name@gov.example',
      'name@gov.example',
      'name@gov.example',
      'na.me@gov.example',
      'name@gmail.com',
      'name@gmail.com',
      'deleted-1',
    ]);
  });
});

describe('vouching', () => {
  const head = beforeTests(() => newManager('Head'));

  it('is possible for independent managers only, is logged and reported, and ends what was before', async () => {
    const [clerk, deputy] = [await invitedBy(head, 'Clerk'), await newManager('Deputy')];
    const ties = async (viewer: Person) => {
      const { body } = await viewer.send<Official[]>('GET /government/officials');
      return body.find(({ _id }) => _id === clerk.user._id)!.ties;
    };
    expect(await ties(head)).toEqual({ letInBy: ['Head'], sameBrowser: [], canVouch: false });
    expect(await ties(deputy)).toEqual({ letInBy: ['Head'], sameBrowser: [], canVouch: true });

    expect((await vouch(deputy, clerk)).body.code).toBe('confirm-needed');
    await confirmed(head);
    await confirmed(deputy);
    for (const other of [head, clerk])
      expect((await vouch(head, other)).body.code, other.user.name).toBe('vouch-independent');
    expect(await dependents(clerk, head, deputy)).toEqual([head]);
    const { body } = await vouch(deputy, clerk, { note: 'Met in Nakuru' });
    expect(body.ties).toEqual({ letInBy: [], sameBrowser: [], canVouch: false });
    expect(await dependents(clerk, head, deputy)).toEqual([]);

    const entries = await auditEntries(app, clerk.user._id);
    expect(entries.at(-1)).toMatchObject({
      action: 'user.vouch',
      actor_id: deputy.user._id,
      after: { note: 'Met in Nakuru' },
    });
    const { body: notices } = await clerk.send<Notice[]>('GET /notices');
    expect(notices[0]!.body).toContain('Deputy vouched for you');
    const { body: data } = await clerk.send<{ vouchings: object[] }>('GET /auth/data');
    expect(data.vouchings).toMatchObject([{ vouchedBy: 'Deputy', note: 'Met in Nakuru' }]);

    // A later reset, also by the same official, makes them dependent again.
    await resetBy(head, clerk);
    await resetBy(head, clerk);
    expect(await dependents(clerk, head, deputy)).toEqual([head]);
    await admin('vouch', clerk.user.email);
    expect(await dependents(clerk, head)).toEqual([]);
  });

  it('does not end the dependence of those whom the account let in before, nor of unused codes', async () => {
    const clerk = await invitedBy(head, 'Puppet');
    const before = await invitedBy(clerk, 'Before');
    const { body: unused } = await clerk.send<{ code: string }>('POST /government/invitations', { body: {} });
    await admin('vouch', clerk.user.email);
    const late = await app.as('government', 'Late', { invitation: unused.code });
    const after = await invitedBy(clerk, 'After');
    expect(await dependents(clerk, head, before, late, after)).toEqual([before, late, after]);
    expect(await dependents(head, clerk, before, late, after)).toEqual([before, late]);
    // Each of them can be vouched for; an old vouching does not end a later grant.
    await admin('vouch', before.user.email);
    expect(await dependents(head, before)).toEqual([]);
    await resetBy(await confirmed(head), before);
    expect(await dependents(head, before)).toEqual([before]);
  });

  it('lets an office of four, all invited by the first, decide after one step by the operator', async () => {
    app.env.requireSecondOfficial = true;
    try {
      const [second, third, fourth] = [await invitedBy(head), await invitedBy(head), await invitedBy(head)];
      await app.sql`update users set suspended_at = now() where role = 'government'
        and not id = any(${[head, second, third, fourth].map(({ user }) => user._id)}::uuid[])`;
      const { _id } = await newProgramme(head);
      const approve = (person: Person) => manage(person, _id, { status: 'approved' });
      for (const person of [head, second, third, fourth]) {
        const { body } = await approve(person);
        expect(body.code).toBe('second-official');
        expect(body.message).toMatch(/No other official is independent of them yet/);
      }
      await admin('vouch', third.user.email, '--note', 'Passport seen');
      expect((await approve(second)).body.message).toContain(`could decide: ${third.user.name}.`);
      expect((await approve(third)).body.status).toBe('approved');
    } finally {
      app.env.requireSecondOfficial = false;
      await app.sql`update users set suspended_at = null`;
    }
  });
});

describe('one browser', () => {
  it('used by two officials within a day is a warning for managers and on their case, and blocks nothing', async () => {
    const farmer = await app.as('farmer');
    const first = await app.as('government', 'Faith');
    const cookieOf = async ({ user }: Person, cookie = '') => {
      const { headers } = await app.send('POST /auth/login', {
        body: { email: user.email, password: PASSWORD },
        headers: { cookie },
      });
      return headers.get('set-cookie')!.split(';')[0]!;
    };
    const cookie = await cookieOf(first);
    // The second account is opened in the browser of the first.
    const { body: registration } = await app.send<{ user: Person['user'] }>('POST /auth/register', {
      body: {
        ...{ name: 'Grace', email: 'grace@test.example', password: PASSWORD },
        ...{ role: 'government', department: 'Lands' },
      },
      headers: { cookie },
    });
    const { body: login } = await app.send<{ token: string }>('POST /auth/login', {
      body: { email: 'grace@test.example', password: PASSWORD },
    });
    const second: Person = {
      ...{ user: registration.user, token: login.token },
      send: (call, options) =>
        app.send(call, { ...options, headers: { authorization: `Bearer ${login.token}` } }),
    };
    const { _id: programmeId } = await openProgramme(first, { amount: 9000, secondAbove: 10 });
    const { _id } = await newApplication(farmer, { programmeId, amount: 500 });
    await manage(first, _id, { status: 'approved' });
    const warnings = async (person: Person) =>
      (await person.send<SubsidyDossier>(`GET /government/subsidies/${_id}`)).body.warnings;
    const pair = { one: expect.stringMatching(/Faith|Grace/), other: expect.stringMatching(/Faith|Grace/) };
    expect(await warnings(second)).toEqual({ resetAt: null, sameBrowser: [pair] });
    expect((await warnings(first))?.sameBrowser).toEqual([]);
    expect((await manage(second, _id, { status: 'approved' })).body.status).toBe('approved');
    expect((await warnings(await app.as('government')))?.sameBrowser).toEqual([pair]);

    const manager = await newManager('Manager');
    const listed = async () => {
      const { body } = await manager.send<Official[]>('GET /government/officials');
      return body.find(({ _id }) => _id === first.user._id)?.ties?.sameBrowser;
    };
    expect(await listed()).toEqual(['Grace']);
    await app.sql`update devices set created_at = now() - interval '3 days', last_used_at = now() - interval '2 days'
      where user_id = ${first.user._id}`;
    expect(await listed()).toEqual([]);
  });
});
