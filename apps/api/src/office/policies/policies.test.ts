import type { Notice, Policy, Problem } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { beforeTests, type Person, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { sent } from '../../../test/land.ts';
import { newId } from '../../lib/database/id.ts';
import { excerpt } from './service.ts';

const app = testApp();
const official = beforeTests(() => app.as('government', 'Wairimu'));
const farmer = beforeTests(() => app.as('farmer', 'Kamau'));

const create = (fields: object = {}) =>
  sent<Policy>(official, 'POST /policies', {
    title: 'Terraces',
    description: 'Build terraces on slopes.',
    ...fields,
  });
const list = async (person: Person) => (await person.send<Policy[]>('GET /policies')).body;
const notices = async (person: Person) => (await person.send<Notice[]>('GET /notices')).body;

describe('a policy', () => {
  it('defaults to a Draft without a date, and both roles see it', async () => {
    const made = await create();
    expect(made).toMatchObject({
      title: 'Terraces',
      status: 'Draft',
      effectiveDate: null,
      notifiedAt: null,
      revision: 1,
    });
    for (const person of [official, farmer]) {
      expect(await list(person)).toContainEqual(made);
      expect((await person.send<Policy>(`GET /policies/${made._id}`)).body).toEqual(made);
    }
  });

  it('accepts a status and a date, and treats an empty date as none', async () => {
    expect(await create({ status: 'Active', effectiveDate: '2026-03-01' })).toMatchObject({
      status: 'Active',
      effectiveDate: '2026-03-01',
    });
    expect(await create({ effectiveDate: '' })).toMatchObject({ effectiveDate: null });
  });

  it('requires a title, a description and a valid status', async () => {
    const response = await official.send<Problem>('POST /policies', {
      body: { title: ' ', status: 'Secret', effectiveDate: '2026-02-30' },
    });
    expect(response.status).toBe(400);
    expect(response.body.issues?.map(({ path }) => path).sort()).toEqual([
      'description',
      'effectiveDate',
      'status',
      'title',
    ]);
  });

  it('is created once, however often the request is sent', async () => {
    const body = { _id: newId(), title: 'Once', description: 'Only once.' };
    const [first, second] = await Promise.all([
      official.send<Policy>('POST /policies', { body }),
      official.send<Policy>('POST /policies', { body }),
    ]);
    expect(first.body).toEqual(second.body);
    expect((await list(official)).filter(({ title }) => title === 'Once')).toHaveLength(1);
    const changed = await official.send('POST /policies', { body: { ...body, title: 'Twice' } });
    expect(changed.status).toBe(409);
  });

  it('carries a Kiswahili text beside the original, until the original changes', async () => {
    const made = await create({ titleSw: 'Matuta', descriptionSw: 'Jenga matuta kwenye miteremko.' });
    expect(made).toMatchObject({ title: 'Terraces', titleSw: 'Matuta' });
    const edit = async (fields: object) =>
      (
        await official.send<Policy>(`PUT /policies/${made._id}`, {
          body: { title: 'Terraces', description: 'Build terraces on slopes.', ...fields },
        })
      ).body;
    // A client that knows only the specification leaves it alone.
    expect(await edit({ status: 'Active' })).toMatchObject({
      titleSw: 'Matuta',
      descriptionSw: made.descriptionSw,
    });
    expect(await edit({ title: 'Trees' })).toMatchObject({
      titleSw: null,
      descriptionSw: made.descriptionSw,
    });
    expect(await edit({ title: 'Trees', titleSw: 'Miti' })).toMatchObject({ titleSw: 'Miti' });
    await official.send(`POST /policies/${made._id}/notify`);
    const [english] = await notices(farmer);
    expect(english?.title).toContain('Trees');
    const headers = { 'accept-language': 'sw' };
    const kiswahili = (await farmer.send<Notice[]>('GET /notices', { headers })).body[0];
    expect(kiswahili?.title).toContain('Miti');
    expect(kiswahili?.body).toContain('Jenga matuta');
    expect(await edit({ title: 'Trees', titleSw: '', descriptionSw: '' })).toMatchObject({
      titleSw: null,
      descriptionSw: null,
    });
    const entries = await auditEntries(app, made._id);
    expect(entries[0]?.after).toMatchObject({ titleSw: 'Matuta' });
    expect(entries.at(-1)?.after).not.toHaveProperty('titleSw');
  });

  it('can be edited by any official, and a stale edit is refused with the current version', async () => {
    const { _id } = await create();
    const other = await app.as('government');
    const edit = { title: 'Terraces and trees', description: 'Both.', effectiveDate: '2026-07-01' };
    const first = await other.send<Policy>(`PUT /policies/${_id}`, { body: { ...edit, revision: 1 } });
    expect(first.body).toMatchObject({ ...edit, status: 'Draft', revision: 2 });
    const stale = await official.send<Problem & { current: Policy }>(`PUT /policies/${_id}`, {
      body: { title: 'Late', description: 'Late.', status: 'Active', revision: 1 },
    });
    expect(stale.status).toBe(409);
    expect(stale.body.current).toEqual(first.body);
    const last = await official.send<Policy>(`PUT /policies/${_id}`, {
      body: { title: 'Last', description: 'Wins.', status: 'Active' },
    });
    expect(last.body).toMatchObject({ title: 'Last', status: 'Active', effectiveDate: null, revision: 3 });
  });

  it('returns 410 after deletion: for reading, editing, notifying, deleting and creating again', async () => {
    const { _id } = await create();
    expect((await official.send(`DELETE /policies/${_id}`)).status).toBe(200);
    const policy = { title: 'Back', description: 'Again.' };
    for (const [call, body] of [
      [`GET /policies/${_id}`, undefined],
      [`PUT /policies/${_id}`, policy],
      [`POST /policies/${_id}/notify`, undefined],
      [`DELETE /policies/${_id}`, undefined],
      ['POST /policies', { ...policy, _id }],
    ] as const) {
      expect([call, (await official.send(call, { body })).status]).toEqual([call, 410]);
    }
    expect((await list(official)).map((policy) => policy._id)).not.toContain(_id);
    expect((await official.send(`GET /policies/${newId()}`)).status).toBe(404);
  });

  it('is listed in pages, newest first, with the total count', async () => {
    const all = await list(farmer);
    const first = await farmer.send<Policy[]>('GET /policies', { query: { limit: 2 } });
    expect(first.body).toEqual(all.slice(0, 2));
    expect(first.headers.get('x-total-count')).toBe(String(all.length));
    expect((await farmer.send<Policy[]>(`GET ${first.next}`)).body).toEqual(all.slice(2, 4));
  });

  it('writes every change to the audit log', async () => {
    const { _id } = await create();
    await official.send(`PUT /policies/${_id}`, { body: { title: 'New', description: 'New.' } });
    await official.send(`POST /policies/${_id}/notify`);
    await official.send(`DELETE /policies/${_id}`);
    const auditRows = await auditEntries(app, _id);
    expect(auditRows.map(({ action }) => action)).toEqual([
      'policy.create',
      'policy.update',
      'policy.notify',
      'policy.delete',
    ]);
    expect(auditRows[1]).toMatchObject({
      actor_id: official.user._id,
      before: { title: 'Terraces' },
      after: { title: 'New' },
    });
  });
});

describe('notify', () => {
  it('notifies every farmer and states whether the policy is in force', async () => {
    const draft = await create({ title: 'Proposal' });
    const active = await create({ title: 'Rule', status: 'Active' });
    const response = await official.send<{ message: string }>(`POST /policies/${draft._id}/notify`);
    expect(response).toMatchObject({ status: 200, body: { message: 'Notification sent!' } });
    await official.send(`POST /policies/${active._id}/notify`);
    const [second, first] = await notices(farmer);
    expect(first).toMatchObject({
      title: 'Proposed policy: Proposal',
      link: `/policies/${draft._id}`,
      read: false,
    });
    expect(first?.body).toContain('a proposal');
    expect(second).toMatchObject({ title: 'Policy in force: Rule', body: 'Build terraces on slopes.' });
    expect((await list(farmer)).find(({ _id }) => _id === draft._id)?.notifiedAt).toEqual(expect.any(String));
  });

  it('sends one notice per minute, even if two officials notify at once', async () => {
    const { _id } = await create({ title: 'Hasty' });
    const other = await app.as('government');
    const notify = (person: Person) => person.send<{ message: string }>(`POST /policies/${_id}/notify`);
    const responses = await Promise.all([notify(official), notify(other), notify(official)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.filter(({ body }) => body.message === 'Notification sent!')).toHaveLength(1);
    const ofThis = async () => (await notices(farmer)).filter(({ link }) => link === `/policies/${_id}`);
    expect(await ofThis()).toHaveLength(1);
    await app.sql`update policy_sendings set sent_at = sent_at - interval '61 seconds'
      where policy_id = ${_id}`;
    expect((await notify(official)).body.message).toBe('Notification sent!');
    expect(await ofThis()).toHaveLength(2);
  });

  it('is marked as read when the farmer opens the policy', async () => {
    const { _id } = await create({ title: 'To be read' });
    const unread = async () => (await list(farmer)).find((policy) => policy._id === _id)?.unread;
    expect(await unread()).toBe(false);
    await official.send(`POST /policies/${_id}/notify`);
    expect(await unread()).toBe(true);
    expect((await list(official)).find((policy) => policy._id === _id)?.unread).toBe(false);
    expect((await farmer.send(`POST /policies/${_id}/read`)).status).toBe(200);
    expect(await unread()).toBe(false);
    expect((await notices(farmer)).find(({ link }) => link === `/policies/${_id}`)?.read).toBe(true);
    expect((await official.send(`POST /policies/${_id}/read`)).status).toBe(403);
  });

  it('is withdrawn when its policy is deleted', async () => {
    const { _id } = await create({ title: 'Mistake' });
    await official.send(`POST /policies/${_id}/notify`);
    const count = async () => (await farmer.send<{ count: number }>('GET /notices/unread-count')).body.count;
    const before = await count();
    await official.send(`DELETE /policies/${_id}`);
    expect(await count()).toBe(before - 1);
    expect((await notices(farmer)).map(({ link }) => link)).not.toContain(`/policies/${_id}`);
  });
});

describe('an excerpt', () => {
  it('is a single line, cut between words and never inside a character', () => {
    expect(excerpt('One\n\ntwo')).toBe('One two');
    const long = excerpt('maji '.repeat(100));
    expect(long.length).toBeLessThanOrEqual(301);
    expect(long.endsWith('maji…')).toBe(true);
    expect(excerpt('🌱'.repeat(400)).isWellFormed()).toBe(true);
  });
});
