import type { AuditEntry, Problem } from '@ardhi/contract';
import { AUDIT_ACTIONS } from '@ardhi/contract/audit-actions';
import { addDays, today } from '@ardhi/contract/dates';
import { beforeAll, describe, expect, it } from 'vitest';
import { beforeTests, issuesOf, PASSWORD, testApp } from '../../../test/app.ts';
import { maize, newParcel, sent } from '../../../test/land.ts';
import { manage, newApplication } from '../../../test/subsidies.ts';

const app = testApp();
// The first official may manage.
const auditor = beforeTests(() => app.as('government', 'Achieng'));
const official = beforeTests(() => app.as('government', 'Otieno'));
const farmer = beforeTests(() => app.as('farmer', 'Wanjiru'));
const other = beforeTests(() => app.as('farmer', 'Kiptoo'));
let parcelId: string;
let applicationId: string;

beforeAll(async () => {
  parcelId = (await newParcel(farmer))._id;
  await newParcel(other);
  await sent(farmer, `PUT /land/${parcelId}`, { size: 3 });
  await sent(farmer, `POST /land/${parcelId}/crops`, maize);
  applicationId = (await newApplication(farmer))._id;
  await manage(official, applicationId, { status: 'rejected', reason: 'No budget' });
});

const search = async (query: Record<string, string | number>) =>
  auditor.send<AuditEntry[]>('GET /government/audit', { query });
const actionsOf = (entries: AuditEntry[]) => entries.map(({ action }) => action);

describe('audit log of one entity', () => {
  it('shows every official each change with its actor, newest first', async () => {
    const { body } = await official.send<AuditEntry[]>(`GET /government/trail/parcel/${parcelId}`);
    expect(actionsOf(body)).toEqual(['crop.create', 'land.update', 'land.create']);
    expect(body[1]).toMatchObject({
      actor: { _id: farmer.user._id, name: 'Wanjiru', role: 'farmer' },
      before: { size: 2 },
      after: { size: 3 },
      subjectId: farmer.user._id,
    });
  });

  it('names the farmer who owns an application', async () => {
    const { body } = await official.send<AuditEntry[]>(`GET /government/trail/subsidy/${applicationId}`);
    expect(body.map(({ action, actor, subjectId }) => [action, actor?.name, subjectId])).toEqual([
      ['subsidy.reject', 'Otieno', farmer.user._id],
      ['subsidy.apply', 'Wanjiru', farmer.user._id],
    ]);
  });

  it('exists only for entities that have a page', async () => {
    expect((await official.send(`GET /government/trail/user/${farmer.user._id}`)).status).toBe(404);
    expect((await official.send('GET /government/trail/parcel/not-an-id')).status).toBe(404);
  });
});

describe('audit log search', () => {
  it('requires the permission to manage', async () => {
    expect((await official.send('GET /government/audit')).status).toBe(403);
    expect((await official.send('GET /government/audit.csv')).status).toBe(403);
  });

  it('finds actions by a person and on their account, by id or email', async () => {
    const byId = await search({ person: farmer.user._id });
    // Entries about the account itself may have no actor.
    expect(new Set(byId.body.map(({ actor, entityId }) => actor?._id ?? entityId))).toEqual(
      new Set([farmer.user._id]),
    );
    expect(actionsOf(byId.body)).toContain('user.register');
    expect((await search({ person: farmer.user.email.toUpperCase() })).body).toEqual(byId.body);
    expect((await search({ person: 'nobody@test.example' })).body).toEqual([]);
  });

  it('finds people by name, and asks for more of it if there are too many', async () => {
    const byName = await search({ person: 'wanji' });
    expect(byName.body).toEqual((await search({ person: farmer.user._id })).body);
    // Two people at once: each entry once, also if one acted on the account of the other.
    await app.sql`update users set name = 'Wanjiru Otieno' where id = ${other.user._id}`;
    const both = (await search({ person: 'Wanjiru' })).body.map(({ _id }) => _id);
    expect(new Set(both).size).toBe(both.length);
    expect(both.length).toBeGreaterThan(byName.body.length);
    await app.sql`update users set name = 'Kiptoo' where id = ${other.user._id}`;
    expect((await search({ person: 'Helikopta' })).body).toEqual([]);
    await app.sql`insert into users (id, email, name, role, password_hash)
      select gen_random_uuid(), 'kasuku' || n || '@test.example', 'Kasuku', 'farmer', '' from generate_series(1, 21) as n`;
    const many = await auditor.send<Problem>('GET /government/audit', { query: { person: 'kasuku' } });
    expect([many.status, issuesOf(many.body)]).toEqual([400, ['person: too-many-people']]);
  });

  it('finds officials by name after their account was closed', async () => {
    const leaver = await app.as('government', 'Vuyo Quincewell');
    await leaver.send('GET /government/farmers', { query: { q: 'Kiptoo' } });
    await leaver.send('POST /auth/confirm', { body: { password: PASSWORD } });
    const closed = await leaver.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect(closed).toMatchObject({ status: 200, body: { message: 'Your account was closed.' } });
    const { body } = await search({ person: 'quince' });
    expect(actionsOf(body)).toEqual(expect.arrayContaining(['user.close', 'farmer.search']));
    expect(new Set(body.map(({ actor }) => actor?.name))).toEqual(new Set(['Vuyo Quincewell']));
  });

  it('finds an application by its reference number, and names farmer, amount and reference', async () => {
    const { reference } = await app.row<{ reference: string }>`
      select reference from subsidies where id = ${applicationId}`;
    const { body } = await search({ reference: reference.toLowerCase().replaceAll('-', ' ') });
    expect(actionsOf(body)).toEqual(['subsidy.reject', 'subsidy.apply']);
    const object = { name: 'Seed', farmer: 'Wanjiru', amount: 100, reference, kind: 'application' };
    expect(body[0]).toMatchObject({
      object,
      after: { status: 'rejected', reason: 'No budget', amountCents: 10_000 },
    });
    const wrong = await auditor.send<Problem>('GET /government/audit', { query: { reference: '2026-1' } });
    expect([wrong.status, issuesOf(wrong.body)]).toEqual([400, ['reference: no-reference']]);
  });

  it('names parcels with their farmer, and accounts', async () => {
    const [parcel] = (await search({ entityId: parcelId, action: 'land.create' })).body;
    expect(parcel!.object).toEqual({
      name: 'Shamba la juu',
      farmer: 'Wanjiru',
      amount: null,
      reference: null,
      kind: null,
    });
    const [account] = (await search({ person: farmer.user._id, action: 'user.register' })).body;
    expect(account!.object).toMatchObject({ name: 'Wanjiru', farmer: null, kind: 'farmer' });
    const [searched] = (await search({ action: 'farmer.search' })).body;
    expect(searched?.object ?? null).toBeNull();
  });

  it('filters by entity type, entity id and action, alone and combined', async () => {
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

  it('filters by days in Nairobi time, both inclusive', async () => {
    await app.sql`insert into audit_log (at, action, entity) values
      ('2020-03-09T20:59:59.999Z', 'policy.create', 'policy'),
      ('2020-03-09T21:00:00Z', 'policy.update', 'policy'),
      ('2020-03-10T20:59:59.999Z', 'policy.notify', 'policy'),
      ('2020-03-10T21:00:00Z', 'policy.delete', 'policy')`;
    const day = await search({ from: '2020-03-10', to: '2020-03-10' });
    expect(actionsOf(day.body)).toEqual(['policy.notify', 'policy.update']);
    expect(actionsOf((await search({ action: 'policy.update', from: today() })).body)).toEqual([]);
    expect((await search({ from: addDays(today(), 1) })).body).toEqual([]);
    expect((await search({ to: '2019-01-01' })).body).toEqual([]);
  });

  it('is paginated', async () => {
    const all = (await search({})).body;
    const first = await search({ limit: 3 });
    expect(first.body).toEqual(all.slice(0, 3));
    expect((await auditor.send(`GET ${first.next}`)).body).toEqual(all.slice(3, 6));
  });

  it('exports with its filters after re-authentication', async () => {
    const csv = () =>
      auditor.send<string>('GET /government/audit.csv', { query: { entity: 'land', entityId: parcelId } });
    expect((await csv()).status).toBe(403);
    await auditor.send('POST /auth/confirm', { body: { password: PASSWORD } });
    const { status, body } = await csv();
    expect(status).toBe(200);
    const lines = body.trim().split('\r\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('Wanjiru');
    expect(lines[1]).toContain('Shamba la juu,Wanjiru');
    expect(lines[2]).toContain('land.update');
  });

  it('has a declared action for every entry that the tests above wrote', async () => {
    const known: readonly string[] = Object.values(AUDIT_ACTIONS).flat();
    const rows = await app.sql<{ action: string }>`select distinct action from audit_log`;
    expect(rows.map(({ action }) => action).filter((action) => !known.includes(action))).toEqual([]);
  });
});
