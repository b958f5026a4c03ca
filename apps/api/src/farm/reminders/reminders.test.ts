import type { Equipment, Notice, ReminderSettings } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person } from '../../../test/app.ts';
import { daysAgo, maize, newParcel, sent } from '../../../test/land.ts';
import { testAppWithMail } from '../../../test/mailing.ts';
import { manage, newProgramme, openProgramme } from '../../../test/subsidies.ts';
import { jobs } from '../../jobs.ts';
import { connect } from '../../lib/database/database.ts';
import { startJobs } from '../../lib/jobs/jobs.ts';
import { remind } from './jobs.ts';

const { app, mailServer } = testAppWithMail();
const official = beforeTests(() => app.as('government'));
let farmer: Person;
beforeEach(async () => {
  await app.db.deleteFrom('programme_reminders').execute();
  await app.db.updateTable('subsidies').set({ closes_on: null }).execute();
  farmer = await app.as('farmer');
});

const day = (offset: number) => addDays(today(), offset);
const run = (offset: number) => remind(app.services, day(offset), 2);
const noticesOf = async (person = farmer) => (await person.send<Notice[]>('GET /notices')).body;
const titles = async (person = farmer) => (await noticesOf(person)).map(({ title }) => title);
const set = (change: Partial<ReminderSettings>, person = farmer) =>
  person.send('PUT /reminders/settings', {
    body: { harvest: true, service: true, programme: true, mail: false, ...change },
  });

const growing = { ...maize, name: 'Maize', plantingDate: daysAgo(60), harvestDate: day(5) };
async function planted(person = farmer, fields: object = {}) {
  const { _id } = await newParcel(person);
  const parcel = await sent(person, `POST /land/${_id}/crops`, { ...growing, ...fields });
  return { id: _id, cropId: parcel.crops[0]!._id };
}

const machine = async (fields: object = {}) =>
  (await sent<Equipment>(farmer, 'POST /equipment', { name: 'Pump', type: 'Pump', ...fields }))._id;
const serviced = (id: string, date: string, nextDueDate: string | null) =>
  farmer.send(`POST /equipment/${id}/maintenance`, {
    body: { date, kind: 'service', description: 'Oil', nextDueDate },
  });
const used = (id: string, hours: number) =>
  farmer.send(`PUT /equipment/${id}/usage`, { body: { hours, date: today() } });

const programme = async (fields: object = {}) =>
  (await openProgramme(official, { closesOn: day(7), ...fields }))._id;

describe('a harvest that is due', () => {
  it('causes one notice per date, in the reader’s language', async () => {
    const { id, cropId } = await planted();
    await run(4);
    expect(await noticesOf()).toEqual([]);
    await run(5);
    await run(5);
    await run(6);
    expect(await noticesOf()).toMatchObject([{ title: 'Harvest due: Maize', link: `/land/${id}` }]);
    const { body } = await farmer.send<Notice[]>('GET /notices', { headers: { 'accept-language': 'sw' } });
    expect(body[0]?.title).toBe('Wakati wa kuvuna: Maize');
    await sent(farmer, `PUT /land/${id}/crops/${cropId}`, { ...growing, harvestDate: day(20) });
    await run(19);
    expect(await noticesOf()).toHaveLength(1);
    await run(20);
    expect(await noticesOf()).toHaveLength(2);
  });

  it('causes no notice if confirmed, on a deleted parcel, long past or switched off', async () => {
    const { id, cropId } = await planted();
    const gone = await planted();
    await farmer.send(`DELETE /land/${gone.id}`);
    await app.db.updateTable('crops').set({ yield_confirmed: true }).where('id', '=', cropId).execute();
    await run(5);
    expect(await noticesOf()).toEqual([]);
    await sent(farmer, `POST /land/${id}/crops`, growing);
    await run(36);
    expect(await noticesOf()).toEqual([]);
    await set({ harvest: false });
    await run(5);
    expect(await noticesOf()).toEqual([]);
    await set({});
    await run(5);
    expect(await titles()).toEqual(['Harvest due: Maize']);
  });

  it('causes one notice despite concurrent and interrupted runs', async () => {
    const people = [farmer, await app.as('farmer'), await app.as('farmer')];
    for (const person of people) {
      await planted(person);
      await planted(person);
    }
    let batches = 0;
    const cutOff = {
      ...app.services,
      transaction: ((work) =>
        app.services.transaction(async (context) => {
          const result = await work(context);
          if (++batches === 2) throw new Error('killed');
          return result;
        })) as typeof app.services.transaction,
    };
    await expect(remind(cutOff, day(5), 2)).rejects.toThrow('killed');
    expect((await Promise.all(people.map((person) => noticesOf(person)))).flat().length).toBeLessThan(6);
    await Promise.all([run(5), run(5)]);
    for (const person of people) expect(await noticesOf(person)).toHaveLength(2);
  });
});

describe('a service that is due', () => {
  it('causes one notice on its date', async () => {
    const id = await machine();
    await serviced(id, today(), day(10));
    await run(9);
    expect(await noticesOf()).toEqual([]);
    await run(10);
    await run(11);
    expect(await noticesOf()).toMatchObject([{ title: 'Service due: Pump', link: `/equipment/${id}` }]);
    expect((await noticesOf())[0]?.body).toMatch(/^Its service was planned for \d+ \w+ \d{4}\.$/);
  });

  it('causes one notice when its hours are reached, regardless of further use', async () => {
    const id = await machine({ serviceIntervalHours: 50, usageHours: 10 });
    await used(id, 39);
    await run(0);
    expect(await noticesOf()).toEqual([]);
    await used(id, 1);
    await run(0);
    await used(id, 12);
    await run(1);
    expect(await noticesOf()).toMatchObject([{ body: 'It has run its 50 hours and needs a service.' }]);
  });

  it('causes no notice for retired equipment or if switched off', async () => {
    const id = await machine({ status: 'retired', serviceIntervalHours: 5, usageHours: 10 });
    await run(0);
    await set({ service: false });
    await farmer.send(`PUT /equipment/${id}`, { body: { status: 'active' } });
    await run(0);
    expect(await noticesOf()).toEqual([]);
    await set({});
    await run(0);
    expect(await noticesOf()).toHaveLength(1);
  });
});

describe('a programme that closes', () => {
  it('causes one notice to all farmers a week before, hidden if switched off', async () => {
    const other = await app.as('farmer');
    await set({ programme: false }, other);
    await programme();
    await programme({ name: 'Later', closesOn: day(9) });
    await newProgramme(official, { name: 'Waiting', closesOn: day(3) });
    await run(0);
    await Promise.all([run(0), run(1)]);
    const [notice] = await noticesOf();
    expect(await titles()).toEqual(['Closing soon: Drip kits']);
    expect(notice?.link).toBe('/subsidies/apply');
    expect(await noticesOf(official)).toEqual([]);

    const unread = async (person: Person) =>
      (await person.send<{ count: number }>('GET /notices/unread-count')).body.count;
    expect([await unread(farmer), await unread(other)]).toEqual([1, 0]);
    expect(await noticesOf(other)).toEqual([]);
    expect((await other.send(`POST /notices/${notice?._id}/read`)).status).toBe(404);
    await set({}, other);
    expect(await titles(other)).toEqual(['Closing soon: Drip kits']);
  });

  it('has its notice withdrawn when closed or deleted, and gets a new one for another date', async () => {
    const id = await programme();
    const deleted = await programme({ name: 'Deleted' });
    await run(0);
    expect(await noticesOf()).toHaveLength(2);
    await official.send(`DELETE /government/subsidies/${deleted}`);
    expect(await titles()).toEqual(['Closing soon: Drip kits']);
    await manage(official, id, { closed: true });
    expect(await noticesOf()).toEqual([]);
    await run(0);
    expect(await noticesOf()).toEqual([]);
    await manage(official, id, { closed: false, closesOn: day(5) });
    await run(0);
    expect(await titles()).toEqual(['Closing soon: Drip kits']);
  });
});

describe('reminder mails', () => {
  it('are sent once, only to confirmed addresses with mail enabled', async () => {
    const [unconfirmed, withoutMail] = [await app.as('farmer'), await app.as('farmer')];
    const few = await app.as('farmer');
    const confirmed = [farmer, withoutMail, few].map(({ user }) => user._id);
    await app.sql`update users set email_confirmed_at = now() where id = any(${confirmed})`;
    for (const person of [farmer, unconfirmed]) await set({ mail: true }, person);
    await set({ mail: true, programme: false }, few);
    for (const person of [farmer, unconfirmed, withoutMail, few]) await planted(person);
    await programme();
    await run(5);
    await run(5);

    const database = connect(app.connectionString);
    const runner = startJobs(database.pool, app.services, jobs, []);
    const queuedJobs = async () =>
      (await database.pool.query('select count(*)::int from graphile_worker._private_jobs')).rows[0].count;
    await expect.poll(queuedJobs).toBe(0);
    await runner.stop();
    await database.close();

    const mailed = mailServer.taken.filter(({ text }) => /Subject: (Harvest|Closing)/.test(text));
    const subjects = (person: Person) =>
      mailed
        .filter(({ to }) => to === person.user.email)
        .map(({ text }) => /Subject: (.*)\r/.exec(text)?.[1])
        .sort();
    expect(subjects(farmer)).toEqual(['Closing soon: Drip kits', 'Harvest due: Maize']);
    expect(subjects(few)).toEqual(['Harvest due: Maize']);
    expect(mailed).toHaveLength(3);
    expect(mailed[0]?.text).toContain('https://ardhi.example/');
    expect(await titles(withoutMail)).toEqual(['Closing soon: Drip kits', 'Harvest due: Maize']);
  });
});

describe('reminder settings', () => {
  it('are stored, included in the account data and deleted with the account', async () => {
    const { body } = await farmer.send<ReminderSettings>('GET /reminders/settings');
    expect(body).toEqual({ harvest: true, service: true, programme: true, mail: false });
    await set({ service: false, mail: true });
    const chosen = { harvest: true, service: false, programme: true, mail: true };
    expect((await farmer.send('GET /reminders/settings')).body).toEqual(chosen);
    expect((await farmer.send('PUT /reminders/settings', { body: { harvest: true } })).status).toBe(400);
    expect((await farmer.send<object>('GET /auth/data')).body).toMatchObject({ reminders: chosen });

    await planted();
    await run(5);
    await farmer.send('DELETE /auth/account', { body: { password: PASSWORD } });
    for (const table of ['reminder_settings', 'reminders'])
      expect(await app.sql`select from ${sql.table(table)} where user_id = ${farmer.user._id}`).toEqual([]);
  });
});
