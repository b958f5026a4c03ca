import type { Application, AuditEntry } from '@ardhi/contract';
import { AUDIT_ACTIONS } from '@ardhi/contract/audit-actions';
import { addDays, today } from '@ardhi/contract/dates';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD, type Person, startTestApp, type TestApp } from '../../../test/app.ts';
import { maize, newParcel, sent } from '../../../test/land.ts';

let app: TestApp;
let auditor: Person;
let official: Person;
let farmer: Person;
let other: Person;
let parcelId: string;
let applicationId: string;

beforeAll(async () => {
  app = await startTestApp();
  // The first official manages.
  auditor = await app.as('government', 'Achieng');
  official = await app.as('government', 'Otieno');
  farmer = await app.as('farmer', 'Wanjiru');
  other = await app.as('farmer', 'Kiptoo');
  parcelId = (await newParcel(farmer))._id;
  await newParcel(other);
  await sent(farmer, `PUT /land/${parcelId}`, { size: 3 });
  await sent(farmer, `POST /land/${parcelId}/crops`, maize);
  const seed = { name: 'Seed', description: 'Maize', amount: 100 };
  applicationId = (await farmer.send<Application>('POST /subsidies', { body: seed })).body._id;
  await official.send(`PUT /government/subsidies/${applicationId}`, {
    body: { status: 'rejected', reason: 'No budget' },
  });
});
afterAll(() => app.close());

const search = async (query: Record<string, string | number>) =>
  auditor.send<AuditEntry[]>('GET /government/audit', { query });
const actionsOf = (entries: AuditEntry[]) => entries.map(({ action }) => action);

describe('the trail of one thing', () => {
  it('is read by every official, newest first, with who and what changed', async () => {
    const { body } = await official.send<AuditEntry[]>(`GET /government/trail/parcel/${parcelId}`);
    expect(actionsOf(body)).toEqual(['crop.create', 'land.update', 'land.create']);
    expect(body[1]).toMatchObject({
      actor: { _id: farmer.user._id, name: 'Wanjiru', role: 'farmer' },
      before: { size: 2 },
      after: { size: 3 },
      subjectId: farmer.user._id,
    });
  });

  it('of an application names the farmer whose it is', async () => {
    const { body } = await official.send<AuditEntry[]>(`GET /government/trail/subsidy/${applicationId}`);
    expect(body.map(({ action, actor, subjectId }) => [action, actor?.name, subjectId])).toEqual([
      ['subsidy.reject', 'Otieno', farmer.user._id],
      ['subsidy.apply', 'Wanjiru', farmer.user._id],
    ]);
  });

  it('is there for things that have a page, and for nothing else', async () => {
    expect((await official.send(`GET /government/trail/user/${farmer.user._id}`)).status).toBe(404);
    expect((await official.send('GET /government/trail/parcel/not-an-id')).status).toBe(404);
  });
});

describe('the search', () => {
  it('is only for who manages', async () => {
    expect((await official.send('GET /government/audit')).status).toBe(403);
    expect((await official.send('GET /government/audit.csv')).status).toBe(403);
  });

  it('finds what a person did and what was done to the account, by id or address', async () => {
    const byId = await search({ person: farmer.user._id });
    // Who registers is not signed in yet.
    expect(new Set(byId.body.map(({ actor, entityId }) => actor?._id ?? entityId))).toEqual(
      new Set([farmer.user._id]),
    );
    expect(actionsOf(byId.body)).toContain('user.register');
    expect((await search({ person: farmer.user.email.toUpperCase() })).body).toEqual(byId.body);
    expect((await search({ person: 'nobody@test.example' })).body).toEqual([]);
  });

  it('finds by kind, by thing, by action, and all of them together', async () => {
    expect(actionsOf((await search({ entity: 'subsidy' })).body)).toEqual([
      'subsidy.reject',
      'subsidy.apply',
    ]);
    expect((await search({ entity: 'land', entityId: parcelId })).body).toHaveLength(3);
    expect((await search({ entityId: parcelId })).body).toHaveLength(3);
    expect((await search({ action: 'land.create' })).body).toHaveLength(2);
    const both = { action: 'land.create', person: other.user.email, entity: 'land' };
    expect((await search(both)).body).toMatchObject([{ actor: { name: 'Kiptoo' } }]);
    expect((await search({ entity: 'policy', action: 'land.create' })).body).toEqual([]);
  });

  it('finds by days in Nairobi, both included', async () => {
    await sql`insert into audit_log (at, action, entity) values
      ('2020-03-09T20:59:59.999Z', 'policy.create', 'policy'),
      ('2020-03-09T21:00:00Z', 'policy.update', 'policy'),
      ('2020-03-10T20:59:59.999Z', 'policy.notify', 'policy'),
      ('2020-03-10T21:00:00Z', 'policy.delete', 'policy')`.execute(app.db);
    const day = await search({ from: '2020-03-10', to: '2020-03-10' });
    expect(actionsOf(day.body)).toEqual(['policy.notify', 'policy.update']);
    expect(actionsOf((await search({ action: 'policy.update', from: today() })).body)).toEqual([]);
    expect((await search({ from: addDays(today(), 1) })).body).toEqual([]);
    expect((await search({ to: '2019-01-01' })).body).toEqual([]);
  });

  it('comes in pages', async () => {
    const all = (await search({})).body;
    const first = await search({ limit: 3 });
    expect(first.body).toEqual(all.slice(0, 3));
    const cursor = decodeURIComponent(/cursor=([^&>]+)/.exec(first.headers.get('link')!)![1]!);
    expect((await search({ limit: 3, cursor })).body).toEqual(all.slice(3, 6));
  });

  it('is exported with its filters, once the person has said again who they are', async () => {
    const csv = () =>
      auditor.send<string>('GET /government/audit.csv', { query: { entity: 'land', entityId: parcelId } });
    expect((await csv()).status).toBe(403);
    await auditor.send('POST /auth/confirm', { body: { password: PASSWORD } });
    const { status, body } = await csv();
    expect(status).toBe(200);
    const lines = body.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('Wanjiru');
    expect(lines[2]).toContain('land.update');
  });

  it('knows every action that the tests above left in the trail', async () => {
    const known: readonly string[] = Object.values(AUDIT_ACTIONS).flat();
    const { rows } = await sql<{ action: string }>`select distinct action from audit_log`.execute(app.db);
    expect(rows.map(({ action }) => action).filter((action) => !known.includes(action))).toEqual([]);
  });
});
