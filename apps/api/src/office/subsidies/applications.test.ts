import type {
  Application,
  EligibilityReport,
  ManagedSubsidy,
  Problem,
  Programme,
  SubsidyTotals,
} from '@ardhi/contract';
import { today } from '@ardhi/contract/dates';
import { describe, expect, it } from 'vitest';
import { beforeTests, type Person, testApp } from '../../../test/app.ts';
import { openEventStream } from '../../../test/event-stream.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { manage, newApplication, newProgramme, openProgramme } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku Kamau'));
const otherFarmer = beforeTests(() => app.as('farmer', 'Otieno Ouma'));
const official = beforeTests(() => app.as('government', 'Amina Yusuf'));

const seed = { name: 'Seed support', description: 'Certified maize seed, 2 acres', amount: 15_000.5 };

const applied = (fields: object = {}, person: Person = farmer) =>
  newApplication(person, { ...seed, ...fields });

describe('applying', () => {
  it('returns the pending application, exact to the cent', async () => {
    const application = await applied();
    expect(application).toMatchObject({
      ...seed,
      status: 'pending',
      kind: 'application',
      reason: null,
      revision: 1,
    });
    expect(await app.row`select amount_cents from subsidies where id = ${application._id}`).toEqual({
      amount_cents: 1_500_050,
    });
  });

  it('ignores a status, an owner and all unknown fields', async () => {
    const application = await applied({
      ...seed,
      status: 'approved',
      owner_id: official.user._id,
      reason: 'x',
    });
    expect(application).toMatchObject({ status: 'pending', reason: null });
  });

  it.each([
    [{ amount: -1 }, 'amount'],
    [{ amount: 10.123 }, 'amount'],
    [{ amount: 1e15 }, 'amount'],
    [{ amount: 'lots' }, 'amount'],
    [{ amount: null }, 'amount'],
    [{ name: '  ' }, 'name'],
    [{ name: ' \u200b\u2066' }, 'name'],
    [{ description: undefined }, 'description'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ programmeId: 'nonsense' }, 'programmeId'],
    [{ parcelIds: [newId()] }, 'parcelIds.0'],
    [{ parcelIds: Array.from({ length: 51 }, newId) }, 'parcelIds'],
  ])('refuses %j', async (wrong, path) => {
    const { status, body } = await farmer.send<Problem>('POST /subsidies', { body: { ...seed, ...wrong } });
    expect(status).toBe(400);
    expect(body.issues?.map((issue) => issue.path)).toContain(path);
  });

  it('accepts zero and a decimal string', async () => {
    expect(await applied({ amount: 0 })).toMatchObject({ amount: 0 });
    expect(await applied({ amount: '12.50' })).toMatchObject({ amount: 12.5 });
  });

  it('creates one application per id, however often it is sent', async () => {
    const body = { ...seed, _id: newId() };
    await applied(body);
    expect((await farmer.send('POST /subsidies', { body })).status).toBe(201);
    const otherKey = await farmer.send('POST /subsidies', { body, headers: { 'idempotency-key': newId() } });
    expect(otherKey.status).toBe(201);
    const otherBody = await farmer.send<Problem>('POST /subsidies', {
      body: { ...body, amount: 1 },
      headers: { 'idempotency-key': newId() },
    });
    expect(otherBody).toMatchObject({ status: 409, body: { code: 'id-taken' } });
    const ofOther = await otherFarmer.send<Problem>('POST /subsidies', { body });
    expect(ofOther.status).toBe(409);
    expect(JSON.stringify(ofOther.body)).not.toContain(seed.name);
    const { length } = await app.db.selectFrom('subsidies').select('id').where('id', '=', body._id).execute();
    expect(length).toBe(1);
  });

  it('accepts only own parcels and derives the regions from them', async () => {
    const own = await insertParcel(app.db, farmer.user._id, { region: 'east', county: 'Kitui' });
    const ofOther = await insertParcel(app.db, otherFarmer.user._id);
    const refused = await farmer.send<Problem>('POST /subsidies', {
      body: { ...seed, parcelIds: [own, ofOther] },
    });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'parcelIds.1' }] } });
    const application = await applied({ parcelIds: [own, own] });
    expect(application.parcelIds).toEqual([own]);
    const { body } = await official.send<ManagedSubsidy>(`GET /government/subsidies/${application._id}`);
    expect(body.regions).toEqual(['east']);
    // A corrected county moves the pending application too.
    await app.sql`update parcels set region = 'north', county = 'Turkana' where id = ${own}`;
    const { body: moved } = await official.send<ManagedSubsidy>(
      `GET /government/subsidies/${application._id}`,
    );
    expect(moved.regions).toEqual(['north']);
  });
});

describe('programmes', () => {
  it('are listed while they are open and have budget left', async () => {
    const open = await openProgramme(official, { amount: 100_000 });
    const pending = await newProgramme(official, { name: 'Not yet' });
    const over = await openProgramme(official, { name: 'Over', closesOn: '2020-01-01' });
    const empty = await openProgramme(official, { name: 'Empty', amount: 0 });
    const { body } = await farmer.send<Programme[]>('GET /subsidies/programmes');
    const ids = body.map(({ _id }) => _id);
    expect(ids).toContain(open._id);
    for (const hidden of [pending, over, empty]) expect(ids).not.toContain(hidden._id);
    expect(body.find(({ _id }) => _id === open._id)).toMatchObject({
      amount: 100_000,
      approvedAmount: 0,
      amountLeft: 100_000,
      meets: null,
    });
  });

  it('accept applications until they close', async () => {
    const programme = await openProgramme(official, { amount: 100_000 });
    const application = await applied({ programmeId: programme._id });
    expect(application).toMatchObject({ programmeId: programme._id, programmeName: 'Drip kits' });
    await manage(official, programme._id, { closed: true });
    const refused = await farmer.send<Problem>('POST /subsidies', {
      body: { ...seed, programmeId: programme._id },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'programme-closed' } });
    expect(refused.body.message).toContain('closed');
    const swahili = await farmer.send<Problem>('POST /subsidies', {
      body: { ...seed, programmeId: programme._id },
      headers: { 'accept-language': 'sw' },
    });
    expect(swahili.body.message).toContain('umefungwa');
    // An existing application can still be edited.
    const edit = await farmer.send(`PUT /subsidies/${application._id}`, { body: { amount: 10 } });
    expect(edit.status).toBe(200);
    const over = await openProgramme(official, { closesOn: '2020-01-01' });
    const late = await farmer.send<Problem>('POST /subsidies', { body: { ...seed, programmeId: over._id } });
    expect(late).toMatchObject({ status: 409, body: { code: 'programme-closed' } });
  });

  it('are invisible to farmers until approved', async () => {
    const pending = await newProgramme(official, { name: 'Not yet' });
    const application = await applied();
    for (const programmeId of [pending._id, application._id, newId()]) {
      const refused = await farmer.send<Problem>('POST /subsidies', { body: { ...seed, programmeId } });
      expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'programmeId' }] } });
      expect((await farmer.send(`GET /subsidies/programmes/${programmeId}/eligibility`)).status).toBe(404);
    }
    expect((await farmer.send(`GET /subsidies/${pending._id}`)).status).toBe(404);
  });

  it('show a farmer the eligibility of each parcel', async () => {
    const programme = await openProgramme(official, {
      rules: { regions: ['west'], minAcres: 1, minScore: 60, crops: ['mahindi'] },
    });
    expect(programme.rules).toMatchObject({
      regions: ['west'],
      crops: ['maize'],
      minScore: 60,
      maxAcres: null,
    });
    const reader = await app.as('farmer');
    const none = await reader.send<EligibilityReport>(
      `GET /subsidies/programmes/${programme._id}/eligibility`,
    );
    expect(none.body).toMatchObject({ meets: false, parcels: [] });
    const today = new Date().toISOString().slice(0, 10);
    const planted = `${Number(today.slice(0, 4)) - 1}-03-10`;
    await insertParcel(app.db, reader.user._id, {
      name: 'Juu',
      sizeAcres: 2,
      score: 57,
      confidence: 70,
      actions: [{ key: 'diversify', gainPoints: 4 }],
      crops: [{ name: 'Mahindi', plantingDate: planted, harvestDate: planted }],
    });
    const { body } = await reader.send<EligibilityReport>(
      `GET /subsidies/programmes/${programme._id}/eligibility`,
    );
    expect(body).toMatchObject({ meets: false, meetingParcels: 0 });
    expect(body.parcels[0]!.rules.map(({ rule, met }) => [rule, met])).toEqual([
      ['place', true],
      ['crop', true],
      ['min-acres', true],
      ['min-score', false],
    ]);
    expect(body.parcels[0]!.rules[3]).toMatchObject({
      missing: 3,
      actions: [{ key: 'diversify', gainPoints: 4, closes: true }],
    });
    const { body: list } = await reader.send<Programme[]>('GET /subsidies/programmes');
    expect(list.find(({ _id }) => _id === programme._id)).toMatchObject({ meets: false });
  });
});

describe('a farmer’s own applications', () => {
  it('are listed newest first, page by page', async () => {
    const reader = await app.as('farmer');
    const made = [];
    for (const name of ['one', 'two', 'three']) made.push(await applied({ name }, reader));
    const first = await reader.send<Application[]>('GET /subsidies', { query: { limit: 2 } });
    expect(first.body.map(({ name }) => name)).toEqual(['three', 'two']);
    expect(first.headers.get('x-total-count')).toBe('3');
    const second = await reader.send<Application[]>(`GET ${first.next}`);
    expect(second.body.map(({ name }) => name)).toEqual(['one']);
    expect(second.next).toBeUndefined();
    expect((await reader.send('GET /subsidies', { query: { cursor: 'nonsense' } })).status).toBe(400);
  });

  it('can be edited while pending', async () => {
    const parcel = await insertParcel(app.db, farmer.user._id);
    const { _id } = await applied();
    const edited = await farmer.send<Application>(`PUT /subsidies/${_id}`, {
      body: {
        name: 'Fertilizer',
        description: 'Two bags',
        amount: 7000,
        parcelIds: [parcel],
        status: 'approved',
      },
    });
    expect(edited.body).toMatchObject({ name: 'Fertilizer', amount: 7000, status: 'pending', revision: 2 });
    expect(edited.body.editedAt).not.toBeNull();
    // Fields that the specification's client does not send stay unchanged.
    const again = await farmer.send<Application>(`PUT /subsidies/${_id}`, {
      body: { name: 'Fertilizer', description: 'Three bags', amount: 9000, revision: 2 },
    });
    expect(again.body).toMatchObject({ description: 'Three bags', parcelIds: [parcel], revision: 3 });
    const stale = await farmer.send<Problem>(`PUT /subsidies/${_id}`, { body: { amount: 1, revision: 2 } });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'stale', current: { amount: 9000, revision: 3 } },
    });
    expect((await farmer.send(`PUT /subsidies/${_id}`, { body: { name: '' } })).status).toBe(400);
    expect((await farmer.send(`PUT /subsidies/${_id}`, { body: { amount: 0.001 } })).status).toBe(400);
  });

  it('cannot be edited or withdrawn once decided', async () => {
    const { _id } = await applied();
    await manage(official, _id, { status: 'rejected', reason: 'No receipt' });
    const edit = await farmer.send<Problem>(`PUT /subsidies/${_id}`, { body: { amount: 1 } });
    expect(edit).toMatchObject({
      status: 409,
      body: { code: 'subsidy-decided', current: { status: 'rejected', reason: 'No receipt' } },
    });
    expect((await farmer.send(`DELETE /subsidies/${_id}`)).status).toBe(409);
    const { body } = await farmer.send<Application>(`GET /subsidies/${_id}`);
    expect(body).toMatchObject({ status: 'rejected', reason: 'No receipt', decidedBy: 'Amina Yusuf' });
  });

  it('tell the officials of their office when they are edited or withdrawn, not when they are new', async () => {
    const stream = await openEventStream(app.url, official);
    await applied();
    const { _id } = await applied();
    await farmer.send(`PUT /subsidies/${_id}`, { body: { amount: 5 } });
    expect(await stream.next()).toEqual({ kind: 'subsidy', ids: [_id] });
    const { _id: other } = await applied();
    await farmer.send(`DELETE /subsidies/${other}`);
    expect(await stream.next()).toEqual({ kind: 'subsidy', ids: [other] });
    await stream.close();
  });

  it('disappear for the farmer once withdrawn, and cannot be recreated', async () => {
    const body = { ...seed, _id: newId() };
    await applied(body);
    expect((await farmer.send(`DELETE /subsidies/${body._id}`)).status).toBe(200);
    expect((await farmer.send(`GET /subsidies/${body._id}`)).status).toBe(404);
    expect((await farmer.send(`DELETE /subsidies/${body._id}`)).status).toBe(404);
    const { body: list } = await farmer.send<Application[]>('GET /subsidies');
    expect(list.map(({ _id }) => _id)).not.toContain(body._id);
    const late = await farmer.send<Problem>('POST /subsidies', {
      body,
      headers: { 'idempotency-key': newId() },
    });
    expect(late.status).toBe(410);
  });
});

describe('totals', () => {
  it('sums requested, granted and pending amounts to the cent, in total and by calendar year in Nairobi', async () => {
    const person = await app.as('farmer', 'Njeri Mwangi');
    const totals = async () => (await person.send<SubsidyTotals>('GET /subsidies/totals')).body;
    expect(await totals()).toEqual({ asked: 0, granted: 0, waiting: 0, years: [] });

    const granted = await applied({ amount: 0.1 }, person);
    await applied({ amount: 0.2 }, person);
    const refused = await applied({ amount: 1000 }, person);
    const withdrawn = await applied({ amount: 7 }, person);
    const old = await applied({ amount: 50.25 }, person);
    await applied({ amount: 1 }, otherFarmer);
    for (const { _id } of [granted, old]) await manage(official, _id, { status: 'approved' });
    await manage(official, refused._id, { status: 'rejected' });
    await person.send(`DELETE /subsidies/${withdrawn._id}`);
    // Already the next year in Nairobi, but not in UTC.
    await app.sql`update subsidies set created_at = '2023-12-31T21:30:00Z' where id = ${old._id}`;

    const thisYear = Number(today().slice(0, 4));
    expect(await totals()).toEqual({
      asked: 1050.55,
      granted: 50.35,
      waiting: 0.2,
      years: [
        { year: thisYear, asked: 1000.3, granted: 0.1, waiting: 0.2 },
        { year: 2024, asked: 50.25, granted: 50.25, waiting: 0 },
      ],
    });
  });
});
