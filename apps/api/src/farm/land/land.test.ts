import type { Parcel, ParcelDetail, Problem } from '@ardhi/contract';
import { DAY_MS } from '@ardhi/contract/dates';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { COMPLETE_PARCEL } from '../../../../../packages/contract/test/complete-parcel.ts';
import { beforeTests, issuesOf, type Person, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { daysAgo, maize, newParcel, plot, sent } from '../../../test/land.ts';
import { newId } from '../../lib/database/id.ts';
import { parcelData } from './account.ts';

const app = testApp();
const wanjiku = beforeTests(() => app.as('farmer', 'Wanjikũ'));
const otieno = beforeTests(() => app.as('farmer', 'Otieno'));

describe('registering a parcel', () => {
  it('returns it with the initial score, its county and no records', async () => {
    const { status, body } = await wanjiku.send<ParcelDetail>('POST /land', { body: plot });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Shamba la juu',
      size: 2,
      location: { address: 'Njoro, Nakuru County' },
      soilType: 'loamy',
      sustainabilityScore: 50,
      score: { confidence: 0, status: 'initial', band: 'initial' },
      county: 'Nakuru',
      region: 'west',
      countySource: 'address',
      countyConfirmed: false,
      declarations: { irrigation: 'unknown', fertilizer: 'unknown', pesticide: 'unknown' },
      crops: [],
      cropCount: 0,
      waterUsage: [],
      totalWater: 0,
      revision: 1,
    });
    expect((await wanjiku.send(`GET /land/${body._id}`)).body).toEqual(body);
  });

  it('accepts the specification’s four fields, defaults to loamy soil and ignores unknown fields', async () => {
    const parcel = await sent(wanjiku, 'POST /land', {
      name: '  Kwa mto ',
      size: '0.5',
      location: { address: 'Kitui', owner: 'me' },
      sustainabilityScore: 99,
      owner_id: otieno.user._id,
    });
    expect(parcel).toMatchObject({ name: 'Kwa mto', size: 0.5, soilType: 'loamy', sustainabilityScore: 50 });
    expect((await otieno.send(`GET /land/${parcel._id}`)).status).toBe(404);
  });

  it('accepts a size off the form’s step, which was converted from another unit', async () => {
    expect(await newParcel(wanjiku, { size: 0.114784 })).toMatchObject({ size: 0.114784 });
  });

  it('accepts size 0, which keeps the initial score regardless of records', async () => {
    const parcel = await newParcel(wanjiku, { size: 0 });
    const after = await sent(wanjiku, `POST /land/${parcel._id}/crops`, maize);
    expect(after).toMatchObject({ size: 0, sustainabilityScore: 50, score: { status: 'initial' } });
  });

  it.each([
    ['a size of 1e308', { size: 1e308 }, 'size: too-big'],
    ['a negative size', { size: -0.1 }, 'size: too-small'],
    ['no size', { size: undefined }, 'size: required'],
    ['words for a size', { size: 'big' }, 'size: type'],
    ['no name', { name: ' ' }, 'name: required'],
    ['a very long name', { name: 'x'.repeat(201) }, 'name: too-long'],
    ['no address', { location: { address: '' } }, 'location.address: required'],
    ['no location', { location: undefined }, 'location: required'],
    ['another soil', { soilType: 'gold' }, 'soilType: choice'],
    ['no such county', { county: 'Atlantis' }, 'county: county'],
    ['an odd declaration', { declarations: { irrigation: 'none' } }, 'declarations.irrigation: choice'],
    ['an id that is none', { _id: 'mine' }, '_id: invalid'],
  ])('rejects %s on its field and stores nothing', async (_, fields, issue) => {
    const before = await count(wanjiku);
    const { status, body } = await wanjiku.send<Problem>('POST /land', { body: { ...plot, ...fields } });
    expect([status, issuesOf(body)]).toEqual([400, [issue]]);
    expect(await count(wanjiku)).toBe(before);
  });

  it('reports every invalid field in the requested language', async () => {
    const { body } = await wanjiku.send<Problem>('POST /land', {
      body: { size: 'x', county: 'Atlantis' },
      headers: { 'accept-language': 'sw' },
    });
    expect(issuesOf(body)).toEqual(['name: required', 'size: type', 'location: required']);
    expect(body.issues?.[1]?.message).toBe('Tafadhali weka nambari.');
  });
});

describe('a parcel sent twice', () => {
  it('is created once, by id or by idempotency key', async () => {
    const body = { ...plot, _id: newId(), name: 'Once' };
    const before = await count(wanjiku);
    const first = await wanjiku.send<ParcelDetail>('POST /land', { body });
    const again = await wanjiku.send('POST /land', { body });
    const otherKey = await wanjiku.send('POST /land', { body, headers: { 'idempotency-key': newId() } });
    for (const { status, body: created } of [first, again, otherKey])
      expect([status, created]).toEqual([201, first.body]);
    expect(await count(wanjiku)).toBe(before + 1);
  });

  it('is created once under concurrent requests', async () => {
    const body = { ...plot, _id: newId(), name: 'At once' };
    const before = await count(wanjiku);
    const responses = await Promise.all(
      [1, 2, 3, 4].map(() => wanjiku.send<ParcelDetail>('POST /land', { body })),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await count(wanjiku)).toBe(before + 1);
  });

  it('is rejected with another body, and reveals nothing to other users', async () => {
    const _id = newId();
    await newParcel(wanjiku, { _id });
    const changed = await wanjiku.send<Problem>('POST /land', { body: { ...plot, _id, size: 3 } });
    expect([changed.status, changed.body.code]).toEqual([409, 'key-reused']);
    const otherKey = await wanjiku.send<Problem>('POST /land', {
      body: { ...plot, _id, size: 3 },
      headers: { 'idempotency-key': newId() },
    });
    expect([otherKey.status, otherKey.body.code]).toEqual([409, 'id-taken']);
    const byOther = await otieno.send<Problem>('POST /land', { body: { ...plot, _id } });
    expect([byOther.status, byOther.body]).toEqual([
      409,
      { message: 'This id is already in use.', code: 'id-taken' },
    ]);
  });
});

describe('editing a parcel', () => {
  it('changes only the sent fields and increments the revision', async () => {
    const parcel = await newParcel(wanjiku);
    const after = await sent(wanjiku, `PUT /land/${parcel._id}`, {
      name: 'Shamba la chini',
      size: 3.5,
      location: { address: 'Wote, Makueni County' },
      soilType: 'sandy',
      revision: 1,
    });
    expect(after).toMatchObject({
      name: 'Shamba la chini',
      size: 3.5,
      soilType: 'sandy',
      county: 'Makueni',
      region: 'east',
      revision: 2,
    });
    expect(await sent(wanjiku, `PUT /land/${parcel._id}`, { name: 'Kiangazi' })).toMatchObject({
      name: 'Kiangazi',
      size: 3.5,
      location: { address: 'Wote, Makueni County' },
      revision: 3,
    });
  });

  it('rejects an old revision with the current row; without a revision the last write wins', async () => {
    const parcel = await newParcel(wanjiku);
    await sent(wanjiku, `PUT /land/${parcel._id}`, { size: 4, revision: 1 });
    const { status, body } = await wanjiku.send<Problem>(`PUT /land/${parcel._id}`, {
      body: { size: 5, revision: 1 },
    });
    expect([status, body.code]).toEqual([409, 'stale']);
    expect(body.current).toEqual((await wanjiku.send(`GET /land/${parcel._id}`)).body);
    expect(await sent(wanjiku, `PUT /land/${parcel._id}`, { size: 5 })).toMatchObject({
      size: 5,
      revision: 3,
    });
  });

  it('accepts one of two concurrent edits of the same revision', async () => {
    const parcel = await newParcel(wanjiku);
    const responses = await Promise.all(
      [3, 4].map((size) => wanjiku.send(`PUT /land/${parcel._id}`, { body: { size, revision: 1 } })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('does not increment the revision if nothing changes, or for a record or a score', async () => {
    const parcel = await newParcel(wanjiku);
    expect(await sent(wanjiku, `PUT /land/${parcel._id}`, { name: parcel.name, size: 2 })).toMatchObject({
      revision: 1,
    });
    expect(await sent(wanjiku, `POST /land/${parcel._id}/crops`, maize)).toMatchObject({ revision: 1 });
    expect(await sent(wanjiku, `PUT /land/${parcel._id}`, { size: 9, revision: 1 })).toMatchObject({
      revision: 2,
    });
  });

  it('validates like a new parcel', async () => {
    const parcel = await newParcel(wanjiku);
    const { status, body } = await wanjiku.send<Problem>(`PUT /land/${parcel._id}`, {
      body: { name: '', size: 1e308, location: {}, soilType: 'gold' },
    });
    expect([status, issuesOf(body)]).toEqual([
      400,
      ['name: required', 'size: too-big', 'location.address: required', 'soilType: choice'],
    ]);
  });
});

describe('county and declarations', () => {
  it('keep a confirmed county when the address changes', async () => {
    const parcel = await newParcel(wanjiku, { location: { address: 'Near the river' } });
    expect(parcel).toMatchObject({ county: null, region: null, countySource: null, countyConfirmed: false });
    const confirmed = await sent(wanjiku, `PUT /land/${parcel._id}`, { county: 'kitui county' });
    expect(confirmed).toMatchObject({ county: 'Kitui', region: 'east', countyConfirmed: true });
    const moved = await sent(wanjiku, `PUT /land/${parcel._id}`, {
      location: { address: 'Njoro, Nakuru County' },
    });
    expect(moved).toMatchObject({ county: 'Kitui', countySource: 'confirmed' });
    const released = await sent(wanjiku, `PUT /land/${parcel._id}`, { county: null });
    expect(released).toMatchObject({ county: 'Nakuru', countySource: 'address', countyConfirmed: false });
  });

  it('keep declarations that are not sent', async () => {
    const parcel = await newParcel(wanjiku, { declarations: { irrigation: 'rain-fed' } });
    const after = await sent(wanjiku, `PUT /land/${parcel._id}`, { declarations: { pesticide: 'none' } });
    expect(after.declarations).toEqual({ irrigation: 'rain-fed', fertilizer: 'unknown', pesticide: 'none' });
  });
});

describe('all stated fields of a parcel', () => {
  const { location, ...others } = COMPLETE_PARCEL;
  const { declarations, ...stated } = { ...others, ...location };

  it('are stored, returned and included in the data download', async () => {
    const farmer = await app.as('farmer');
    const parcel = await newParcel(farmer, COMPLETE_PARCEL);
    expect(parcel).toMatchObject(COMPLETE_PARCEL);
    expect((await farmer.send(`GET /land/${parcel._id}`)).body).toMatchObject(COMPLETE_PARCEL);
    const [downloaded] = await parcelData(app.db, farmer.user._id);
    expect(Object.values(downloaded ?? {})).toEqual(
      expect.arrayContaining([...Object.values(stated), ...Object.values(declarations)]),
    );
  });

  it('are edited, unchanged if omitted, and written to the audit log', async () => {
    const { _id } = await newParcel(wanjiku);
    expect(await sent(wanjiku, `PUT /land/${_id}`, COMPLETE_PARCEL)).toMatchObject(COMPLETE_PARCEL);
    const [, update] = await auditEntries(app, _id);
    expect(update).toMatchObject({ action: 'land.update', after: { ...stated, declarations } });
    expect(await sent(wanjiku, `PUT /land/${_id}`, { size: 3 })).toMatchObject({
      ...COMPLETE_PARCEL,
      size: 3,
    });
  });
});

describe('the parcel list', () => {
  it('is sorted oldest first, paginated by page or cursor, with the total count', async () => {
    const farmer = await app.as('farmer');
    for (let index = 1; index <= 8; index += 1) await newParcel(farmer, { name: `Plot ${index}` });
    const names = ({ body }: { body: Parcel[] }) => body.map(({ name }) => name);
    const all = await farmer.send<Parcel[]>('GET /land');
    expect(names(all)).toEqual(Array.from({ length: 8 }, (_, index) => `Plot ${index + 1}`));
    expect([all.headers.get('x-total-count'), all.headers.get('link')]).toEqual(['8', null]);

    const second = await farmer.send<Parcel[]>('GET /land', { query: { page: 2, limit: 6 } });
    expect([names(second), second.headers.get('x-total-count')]).toEqual([['Plot 7', 'Plot 8'], '8']);
    const beyond = await farmer.send<Parcel[]>('GET /land', { query: { page: 3, limit: 6 } });
    expect([beyond.body, beyond.headers.get('x-total-count')]).toEqual([[], '8']);

    const first = await farmer.send<Parcel[]>('GET /land', { query: { limit: 5 } });
    expect(names(await farmer.send<Parcel[]>(`GET ${first.next}`))).toEqual(['Plot 6', 'Plot 7', 'Plot 8']);
    expect((await farmer.send('GET /land', { query: { cursor: 'no' } })).status).toBe(400);
    expect((await farmer.send('GET /land', { query: { limit: 501 } })).status).toBe(400);
  });

  it('is empty for a new farmer', async () => {
    const farmer = await app.as('farmer');
    const { body, headers } = await farmer.send<Parcel[]>('GET /land');
    expect([body, headers.get('x-total-count')]).toEqual([[], '0']);
  });

  it('takes a fixed number of statements, regardless of the number of parcels and records', async () => {
    const farmer = await app.as('farmer');
    for (let index = 0; index < 5; index += 1) {
      const { _id } = await newParcel(farmer);
      await sent(farmer, `POST /land/${_id}/crops`, maize);
      await sent(farmer, `POST /land/${_id}/water`, { date: '2026-01-05', amount: 100 });
    }
    await farmer.send('GET /land');
    const lists = [
      ['GET /land', 1],
      ['GET /land/activities', 1],
      ['GET /land/advice', 1],
      ['GET /land/harvests-to-confirm', 1],
      ['GET /land/deleted', 1],
      ['GET /reports/monthly', 3],
      ['GET /reports/sustainability', 2],
    ] as const;
    for (const [call, statements] of lists) {
      const query = vi.spyOn(pg.Client.prototype, 'query');
      const { status } = await farmer.send(call);
      // Ignores late change events of earlier writes and the health check of the listening connection.
      const executed = query.mock.calls.filter(
        ([statement]) => !/pg_notify|^"select 1"$/.test(JSON.stringify(statement)),
      );
      expect([call, status, executed.length]).toEqual([call, 200, statements]);
      query.mockRestore();
    }
  });
});

describe('deleting and restoring', () => {
  it('hides a parcel, returns its restore deadline, and restores it with its records', async () => {
    const parcel = await newParcel(wanjiku, { name: 'To and fro' });
    const before = await sent(wanjiku, `POST /land/${parcel._id}/crops`, maize);
    const { status, body } = await wanjiku.send<{ message: string; restorableUntil: string }>(
      `DELETE /land/${parcel._id}`,
    );
    expect([status, body.message]).toEqual([
      200,
      'The land parcel was deleted. You can restore it for 30 days.',
    ]);
    expect((Date.parse(body.restorableUntil) - Date.now()) / DAY_MS).toBeCloseTo(30, 1);

    const list = await wanjiku.send<Parcel[]>('GET /land');
    expect(list.body.some(({ _id }) => _id === parcel._id)).toBe(false);
    for (const call of [
      `GET /land/${parcel._id}`,
      `PUT /land/${parcel._id}`,
      `DELETE /land/${parcel._id}`,
      `GET /land/${parcel._id}/score`,
      `GET /land/${parcel._id}/report`,
      `GET /land/${parcel._id}/water`,
    ])
      expect([call, (await wanjiku.send<Problem>(call)).status]).toEqual([call, 410]);
    expect((await wanjiku.send(`POST /land/${parcel._id}/crops`, { body: maize })).status).toBe(410);
    expect((await wanjiku.send(`POST /land`, { body: { ...plot, _id: parcel._id } })).status).toBe(410);
    expect((await otieno.send(`GET /land/${parcel._id}`)).status).toBe(404);
    expect((await otieno.send(`POST /land/${parcel._id}/restore`)).status).toBe(404);

    const deleted = await wanjiku.send<{ _id: string }[]>('GET /land/deleted');
    expect(deleted.body[0]).toMatchObject({ _id: parcel._id, name: 'To and fro' });
    expect(await sent(wanjiku, `POST /land/${parcel._id}/restore`)).toEqual(before);
    expect(await sent(wanjiku, `POST /land/${parcel._id}/restore`)).toEqual(before);
    expect((await wanjiku.send(`GET /land/${parcel._id}`)).body).toEqual(before);
  });

  it('rejects restoring under a taken name and accepts a new one', async () => {
    const parcel = await newParcel(wanjiku, { name: 'Bondeni' });
    await wanjiku.send(`DELETE /land/${parcel._id}`);
    await newParcel(wanjiku, { name: 'BONDENI' });
    const { status, body } = await wanjiku.send<Problem>(`POST /land/${parcel._id}/restore`);
    expect([status, issuesOf(body)]).toEqual([409, ['name: parcel-name-taken']]);
    expect(body.issues?.[0]?.message).toBe(
      'You already have a parcel called Bondeni. Give this one another name.',
    );
    expect((await wanjiku.send(`GET /land/${parcel._id}`)).status).toBe(410);
    const restored = await sent(wanjiku, `POST /land/${parcel._id}/restore`, { name: 'Bondeni 2' });
    expect(restored).toMatchObject({ name: 'Bondeni 2', revision: 2 });
  });

  it('allows duplicate names otherwise, as the specification does not forbid them', async () => {
    await newParcel(wanjiku, { name: 'Same' });
    expect((await newParcel(wanjiku, { name: 'Same' })).name).toBe('Same');
  });

  it('is impossible after 30 days', async () => {
    const parcel = await newParcel(wanjiku);
    await wanjiku.send(`DELETE /land/${parcel._id}`);
    await app.sql`update parcels set deleted_at = now() - interval '30.5 days' where id = ${parcel._id}`;
    expect((await wanjiku.send(`POST /land/${parcel._id}/restore`)).status).toBe(410);
    expect(
      (await wanjiku.send<Parcel[]>('GET /land/deleted')).body.some(({ _id }) => _id === parcel._id),
    ).toBe(false);
  });
});

it('an id without a parcel returns 404', async () => {
  expect((await wanjiku.send(`GET /land/${newId()}`)).status).toBe(404);
  expect((await wanjiku.send('GET /land/mine')).status).toBe(404);
});

describe('parcel details for offline use', () => {
  it('are paginated, match the single parcels, and include records of the last two years', async () => {
    const juma = await app.as('farmer', 'Juma');
    const parcels = [];
    for (const name of ['A', 'B', 'C']) parcels.push(await newParcel(juma, { name }));
    const [first] = parcels;
    const place = `/land/${first!._id}`;
    await sent(juma, `POST ${place}/water`, { date: daysAgo(900), amount: 1 });
    await sent(juma, `POST ${place}/water`, { date: daysAgo(700), amount: 2 });
    await sent(juma, `POST ${place}/crops`, {
      ...maize,
      plantingDate: daysAgo(1100),
      harvestDate: daysAgo(600),
    });
    await sent(juma, `POST ${place}/fertilizer`, { date: daysAgo(3), type: 'DAP', amount: 5 });
    const pages = await Promise.all(
      [1, 2, 3].map((page) => juma.send<ParcelDetail[]>('GET /land/details', { query: { page, limit: 2 } })),
    );
    expect(pages.map(({ body }) => body.map(({ name }) => name))).toEqual([['A', 'B'], ['C'], []]);
    const { body: whole } = await juma.send<ParcelDetail>(`GET ${place}`);
    const [offline, other] = pages[0]!.body;
    expect(whole.waterUsage).toHaveLength(2);
    expect(offline).toEqual({ ...whole, waterUsage: whole.waterUsage.slice(1) });
    expect(other).toEqual((await juma.send(`GET /land/${parcels[1]!._id}`)).body);
    const tooMany = await juma.send('GET /land/details', { query: { limit: 21 } });
    expect(tooMany.status).toBe(400);
  });
});

describe('deleting a parcel or record that has changed', () => {
  it('is rejected with the current row, and accepted with the current revision or without one', async () => {
    const parcel = await newParcel(wanjiku);
    const place = `/land/${parcel._id}`;
    await sent(wanjiku, `PUT ${place}`, { size: 9 });
    const refused = await wanjiku.send<Problem>(`DELETE ${place}`, { body: { revision: 1 } });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { size: 9, revision: 2 } },
    });
    const { waterUsage } = await sent(wanjiku, `POST ${place}/water`, { date: daysAgo(2), amount: 5 });
    const record = `${place}/water/${waterUsage[0]!._id}`;
    await sent(wanjiku, `PUT ${record}`, { date: daysAgo(2), amount: 6 });
    const ofRecord = await wanjiku.send<Problem>(`DELETE ${record}`, { body: { revision: 1 } });
    expect(ofRecord).toMatchObject({ status: 409, body: { code: 'stale', current: { amount: 6 } } });
    expect((await wanjiku.send(`DELETE ${record}`, { body: { revision: 2 } })).status).toBe(200);
    expect((await wanjiku.send(`DELETE ${place}`)).status).toBe(200);
  });
});

describe('the audit log', () => {
  it('records who changed what', async () => {
    const parcel = await newParcel(wanjiku);
    await sent(wanjiku, `PUT /land/${parcel._id}`, { size: 7 });
    await wanjiku.send(`DELETE /land/${parcel._id}`);
    const rows = await auditEntries(app, parcel._id);
    expect(rows.map(({ action }) => action)).toEqual(['land.create', 'land.update', 'land.delete']);
    expect(rows[1]).toMatchObject({ actor_id: wanjiku.user._id, before: { size: 2 }, after: { size: 7 } });
  });
});

async function count(farmer: Person): Promise<number> {
  const { headers } = await farmer.send('GET /land', { query: { limit: 1 } });
  return Number(headers.get('x-total-count'));
}
