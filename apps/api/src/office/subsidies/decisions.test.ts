import type { Application, ManagedSubsidy, Notice, Problem, SubsidyDossier } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { beforeTests, issuesOf, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { auditActions } from '../../../test/audit.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { manage, newApplication, newProgramme, openProgramme } from '../../../test/subsidies.ts';
import { newId } from '../../lib/database/id.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku Kamau'));
const official = beforeTests(() => app.as('government', 'Amina Yusuf'));
const colleague = beforeTests(() => app.as('government', 'Peter Maina'));

const put = <Body = ManagedSubsidy>(person: Person, id: string, body: object, key?: string) =>
  person.send<Body>(`PUT /government/subsidies/${id}`, {
    body,
    headers: key ? { 'idempotency-key': key } : {},
  });

const applied = (fields: object = {}, person: Person = farmer) => newApplication(person, fields);

describe('deciding', () => {
  it('decides a pending application once, and records official and reason', async () => {
    const { _id } = await applied();
    const first = await put(official, _id, { status: 'approved', reason: 'Complete' });
    expect(first.body).toMatchObject({ status: 'approved', reason: 'Complete', decidedBy: 'Amina Yusuf' });
    const second = await put<Problem>(colleague, _id, { status: 'rejected' });
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'subsidy-decided', current: { status: 'approved', decidedBy: 'Amina Yusuf' } },
    });
    expect((await put<Problem>(official, _id, { status: 'approved' })).status).toBe(409);
    expect(await auditActions(app, _id)).toEqual(['subsidy.apply', 'subsidy.approve']);
  });

  it('returns the same response for the same idempotency key', async () => {
    const { _id } = await applied();
    const key = newId();
    const first = await put(official, _id, { status: 'rejected', reason: 'Twice' }, key);
    const again = await put(official, _id, { status: 'rejected', reason: 'Twice' }, key);
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(await auditActions(app, _id)).toEqual(['subsidy.apply', 'subsidy.reject']);
    expect((await put<Problem>(official, _id, { status: 'approved' }, key)).body.code).toBe('key-reused');
  });

  it('refuses a placeholder that is left in a reason, and accepts other braces', async () => {
    const { _id } = await applied();
    const returning = (body: object) =>
      official.send<Problem>(`POST /government/subsidies/${_id}/return`, {
        body: { fields: ['amount'], reason: 'Too much', ...body },
      });
    for (const [field, text] of [
      ['reason', '{programme} has no budget'],
      ['reasonSw', '{ farmer }, hakuna fedha'],
    ] as const) {
      const rejection = { status: 'rejected', reason: 'No budget', [field]: text };
      for (const { status, body } of [
        await put<Problem>(official, _id, rejection),
        await returning({ [field]: text }),
      ])
        expect([status, issuesOf(body)]).toEqual([400, [`${field}: placeholder-left`]]);
    }
    expect((await returning({ reason: 'See {annex 2}' })).status).toBe(200);
    expect((await put(official, _id, { status: 'rejected', reason: 'See {annex 2}' })).status).toBe(200);
  });

  it('sends the farmer a notice, in both languages', async () => {
    const person = await app.as('farmer');
    const { _id } = await applied({ name: 'Diesel pump', amount: 88_000.5 }, person);
    await put(official, _id, { status: 'rejected', reason: 'The old pump works' });
    const { body } = await person.send<Notice[]>('GET /notices');
    expect(body[0]).toMatchObject({
      title: 'Your application was rejected: Diesel pump',
      body: 'Your application for KES 88,000.50 was rejected. The reason: The old pump works',
      link: `/subsidies/${_id}`,
      read: false,
    });
    const swahili = await person.send<Notice[]>('GET /notices', { headers: { 'accept-language': 'sw' } });
    expect(swahili.body[0]!.title).toBe('Ombi lako limekataliwa: Diesel pump');
    const { _id: other } = await applied({ name: 'Seed' }, person);
    await put(official, other, { status: 'approved' });
    const { body: two } = await person.send<Notice[]>('GET /notices');
    expect(two[0]).toMatchObject({ body: 'KES 100 was approved.' });
  });

  it('refuses withdrawn or unknown applications, and invalid decisions', async () => {
    const { _id } = await applied();
    await farmer.send(`DELETE /subsidies/${_id}`);
    const refused = await put<Problem>(official, _id, { status: 'approved' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'subsidy-withdrawn', current: { status: 'withdrawn' } },
    });
    expect((await put(official, newId(), { status: 'approved' })).status).toBe(404);
    const { _id: pending } = await applied();
    for (const status of ['pending', 'withdrawn', 'maybe', undefined])
      expect((await put(official, pending, { status })).status).toBe(400);
    // An official cannot edit a farmer's application.
    expect((await put(official, pending, { name: 'Other', amount: 1 })).status).toBe(400);
    const approved = await put(official, pending, { status: 'approved', name: 'Other', amount: 1 });
    expect(approved.body).toMatchObject({ name: 'Seed', amount: 100 });
  });

  it('refuses a decision if the farmer has changed the application since the official read it', async () => {
    const { _id } = await applied();
    await farmer.send(`PUT /subsidies/${_id}`, { body: { amount: 1_000_000 } });
    const refused = await put<Problem>(official, _id, { status: 'approved', revision: 1 });
    expect(refused).toMatchObject({ status: 409, body: { code: 'stale', current: { amount: 1_000_000 } } });
    expect((await put(official, _id, { status: 'approved', revision: 2 })).status).toBe(200);
  });

  it('stores a snapshot of the facts', async () => {
    const person = await app.as('farmer', 'Njeri');
    const parcel = await insertParcel(app.db, person.user._id, {
      name: 'Juu',
      sizeAcres: 3,
      score: 71,
      confidence: 64,
    });
    const programme = await openProgramme(official, { rules: { minScore: 70, minConfidence: 80 } });
    const { _id } = await applied({ programmeId: programme._id, parcelIds: [parcel] }, person);
    const dossier = () => official.send<SubsidyDossier>(`GET /government/subsidies/${_id}`);
    expect((await dossier()).body).toMatchObject({
      applicant: { name: 'Njeri' },
      applicantFacts: { email: person.user.email, otherApplications: 0, otherApprovedAmount: 0 },
      facts: {
        frozen: false,
        meets: false,
        parcels: [
          {
            size: 3,
            sustainabilityScore: 71,
            confidence: 64,
            rules: [
              { rule: 'min-score', met: true },
              { rule: 'min-confidence', met: false, missing: 16, evidence: { closes: true } },
            ],
          },
        ],
      },
    });
    await put(official, _id, { status: 'approved', reason: 'A person decides' });
    await app.db.updateTable('parcels').set({ score: 12, size_acres: 9 }).where('id', '=', parcel).execute();
    await put(official, programme._id, { rules: null });
    const { body } = await dossier();
    expect(body.facts).toMatchObject({
      frozen: true,
      meets: false,
      parcels: [{ size: 3, sustainabilityScore: 71, confidence: 64, rules: [{ met: true }, { met: false }] }],
    });
    expect(body.timeline).toMatchObject([
      { event: 'apply', by: 'Njeri' },
      { event: 'approve', by: 'Amina Yusuf', reason: 'A person decides' },
    ]);
  });
});

describe('a programme', () => {
  it('starts pending, opens on approval and can be edited', async () => {
    const programme = await newProgramme(official, { closesOn: '2099-12-31' });
    expect(programme).toMatchObject({
      kind: 'programme',
      status: 'pending',
      open: false,
      closesOn: '2099-12-31',
      createdBy: { name: 'Amina Yusuf' },
      applicant: null,
      regions: ['north', 'south', 'east', 'west'],
    });
    const approved = await put(colleague, programme._id, { status: 'approved' });
    expect(approved.body).toMatchObject({
      open: true,
      approvedAmount: 0,
      amountLeft: 1000,
      pendingApplications: 0,
    });
    const edited = await put(colleague, programme._id, {
      name: 'Pumps',
      closesOn: null,
      rules: { counties: ['kitui'] },
    });
    expect(edited.body).toMatchObject({
      name: 'Pumps',
      closesOn: null,
      regions: ['east'],
      status: 'approved',
    });
    const closed = await put(official, programme._id, { closed: true });
    expect(closed.body).toMatchObject({ closed: true, open: false });
    expect((await put(official, programme._id, { closed: false })).body.open).toBe(true);
    // A client that sends the whole row back makes an edit, not a decision.
    const whole = await put(official, programme._id, { ...edited.body, description: 'New' });
    expect(whole.status).toBe(409);
    const { body: now } = await official.send<ManagedSubsidy>(`GET /government/subsidies/${programme._id}`);
    const saved = await put(official, programme._id, { ...now, description: 'New' });
    expect(saved.body).toMatchObject({ description: 'New', status: 'approved' });
    expect(await auditActions(app, programme._id)).toEqual([
      'subsidy.create',
      'subsidy.approve',
      'subsidy.edit',
      'subsidy.close',
      'subsidy.reopen',
      'subsidy.edit',
    ]);
  });

  it('is edited and decided in one call, or not at all', async () => {
    const programme = await newProgramme(official);
    const both = await put(official, programme._id, { ...programme, amount: 2000, status: 'approved' });
    expect(both.body).toMatchObject({ amount: 2000, status: 'approved' });
    const neither = await put<Problem>(official, programme._id, { amount: 3000, status: 'rejected' });
    expect(neither).toMatchObject({ status: 409, body: { current: { status: 'approved' } } });
    const { body } = await official.send<ManagedSubsidy>(`GET /government/subsidies/${programme._id}`);
    expect(body.amount).toBe(2000);
    const unchanged = await newProgramme(official);
    await put(official, unchanged._id, { ...unchanged, status: 'approved' });
    expect(await auditActions(app, unchanged._id)).toEqual(['subsidy.create', 'subsidy.approve']);
  });

  it.each([
    [{ amount: -5 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ name: '' }, 'name'],
    [{ closesOn: '2026-02-30' }, 'closesOn'],
    [{ rules: { minAcres: 5, maxAcres: 1 } }, 'rules.maxAcres'],
    [{ rules: { counties: ['Kitui', 'Atlantis'] } }, 'rules.counties.1'],
    [{ rules: { regions: ['middle'] } }, 'rules.regions.0'],
    [{ rules: { minScore: 101 } }, 'rules.minScore'],
  ])('refuses %j', async (wrong, path) => {
    const response = await official.send<Problem>('POST /government/subsidies', {
      body: { name: 'x', description: 'y', amount: 1, ...wrong },
    });
    expect(response.status).toBe(400);
    expect(response.body.issues?.map((issue) => issue.path)).toContain(path);
    const { _id } = await newProgramme(official);
    expect((await put(official, _id, wrong)).status).toBe(400);
  });

  it('cannot lower its budget below the approved amount', async () => {
    const programme = await openProgramme(official, { amount: 250 });
    const { _id } = await applied({ programmeId: programme._id, amount: 200 });
    await put(official, _id, { status: 'approved' });
    const refused = await put<Problem>(official, programme._id, { amount: 199.99 });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'amount' }] } });
    expect(refused.body.issues![0]!.message).toContain('KES 200');
    expect((await put(official, programme._id, { amount: 200 })).body).toMatchObject({ amountLeft: 0 });
  });

  it('refuses an approval beyond its budget', async () => {
    const programme = await openProgramme(official, { amount: 250 });
    const { _id } = await applied({ programmeId: programme._id, amount: 250.01 });
    const refused = await put<Problem>(official, _id, { status: 'approved' });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'budget-exceeded', current: { status: 'pending' } },
    });
    expect(refused.body.message).toContain('KES 250');
    expect((await put(official, _id, { status: 'rejected' })).status).toBe(200);
  });

  it('can be deleted only without applications', async () => {
    const programme = await openProgramme(official);
    await applied({ programmeId: programme._id });
    const refused = await official.send<Problem>(`DELETE /government/subsidies/${programme._id}`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'programme-in-use' } });
    expect(refused.body.message).toContain('close it');
    const body = { name: 'Mistake', description: 'x', amount: 1, _id: newId() };
    await newProgramme(official, body);
    expect((await colleague.send(`DELETE /government/subsidies/${body._id}`)).status).toBe(200);
    expect((await official.send(`GET /government/subsidies/${body._id}`)).status).toBe(404);
    const late = await official.send('POST /government/subsidies', {
      body,
      headers: { 'idempotency-key': newId() },
    });
    expect(late.status).toBe(410);
    const { _id } = await applied();
    expect((await official.send(`DELETE /government/subsidies/${_id}`)).status).toBe(409);
  });
});

describe('a deleted account', () => {
  it('withdraws pending applications and keeps decisions without personal data', async () => {
    const person = await app.as('farmer', 'Mwende Musyoka');
    await insertParcel(app.db, person.user._id, { name: 'Kwa Mwende' });
    const waiting = await applied({ description: 'For Mwende' }, person);
    const decided = await applied({ description: 'For Mwende too' }, person);
    await put(official, decided._id, { status: 'approved' });
    const data = await person.send<{ subsidies: unknown[] }>('GET /auth/data');
    expect(data.body.subsidies).toHaveLength(2);
    const gone = await person.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect(gone.status).toBe(200);
    const { body: first } = await official.send<SubsidyDossier>(`GET /government/subsidies/${waiting._id}`);
    expect(first).toMatchObject({ status: 'withdrawn', applicantFacts: null, applicant: { name: '' } });
    const { body: second } = await official.send<SubsidyDossier>(`GET /government/subsidies/${decided._id}`);
    expect(second).toMatchObject({ status: 'approved', amount: 100, facts: { frozen: true } });
    const stored = await app.sql`select * from subsidies where owner_id = ${person.user._id}`;
    const logged = await app.sql`
      select * from audit_log where entity = 'subsidy' and entity_id = any(${[waiting._id, decided._id]})`;
    expect(JSON.stringify([stored, logged])).not.toMatch(/mwende/i);
  });
});

describe('four eyes', () => {
  const strict = testApp({ REQUIRE_SECOND_OFFICIAL: 'true' });
  const author = beforeTests(() => strict.as('government'));
  const second = beforeTests(() => strict.as('government'));

  it('require an official who created neither the programme nor its budget', async () => {
    const { _id } = await newProgramme(author);
    for (const status of ['approved', 'rejected'])
      expect(await put<Problem>(author, _id, { status })).toMatchObject({
        status: 403,
        body: { code: 'second-official' },
      });
    // The official who sets the budget becomes its author.
    expect((await put<Problem>(second, _id, { amount: 9_000_000, status: 'approved' })).status).toBe(403);
    await put(second, _id, { amount: 5000 });
    expect((await put(second, _id, { status: 'approved' })).status).toBe(403);
    const third = await strict.as('government');
    expect((await put(third, _id, { status: 'approved' })).status).toBe(200);
    expect((await put<Problem>(third, _id, { amount: 5001 })).status).toBe(400);
    expect((await put(third, _id, { amount: 4000 })).status).toBe(200);
    const { body } = await author.send<Notice[]>('GET /notices');
    expect(body[0]).toMatchObject({
      title: 'Your programme was approved: Drip kits',
      link: '/subsidies/manage',
    });
  });

  it('are not required for an application', async () => {
    const { _id } = await applied({}, await strict.as('farmer'));
    expect((await put(author, _id, { status: 'approved' })).status).toBe(200);
  });
});

it('states the reason in both languages, and a programme its texts', async () => {
  const own = await app.as('farmer');
  const programme = await openProgramme(official, {
    nameSw: 'Vifaa vya matone',
    descriptionSw: 'Vya nusu ekari',
  });
  expect(programme).toMatchObject({ name: 'Drip kits', nameSw: 'Vifaa vya matone' });
  const application = await applied({ programmeId: programme._id }, own);
  await manage(official, application._id, {
    status: 'rejected',
    reason: 'No water',
    reasonSw: 'Hakuna maji',
  });
  const seen = await own.send<Application>(`GET /subsidies/${application._id}`);
  expect(seen.body).toMatchObject({
    reason: 'No water',
    reasonSw: 'Hakuna maji',
    programmeName: 'Drip kits',
    programmeNameSw: 'Vifaa vya matone',
  });
  const bodyIn = async (language: string) =>
    (await own.send<{ body: string }[]>('GET /notices', { headers: { 'accept-language': language } })).body[0]
      ?.body;
  expect(await bodyIn('en')).toContain('No water');
  expect(await bodyIn('sw')).toContain('Hakuna maji');
  const edited = await manage(official, programme._id, { amount: 2000 });
  expect(edited.body).toMatchObject({ nameSw: 'Vifaa vya matone' });
  const renamed = await manage(official, programme._id, { name: 'Drip lines' });
  expect(renamed.body).toMatchObject({ nameSw: null, descriptionSw: 'Vya nusu ekari' });
});
