import type { Equipment, EquipmentDetail, MaintenanceRecord, Problem } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { auditActions } from '../../../test/audit.ts';
import { sent } from '../../../test/land.ts';
import { newId } from '../../lib/database/id.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer'));
const otherFarmer = beforeTests(() => app.as('farmer'));

const day = (offset: number) => addDays(today(), offset);

const added = (fields: object = {}, person: Person = farmer) =>
  sent<Equipment>(person, 'POST /equipment', { name: 'Tractor', type: 'Tractor', ...fields });
const read = async (id: string) => (await farmer.send<EquipmentDetail>(`GET /equipment/${id}`)).body;
const use = (id: string, body: object, key?: string, person = farmer) =>
  person.send<EquipmentDetail & Problem>(`PUT /equipment/${id}/usage`, {
    body,
    headers: key ? { 'idempotency-key': key } : {},
  });
const maintain = (id: string, body: object, person = farmer) =>
  person.send<EquipmentDetail & Problem>(`POST /equipment/${id}/maintenance`, { body });

describe('equipment', () => {
  it('can be added with only name and type', async () => {
    expect(await added({ manufacturer: '', purchaseDate: null })).toMatchObject({
      name: 'Tractor',
      status: 'active',
      manufacturer: null,
      model: null,
      purchaseDate: null,
      purchasePrice: null,
      usageHours: 0,
      yearlyCost: 0,
      service: { state: 'unknown' },
    });
  });

  it('stores the entered values, exact to the cent', async () => {
    const body = {
      manufacturer: 'Massey Ferguson',
      model: 'MF 240',
      purchaseDate: '2019-05-04',
      purchasePrice: 1_250_000.75,
      status: 'maintenance',
      usageHours: 1200.5,
      serviceIntervalHours: 250,
    };
    expect(await added(body)).toMatchObject({ ...body, startingHours: 1200.5 });
  });

  it.each([
    [{ name: ' ' }, 'name'],
    [{ type: undefined }, 'type'],
    [{ purchasePrice: -1 }, 'purchasePrice'],
    [{ purchasePrice: 1.234 }, 'purchasePrice'],
    [{ purchaseDate: 'yesterday' }, 'purchaseDate'],
    [{ status: 'sold' }, 'status'],
    [{ usageHours: -4 }, 'usageHours'],
    [{ serviceIntervalHours: 0 }, 'serviceIntervalHours'],
  ])('rejects %j', async (wrong, path) => {
    const { status, body } = await farmer.send<Problem>('POST /equipment', {
      body: { name: 'Plough', type: 'Implement', ...wrong },
    });
    expect(status).toBe(400);
    expect(body.issues?.map((issue) => issue.path)).toContain(path);
  });

  it('accepts partial edits, clears fields and rejects an old revision', async () => {
    const { _id } = await added({ model: 'MF 240', purchasePrice: 10 });
    await use(_id, { hours: 4 });
    const edited = await farmer.send<Equipment>(`PUT /equipment/${_id}`, {
      body: {
        name: 'Old tractor',
        model: null,
        status: 'retired',
        usageHours: 0,
        startingHours: 100,
        revision: 1,
      },
    });
    expect(edited.body).toMatchObject({
      name: 'Old tractor',
      type: 'Tractor',
      model: null,
      purchasePrice: 10,
      status: 'retired',
      usageHours: 104,
      revision: 2,
    });
    const stale = await farmer.send<Problem>(`PUT /equipment/${_id}`, { body: { name: 'x', revision: 1 } });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale', current: { name: 'Old tractor' } } });
    expect((await farmer.send(`PUT /equipment/${_id}`, { body: { name: '' } })).status).toBe(400);
  });

  it('is listed oldest first with the total count', async () => {
    const owner = await app.as('farmer');
    for (const name of ['A', 'B', 'C']) await added({ name }, owner);
    const { body, headers } = await owner.send<Equipment[]>('GET /equipment', { query: { limit: 2 } });
    expect(body.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(headers.get('x-total-count')).toBe('3');
    expect(headers.get('link')).toContain('rel="next"');
  });

  it('is deleted permanently', async () => {
    const body = { _id: newId() };
    await added(body);
    await maintain(body._id, { date: day(0), kind: 'service', description: 'x' });
    expect((await farmer.send(`DELETE /equipment/${body._id}`)).status).toBe(200);
    expect((await farmer.send(`GET /equipment/${body._id}`)).status).toBe(404);
    const again = (person: Person) =>
      person.send('POST /equipment', {
        body: { name: 'Tractor', type: 'Tractor', ...body },
        headers: { 'idempotency-key': newId() },
      });
    expect((await again(farmer)).status).toBe(410);
    expect((await again(otherFarmer)).status).toBe(409);
  });

  it('does not give access to the records of another farmer’s equipment', async () => {
    const { body } = await maintain((await added())._id, { date: day(0), kind: 'repair', description: 'x' });
    const own = await added({}, otherFarmer);
    const crossed = `PUT /equipment/${own._id}/maintenance/${body.maintenance[0]!._id}`;
    expect((await otherFarmer.send(crossed, { body: { kind: 'x' } })).status).toBe(404);
  });
});

describe('hours of use', () => {
  it('are added exactly once, even if resent', async () => {
    const { _id } = await added();
    const key = newId();
    await Promise.all(Array.from({ length: 5 }, () => use(_id, { hours: 2.5, date: day(-1) }, key)));
    expect((await read(_id)).usageHours).toBe(2.5);
    const entry = { _id: newId(), hours: 1.25, date: day(-2) };
    await use(_id, entry, newId());
    await use(_id, entry, newId());
    expect(await read(_id)).toMatchObject({ usageHours: 3.75, usage: [{ hours: 2.5 }, { hours: 1.25 }] });
    expect((await use(_id, { ...entry, hours: 9 }, newId())).status).toBe(409);
    expect((await use(_id, { hours: 3 }, key)).body.code).toBe('key-reused');
    await use(_id, { hours: 1 });
    await use(_id, { hours: 1 });
    expect((await read(_id)).usageHours).toBe(5.75);
  });

  it('are all counted if added concurrently', async () => {
    const { _id } = await added({ startingHours: 10 });
    await Promise.all(Array.from({ length: 20 }, () => use(_id, { hours: 0.1 })));
    expect((await read(_id)).usageHours).toBe(12);
    const { sum } = await app.row<{ sum: number }>`
      select sum(hours) as sum from equipment_usage where equipment_id = ${_id}`;
    expect(sum).toBe(2);
  });

  it.each([{ hours: -1 }, { hours: 'many' }, {}, { hours: 1e9 }, { hours: 1, date: '2026-13-01' }])(
    'reject %j',
    async (body) => {
      const { _id } = await added();
      expect((await use(_id, body)).status).toBe(400);
      expect((await read(_id)).usageHours).toBe(0);
    },
  );

  it('default to today and cannot be in the future', async () => {
    const { _id } = await added();
    expect((await use(_id, { hours: 1 })).body.usage[0]!.date).toBe(day(0));
    expect((await use(_id, { hours: 1, date: day(2) })).status).toBe(400);
    // A device clock may be a day ahead.
    expect((await use(_id, { hours: 1, date: day(1) })).status).toBe(200);
  });

  it('can be deleted, which reduces the total', async () => {
    const { _id } = await added({ usageHours: 7 });
    const entry = { _id: newId(), hours: 3 };
    await use(_id, entry);
    const response = await farmer.send<EquipmentDetail>(`DELETE /equipment/${_id}/usage/${entry._id}`);
    expect(response.body).toMatchObject({ usageHours: 7, usage: [] });
    expect((await farmer.send(`DELETE /equipment/${_id}/usage/${entry._id}`)).status).toBe(404);
    expect((await use(_id, entry, newId())).status).toBe(410);
  });
});

describe('maintenance', () => {
  it('is recorded with its cost and next date', async () => {
    const { _id } = await added();
    const response = await maintain(_id, {
      date: day(-3),
      kind: 'service',
      description: 'Oil and filters',
      cost: 4500.5,
      nextDueDate: day(10),
    });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      maintenance: [{ kind: 'service', cost: 4500.5, nextDueDate: day(10) }],
      yearlyCost: 4500.5,
      service: { state: 'soon', by: 'date', daysLeft: 10 },
    });
    await maintain(_id, { date: day(-400), kind: 'Oil change', description: 'Old', cost: 1000 });
    const detail = await read(_id);
    expect(detail.yearlyCost).toBe(4500.5);
    expect(detail.costByYear.reduce((sum, { cost }) => sum + cost, 0)).toBe(5500.5);
    expect(detail.maintenance.map(({ description }) => description)).toEqual(['Oil and filters', 'Old']);
  });

  it.each([
    [{ date: '' }, 'date'],
    [{ kind: '' }, 'kind'],
    [{ description: undefined }, 'description'],
    [{ cost: -1 }, 'cost'],
    [{ cost: 0.001 }, 'cost'],
    [{ nextDueDate: '2000-01-01' }, 'nextDueDate'],
  ])('rejects %j', async (wrong, path) => {
    const { _id } = await added();
    const { status, body } = await maintain(_id, {
      date: day(0),
      kind: 'repair',
      description: 'x',
      ...wrong,
    });
    expect(status).toBe(400);
    expect(body.issues?.map((issue) => issue.path)).toContain(path);
  });

  it('resets the hours to the next service', async () => {
    const { _id } = await added({ startingHours: 90, serviceIntervalHours: 100 });
    expect((await read(_id)).service).toMatchObject({ state: 'soon', by: 'hours', hoursLeft: 10 });
    await use(_id, { hours: 20, date: day(-5) });
    expect((await read(_id)).service).toMatchObject({ state: 'due', by: 'hours', hoursLeft: -10 });
    await maintain(_id, { date: day(-3), kind: 'repair', description: 'Tyre' });
    expect((await read(_id)).service.state).toBe('due');
    await maintain(_id, { date: day(-2), kind: 'Service', description: 'Full service' });
    await use(_id, { hours: 30, date: day(-1) });
    expect((await read(_id)).service).toMatchObject({ state: 'later', hoursLeft: 70 });
    const { body } = await farmer.send<Equipment[]>('GET /equipment');
    expect(body.find((item) => item._id === _id)!.service).toMatchObject({ hoursLeft: 70 });
  });

  it('clears an earlier due date if it is a later service', async () => {
    const { _id } = await added();
    await maintain(_id, { date: day(-60), kind: 'service', description: 'x', nextDueDate: day(-1) });
    expect((await read(_id)).service.state).toBe('due');
    await maintain(_id, { date: day(-30), kind: 'repair', description: 'x' });
    expect((await read(_id)).service.state).toBe('due');
    await maintain(_id, { date: day(0), kind: 'service', description: 'x' });
    expect((await read(_id)).service.state).toBe('unknown');
  });

  it('can be corrected and deleted', async () => {
    const { _id } = await added();
    const record = { _id: newId(), date: day(-1), kind: 'repair', description: 'Tyre', cost: 10 };
    await maintain(_id, record);
    expect((await maintain(_id, { ...record, cost: 99 })).status).toBe(409);
    const call = `PUT /equipment/${_id}/maintenance/${record._id}`;
    const edited = await farmer.send<EquipmentDetail>(call, {
      body: { cost: null, kind: 'service', revision: 1 },
    });
    expect(edited.body.maintenance[0]).toMatchObject({
      cost: null,
      kind: 'service',
      description: 'Tyre',
      revision: 2,
    });
    const stale = await farmer.send<Problem>(call, { body: { kind: 'x', revision: 1 } });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale' } });
    expect((await farmer.send(call, { body: { nextDueDate: '2001-01-01' } })).status).toBe(400);
    const deleted = await farmer.send<EquipmentDetail>(`DELETE /equipment/${_id}/maintenance/${record._id}`);
    expect(deleted.body.maintenance).toEqual([]);
    const late = await farmer.send(`POST /equipment/${_id}/maintenance`, {
      body: record,
      headers: { 'idempotency-key': newId() },
    });
    expect(late.status).toBe(410);
  });

  it('is listed newest first with pagination', async () => {
    const { _id } = await added();
    for (const offset of [-5, -1, -3])
      await maintain(_id, { date: day(offset), kind: 'x', description: `${offset}` });
    const first = await farmer.send<MaintenanceRecord[]>(`GET /equipment/${_id}/maintenance`, {
      query: { limit: 2 },
    });
    expect(first.body.map(({ description }) => description)).toEqual(['-1', '-3']);
    const second = await farmer.send<MaintenanceRecord[]>(`GET ${first.next}`);
    expect(second.body.map(({ description }) => description)).toEqual(['-5']);
  });
});

it('writes audit entries, is in the data download, and is deleted with the account', async () => {
  const owner = await app.as('farmer');
  const { _id } = await added({}, owner);
  await maintain(_id, { date: day(0), kind: 'service', description: 'x' }, owner);
  await use(_id, { hours: 2 }, undefined, owner);
  expect(await auditActions(app, _id)).toEqual(['equipment.create', 'maintenance.create', 'usage.create']);
  const data = await owner.send<{ equipment: object[] }>('GET /auth/data');
  expect(data.body.equipment).toMatchObject([
    { name: 'Tractor', maintenance: [{ kind: 'service' }], usage: [{ hours: 2 }] },
  ]);
  await owner.send('DELETE /auth/account', { body: { password: PASSWORD } });
  expect(await app.sql`select from equipment where id = ${_id}`).toEqual([]);
});
