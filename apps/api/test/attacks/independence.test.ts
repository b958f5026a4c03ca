/** One official who acts as two: through accounts they let in, through one mailbox, or as the farmer. */
import type { Problem, SignedIn } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import {
  type Built,
  confirm,
  MODES,
  PASSWORD,
  type Person,
  personAt,
  startModes,
  TESTED_MODES,
} from './built.ts';

// Settings of the deployed mode that are not under attack here.
const running = startModes(MODES, {
  REQUIRE_SECOND_OFFICIAL: 'true',
  JURISDICTION: 'open',
  OFFICIALS_SECOND_FACTOR: 'optional',
});

async function newManager(app: Built, name: string): Promise<Person> {
  const person = await app.as('government', name);
  await app.admin('grant-manage', person.user.email);
  return person;
}

let invited = 0;

/** Invites an official who manages too, so that the chain can go on. */
async function invite(app: Built, host: Person): Promise<Person> {
  invited += 1;
  const { body } = await host.send<{ code: string }>('POST /government/invitations', { body: {} });
  const email = `invited${invited}.${host.user._id}@gov.ke`;
  const { body: signedIn } = await app.send<SignedIn>('POST /auth/register', {
    body: {
      ...{ name: `Invited ${invited}`, email, password: PASSWORD, role: 'government', department: 'Lands' },
      invitation: body.code,
    },
  });
  await app.admin('grant-manage', email);
  return personAt(app, signedIn);
}

async function newProgramme(creator: Person, more: object = {}): Promise<string> {
  const { body } = await creator.send<{ _id: string }>('POST /government/subsidies', {
    body: { name: 'Seed', description: 'For all', amount: 9000, ...more },
  });
  return body._id;
}

const approve = (by: Person, id: string) =>
  by.send<{ status: string } & Problem>(`PUT /government/subsidies/${id}`, { body: { status: 'approved' } });

async function apply(farmer: Person, fields: object = {}): Promise<string> {
  const { body } = await farmer.send<{ _id: string }>('POST /subsidies', {
    body: { name: 'Seed', description: 'Maize', amount: 500, ...fields },
  });
  return body._id;
}

/** Signs in as the owner of the account after a reset by the official. */
async function takeOver(app: Built, official: Person, { user }: Person): Promise<Person> {
  await confirm(official, { password: PASSWORD });
  const { body } = await official.send<{ code: string }>('POST /government/reset-codes', {
    body: { email: user.email, reason: 'Forgot the password' },
  });
  const password = 'another password';
  await app.send('POST /auth/reset-password', { body: { code: body.code, password } });
  const login = await app.send<SignedIn>('POST /auth/login', { body: { email: user.email, password } });
  return personAt(app, login.body);
}

describe.each(TESTED_MODES)('one person as two officials (%s)', (way) => {
  it('is refused along a chain of invitations, also after a middle account was deleted', async () => {
    const app = running[way];
    const first = await newManager(app, 'First');
    const middle = await invite(app, first);
    const last = await invite(app, middle);
    const id = await newProgramme(first);
    expect((await approve(last, id)).body.code).toBe('second-official');
    await confirm(middle, { password: PASSWORD });
    await middle.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect((await approve(last, id)).body.code).toBe('second-official');
    const colleague = await app.as('government', 'Amina');
    const { body } = await approve(last, id);
    expect(body.message).toMatch(/These officials could decide: .*Amina/);
    expect((await approve(colleague, id)).status).toBe(200);
  });

  it('is refused to two whom the same official let in, directly or through others', async () => {
    const app = running[way];
    const [creator, farmer] = [await app.as('government'), await app.as('farmer')];
    const programmeId = await newProgramme(creator, { secondAbove: 100 });
    expect((await approve(await app.as('government'), programmeId)).status).toBe(200);
    const head = await newManager(app, 'Head');
    const [one, other] = [await invite(app, head), await invite(app, head)];
    const cousin = await invite(app, other);
    for (const second of [other, cousin, head]) {
      const id = await apply(farmer, { programmeId });
      expect((await approve(one, id)).body.status).toBe('pending');
      expect((await approve(second, id)).body.code).toBe('marks-of-friends');
    }
    // A cycle of grants ends the search as well.
    const back = await takeOver(app, other, head);
    const id = await apply(farmer, { programmeId });
    await approve(back, id);
    expect((await approve(one, id)).body.code).toBe('marks-of-friends');
  });

  it('is refused with two addresses of one mailbox', async () => {
    const app = running[way];
    const name = `chief.${way}`;
    const creator = await app.as('government', 'Chief', { email: `${name}@gov.ke` });
    const twin = await app.as('government', 'Chief', { email: `${name.toUpperCase()}+2@gov.ke` });
    const id = await newProgramme(creator);
    expect((await approve(twin, id)).body.code).toBe('second-official');
    const dotted = await app.as('government', 'Dotted', { email: `j.doe.${way}@gmail.com` });
    const plain = await app.as('government', 'Plain', { email: `jdoe${way}+x@googlemail.com` });
    expect((await approve(plain, await newProgramme(dotted))).body.code).toBe('second-official');
  });

  it('is refused to a new account of the mailbox whose first one was closed', async () => {
    const app = running[way];
    const creator = await app.as('government', 'Chief', { email: `leaver.${way}@gov.ke` });
    const id = await newProgramme(creator);
    await confirm(creator, { password: PASSWORD });
    const left = await creator.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect(left.status).toBe(200);
    const again = await app.as('government', 'Chief', { email: `leaver.${way}+new@gov.ke` });
    expect((await approve(again, id)).body.code).toBe('second-official');
  });

  it('is refused to an account that was let in before the one between was vouched for', async () => {
    const app = running[way];
    const head = await newManager(app, 'Head');
    const middle = await invite(app, head);
    const last = await invite(app, middle);
    await app.admin('vouch', middle.user.email);
    const id = await newProgramme(head);
    expect((await approve(last, id)).body.code).toBe('second-official');
    expect((await approve(middle, id)).body.status).toBe('approved');
  });

  it('cannot vouch for accounts that they let in; the operator can', async () => {
    const app = running[way];
    const head = await newManager(app, 'Head');
    const [one, other] = [await invite(app, head), await invite(app, head)];
    for (const [voucher, person] of [
      [head, one],
      [one, head],
      [one, other],
      [one, one],
    ] as const) {
      await confirm(voucher, { password: PASSWORD });
      const { body } = await voucher.send<Problem>(`POST /government/officials/${person.user._id}/vouch`, {
        body: {},
      });
      expect(body.code).toBe('vouch-independent');
    }
    const id = await newProgramme(head);
    expect((await approve(one, id)).body.code).toBe('second-official');
    await app.admin('vouch', one.user.email);
    expect((await approve(other, id)).body.code).toBe('second-official');
    expect((await approve(one, id)).status).toBe(200);
  });
});

describe.each(TESTED_MODES)('an official as the farmer (%s)', (way) => {
  it('has an account that they let in reset the password, applies, and may not decide with either', async () => {
    const app = running[way];
    const head = await newManager(app, 'Head');
    const puppet = await invite(app, head);
    const id = await apply(await takeOver(app, puppet, await app.as('farmer')));
    for (const person of [head, puppet]) expect((await approve(person, id)).body.code).toBe('reset-recently');
    expect((await approve(await app.as('government'), id)).body.status).toBe('approved');
  });

  it('resets the password, applies, and may not decide', async () => {
    const app = running[way];
    const [official, colleague] = [await app.as('government'), await app.as('government', 'Amina')];
    const farmer = await takeOver(app, official, await app.as('farmer'));
    const id = await apply(farmer);
    const { status, body } = await approve(official, id);
    expect([status, body.code]).toEqual([403, 'reset-recently']);
    expect(body.message).toMatch(/These officials could decide: .*Amina/);
    const returned = await official.send<Problem>(`POST /government/subsidies/${id}/return`, {
      body: { fields: ['amount'], reason: 'Ask for more' },
    });
    expect(returned.body.code).toBe('reset-recently');
    expect((await approve(colleague, id)).body.status).toBe('approved');
  });
});
