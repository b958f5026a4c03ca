/** Officials who misuse password resets, and who look for complaints that are not for them. */
import type {
  AccessLine,
  Complaint,
  ContactMessage,
  OfficialComplaint,
  Ombudspersons,
  Problem,
  SignedIn,
} from '@ardhi/contract';
import { complaintNumber } from '@ardhi/contract/complaint-number';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Built, confirm, PASSWORD, type Person, personAt, startModes, TESTED_MODES } from './built.ts';

const running = startModes(TESTED_MODES, { OFFICIALS_SECOND_FACTOR: 'optional', JURISDICTION: 'open' });

const NEW_PASSWORD = 'another password';
/** Signs in after the post was assigned, and re-authenticates. */
async function posted(app: Built, name: string, area: string, duties: string): Promise<Person> {
  const { user } = await app.as('government', name);
  await app.admin('post', user.email, area, duties);
  const person = await logIn(app, user.email, PASSWORD);
  await confirm(person, { password: PASSWORD });
  return person;
}
const logIn = async (app: Built, email: string, password: string): Promise<Person> =>
  personAt(app, (await app.send<SignedIn>('POST /auth/login', { body: { email, password } })).body);
const profile = async (person: Person) => (await person.send<SignedIn['user']>('GET /auth/profile')).body;
const resetCode = (by: Person, { user }: Person, reason?: string) =>
  by.send<{ code: string } & Problem>('POST /government/reset-codes', {
    body: { email: user.email, reason },
  });

describe.each(TESTED_MODES)('password resets by officials (%s)', (way) => {
  // The first official manages accounts, and a post of another one takes nothing from them.
  beforeAll(async () => {
    await running[way].as('government', 'First');
  });

  it('are refused to an official who may only view, and without a reason', async () => {
    const app = running[way];
    const farmer = await app.as('farmer');
    const viewer = await posted(app, 'Viewer', 'country', 'view');
    expect((await resetCode(viewer, farmer, 'Forgot it')).body.code).toBe('duty-needed');
    const decider = await posted(app, 'Decider', 'country', 'view,decide');
    expect((await resetCode(decider, farmer)).body.issues).toMatchObject([{ path: 'reason' }]);
    expect((await farmer.send('GET /notices')).body).toEqual([]);
  });

  it('do not hand over the account: it is neither deleted, exported nor given another phone for 24 hours', async () => {
    const app = running[way];
    const farmer = await app.as('farmer', 'Wanjiku');
    const decider = await posted(app, 'Thief', 'country', 'view,decide');
    // The other mode used the same addresses before.
    const earlierMails = running.mail.taken.length;
    const { body } = await resetCode(decider, farmer, 'Forgot it');
    const { email } = farmer.user;
    await app.send('POST /auth/reset-password', { body: { code: body.code, password: NEW_PASSWORD } });
    const thief = await logIn(app, email, NEW_PASSWORD);
    const attempts: [string, object?][] = [
      ['DELETE /auth/account', { password: NEW_PASSWORD }],
      ['GET /auth/data'],
      ['PUT /auth/profile', { name: 'Wanjiku', location: 'Njoro', farmSize: 2, phoneNumber: '0799 999999' }],
    ];
    for (const [call, sent] of attempts)
      expect((await thief.send<Problem>(call, { body: sent })).body.code, call).toBe('account-held');
    expect((await profile(thief)).phoneNumber).toBeNull();
    // The owner's mailbox has both notices: the code with its reason, and its use.
    const mails = () =>
      running.mail.taken
        .slice(earlierMails)
        .filter(({ to }) => to === email)
        // Soft line breaks of quoted-printable text.
        .map(({ text }) => text.replaceAll(/=\r?\n/g, ''))
        .filter((text) => text.includes('24 hours'))
        .map((text) => text.includes('Forgot it'))
        .sort();
    await expect.poll(mails).toEqual([false, true]);
  });
});

describe.each(TESTED_MODES)('contact messages (%s)', (way) => {
  it('are neither answered nor converted by an official who may only view', async () => {
    const app = running[way];
    const viewer = await posted(app, 'Reader', 'country', 'view');
    await app.send('POST /contact', { body: { name: 'Amina', email: 'amina@example.ke', message: 'Help' } });
    const { body } = await viewer.send<ContactMessage[]>('GET /government/contact-messages');
    const path = `/government/contact-messages/${body[0]!._id}`;
    for (const [call, sent] of [
      [`POST ${path}/answer`, { answer: 'Pay me first' }],
      [`POST ${path}/complaint`, { kind: 'other' }],
    ] as const)
      expect((await viewer.send<Problem>(call, { body: sent })).body.code, call).toBe('duty-needed');
  });
});

describe.each(TESTED_MODES)('complaints about money (%s)', (way) => {
  let app: Built;
  let farmer: Person;
  let ombudsperson: Person;
  const managers: Person[] = [];
  beforeAll(async () => {
    app = running[way];
    farmer = await app.as('farmer', 'Wanjiku');
    for (const name of ['First', 'Second'])
      managers.push(await posted(app, name, 'country', 'view,decide,manage'));
    ombudsperson = await app.as('government', 'Ombudsperson');
  });
  const complain = async (message: string) =>
    (await farmer.send<Complaint>('POST /complaints', { body: { kind: 'money', message } })).body;
  const found = async (person: Person, { number, message }: Complaint) => {
    const queries: Record<string, string>[] = [{ state: 'all' }, { q: number }, { q: message }];
    const lists = await Promise.all(
      queries.map((query) => person.send<OfficialComplaint[]>('GET /government/complaints', { query })),
    );
    return lists.flatMap(({ body }) => body).filter((one) => one.number === number).length;
  };

  it('are found by no county and no decider, and by managers only until an ombudsperson exists', async () => {
    const complaint = await complain('They want a goat');
    const outsiders = [
      await posted(app, 'County', 'Nakuru', 'view,decide,manage'),
      await posted(app, 'Decider', 'country', 'view,decide'),
    ];
    for (const outsider of outsiders) {
      expect(await found(outsider, complaint), outsider.user.name).toBe(0);
      for (const call of ['take-up', 'complainant'])
        expect((await outsider.send(`POST /government/complaints/${complaint._id}/${call}`)).status).toBe(
          404,
        );
    }
    const [first, second] = managers as [Person, Person];
    expect(await found(first, complaint)).toBe(3);

    // One manager cannot appoint a friend alone.
    const { email } = ombudsperson.user;
    for (const duties of [
      ['view', 'ombudsperson'],
      ['view', 'decide', 'manage', 'ombudsperson'],
    ])
      expect((await first.send('POST /government/posts', { body: { email, duties } })).status).toBe(400);
    const { body } = await first.send<Ombudspersons>('POST /government/ombudspersons', { body: { email } });
    // Issued before, to be used once the official is appointed.
    const early = (await resetCode(first, ombudsperson, 'Forgot it')).body.code;
    const confirmation = `POST /government/ombudspersons/${body.proposals[0]!._id}/confirm`;
    expect((await first.send<Problem>(confirmation)).body.code).toBe('ombudsperson-second');
    expect(await found(ombudsperson, complaint)).toBe(0);
    expect((await second.send(confirmation)).status).toBe(200);
    await expect.poll(() => found(ombudsperson, complaint)).toBe(3);
    for (const manager of managers) expect(await found(manager, complaint)).toBe(0);

    // One manager does not take over the account either.
    expect((await resetCode(first, ombudsperson, 'Forgot it')).body.issues).toMatchObject([
      { path: 'email', code: 'ombudsperson-reset' },
    ]);
    const takeOver = { code: early, password: NEW_PASSWORD };
    expect((await app.send('POST /auth/reset-password', { body: takeOver })).status).toBe(400);

    // Ending or suspending the ombudsperson does not open the complaints to managers.
    await app.admin('suspend', email);
    expect(await found(first, complaint)).toBe(0);
    await app.admin('unsuspend', email);
  });

  it('do not name the complainant, not even to a search; a request for the name is logged', async () => {
    const complaint = await complain('They want two goats');
    const reader = await logIn(app, ombudsperson.user.email, PASSWORD);
    const list = await reader.send<OfficialComplaint[]>('GET /government/complaints', {
      query: { state: 'all' },
    });
    expect(list.body.map(({ number }) => number)).toContain(complaint.number);
    expect(JSON.stringify(list.body)).not.toContain('Wanjiku');
    const byName = await reader.send('GET /government/complaints', { query: { q: 'Wanjiku' } });
    expect(byName.body).toEqual([]);
    const log = async () =>
      (await farmer.send<AccessLine[]>('GET /auth/access-lines')).body.filter(
        ({ look }) => look === 'complaint',
      );
    expect(await log()).toEqual([]);
    const revealed = await reader.send(`POST /government/complaints/${complaint._id}/complainant`);
    expect(JSON.stringify(revealed.body)).toContain('Wanjiku');
    expect(await log()).toMatchObject([{ viewer: { name: 'Ombudsperson' } }]);
  });

  it('have numbers that cannot be derived from each other', async () => {
    const complaints: Complaint[] = [];
    // Below the rate limit of a deployed server.
    for (let count = 0; count < 8; count += 1) complaints.push(await complain(`Goat ${count}`));
    const values = complaints.map(({ number }) => Number(number.slice(0, 7)));
    const steps = values.slice(1).map((value, index) => (value - values[index]! + 1e7) % 1e7);
    expect(new Set(steps).size).toBeGreaterThan(1);
    for (const [index, { number }] of complaints.entries())
      expect(number).toBe(complaintNumber(values[index]!));
    // A farmer who knows one number finds no other: there is no call for it.
    expect(
      (await farmer.send('GET /government/complaints', { query: { q: complaints[0]!.number } })).status,
    ).toBe(403);
  });
});
