/** Staff page: posts, workload and the maximum of open cases. */
import type { Case, CaseColleague, CaseLimit, Post, Problem, StaffMember } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { beforeAll, describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { newParcel } from '../../../test/land.ts';
import { manage, newApplication } from '../../../test/subsidies.ts';

const app = testApp();
const manager = beforeTests(() => app.as('government', 'Achieng'));
let head: Person;
let amina: Person;
let peter: Person;
let rotich: Person;
const cases: string[] = [];

async function posted(name: string, county: string | null, fields: object = {}): Promise<Person> {
  const person = await app.as('government', name);
  const body = { email: person.user.email, county, duties: ['view', 'decide'], ...fields };
  expect((await manager.send('POST /government/posts', { body })).status).toBe(201);
  return person;
}

beforeAll(async () => {
  await manager.send('POST /auth/confirm', { body: { password: PASSWORD } });
  head = await posted('Head of Nakuru', 'Nakuru', { duties: ['view', 'decide', 'manage'] });
  amina = await posted('Amina Juma', 'Nakuru', { until: addDays(today(), 10) });
  peter = await posted('Peter', 'Nakuru', { until: addDays(today(), 40) });
  rotich = await posted('Rotich', 'Kericho');
  const farmer = await app.as('farmer', 'Wanjiru');
  const parcel = await newParcel(farmer, { county: 'Nakuru' });
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
    cases.push((await newApplication(farmer, { name, parcelIds: [parcel._id] }))._id);
});

const assign = (official: Person, id: string | undefined, to: Person | null, from: Person | null = null) =>
  official.send<Case & Problem>(`PUT /government/queue/${id}`, {
    body: { to: to?.user._id ?? null, from: from?.user._id ?? null },
  });
const staff = async (official: Person, query = {}) =>
  (await official.send<StaffMember[]>('GET /government/staff', { query })).body;
const names = async (official: Person, query = {}) => (await staff(official, query)).map(({ name }) => name);
const setLimit = (official: Person, max: number | null) =>
  official.send<CaseLimit>('PUT /government/case-limit', { body: { max } });

describe('the list of staff', () => {
  it('shows posts, end dates and open cases of the own area, by name, with a search', async () => {
    expect((await assign(amina, cases[0], amina)).status).toBe(200);
    const found = await staff(peter);
    expect(found.map(({ name }) => name)).toEqual(['Amina Juma', 'Head of Nakuru', 'Peter']);
    expect(found[0]).toMatchObject({
      openCases: 1,
      suspended: false,
      posts: [{ county: 'Nakuru', duties: ['view', 'decide'], state: 'ending', endedAt: null }],
    });
    expect(found[2]).toMatchObject({ openCases: 0, posts: [{ state: 'current' }] });
    expect(await names(manager)).toEqual(['Achieng', 'Amina Juma', 'Head of Nakuru', 'Peter', 'Rotich']);
    expect(await names(manager, { q: 'jum' })).toEqual(['Amina Juma']);
    expect(await names(manager, { q: rotich.user.email.slice(0, -3) })).toEqual(['Rotich']);
    expect(await names(peter, { q: 'rotich' })).toEqual([]);
    expect(await names(manager, { state: 'ending' })).toEqual(['Amina Juma']);
    expect(await names(manager, { county: 'Nakuru' })).toEqual(['Amina Juma', 'Head of Nakuru', 'Peter']);
    expect(await names(manager, { county: 'Nakuru', duty: 'manage' })).toEqual(['Head of Nakuru']);
    expect(await names(manager, { county: 'Kericho', duty: 'manage' })).toEqual([]);
    expect(await names(manager, { duty: 'decide', q: 'rotich' })).toEqual(['Rotich']);
    expect(await names(manager, { county: 'Kericho', state: 'ending' })).toEqual([]);
    expect(await names(peter, { county: 'Kericho' })).toEqual([]);
    const page = await manager.send<StaffMember[]>('GET /government/staff', { query: { limit: 3 } });
    const next = await manager.send<StaffMember[]>(`GET ${page.next}`);
    expect(next.body.map(({ name }) => name)).toEqual(['Peter', 'Rotich']);
  });

  it('shows a post that ended for 90 days', async () => {
    const leaver = await posted('Leaver', 'Nakuru');
    const { body } = await manager.send<Post[]>('GET /government/posts');
    const post = body.find(({ official }) => official._id === leaver.user._id)!;
    await manager.send(`PUT /government/posts/${post._id}/end`);
    expect(await staff(peter, { state: 'ended' })).toMatchObject([
      { name: 'Leaver', posts: [{ state: 'ended', endedAt: expect.any(String) }] },
    ]);
    await app.sql`update posts set ended_at = now() - interval '91 days' where id = ${post._id}`;
    expect(await names(peter)).not.toContain('Leaver');
    expect(await names(manager)).not.toContain('Leaver');
  });

  it('notifies an official of a new post', async () => {
    const { body } = await amina.send<{ kind: string; title: string; link: string }[]>('GET /notices');
    expect(body.find(({ kind }) => kind === 'post-given')).toMatchObject({
      title: 'You have a new post: Nakuru County',
      link: '/account#post',
    });
  });
});

describe('the maximum of open cases', () => {
  it('is set by a manager for the own office; it limits assigning, not deciding', async () => {
    expect((await setLimit(amina, 1)).status).toBe(403);
    expect((await setLimit(head, 1)).body).toEqual({ max: 1, nationalMax: null });
    const refused = await assign(amina, cases[1], amina);
    expect(refused).toMatchObject({ status: 409, body: { code: 'case-limit' } });
    expect(refused.body.message).toContain('Amina Juma already has 1 open case,');
    expect((await assign(peter, cases[1], amina)).status).toBe(409);
    expect((await assign(peter, cases[1], peter)).status).toBe(200);
    // Another official's case, and one that is full herself.
    expect((await manage(amina, cases[1]!, { status: 'rejected', reason: 'No' })).body.status).toBe(
      'rejected',
    );
    expect((await assign(peter, cases[2], peter)).status).toBe(200);
    expect((await assign(amina, cases[0], null, amina)).status).toBe(200);
    expect((await assign(amina, cases[0], amina)).status).toBe(200);
    expect((await setLimit(head, null)).body).toEqual({ max: null, nationalMax: null });
    expect((await assign(amina, cases[3], amina)).status).toBe(200);
    expect((await assign(amina, cases[3], null, amina)).status).toBe(200);
    expect(await app.sql`select after from audit_log where action = 'case.change-limit' order by id`).toEqual(
      [{ after: { county: 'Nakuru', maxOpen: 1 } }, { after: { county: 'Nakuru', maxOpen: null } }],
    );
  });

  it('of the national office applies in every county', async () => {
    expect((await setLimit(manager, 1)).body).toEqual({ max: 1, nationalMax: 1 });
    expect((await head.send<CaseLimit>('GET /government/case-limit')).body).toEqual({
      max: null,
      nationalMax: 1,
    });
    expect((await assign(amina, cases[3], amina)).body.code).toBe('case-limit');
    await setLimit(manager, null);
  });

  it('holds when cases are assigned at the same time', async () => {
    await setLimit(head, 1);
    const answers = await Promise.all(cases.slice(3).map((id) => assign(head, id, head)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await setLimit(head, null);
  });
});

it('searches all officials who may decide a case, with their open cases', async () => {
  const find = async (q?: string) =>
    (
      await amina.send<CaseColleague[]>(`GET /government/queue/${cases[4]}/colleagues`, {
        query: q ? { q } : {},
      })
    ).body;
  for (let number = 10; number < 32; number += 1) await posted(`Zuri ${number}`, 'Nakuru');
  expect(await find('zuri 31')).toMatchObject([{ name: 'Zuri 31', openCases: 0 }]);
  expect(await find('zuri')).toHaveLength(20);
  expect((await find('amina')).map(({ openCases }) => openCases)).toEqual([1]);
  expect(await find('rotich')).toEqual([]);
  expect((await find()).length).toBeGreaterThan(20);
});
