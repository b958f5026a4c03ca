/** Audit binders: totals equal to a recount, both approvals, rules and land, audit log entry, verification, erasure. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Binder, Problem } from '@ardhi/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { newParcel } from '../../../test/land.ts';
import { pdfTexts } from '../../../test/pdf-text.ts';
import { insertPost } from '../../../test/posts.ts';
import { manage, newApplication, openProgramme } from '../../../test/subsidies.ts';
import { sealAuditLogJob } from '../../records/audit/jobs.ts';
import { secondsUnsealed } from '../../records/audit/seal-queries.ts';
import { verifyAuditLog } from '../../records/audit/verify.ts';
import { createBinder, resumeBinders } from './create.ts';
import { isAnyUnsealed } from './queries.ts';
import { verifyBinder } from './verify.ts';

const app = testApp();
const head = beforeTests(() => app.as('government', 'Achieng'));
const second = beforeTests(() => app.as('government', 'Otieno'));
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku'));
const YEAR = { from: '2026-01-01', until: '2026-12-31' };
const folder = mkdtempSync(join(tmpdir(), 'ardhi-binder-'));
afterAll(() => rmSync(folder, { recursive: true }));
const programme = { id: '' };

beforeAll(async () => {
  for (const person of [head, second])
    await person.send('POST /auth/confirm', { body: { password: PASSWORD } });
});

const start = (by: Person, body: object = YEAR, programmeId = programme.id) =>
  by.send<Binder & Problem>(`POST /government/subsidies/${programmeId}/binders`, { body });
async function create(by: Person, body: object = YEAR, programmeId = programme.id): Promise<Binder> {
  const started = await start(by, body, programmeId);
  expect([started.status, started.body.state]).toEqual([201, 'running']);
  await createBinder({ binderId: started.body._id }, app.services);
  return (await list(by, programmeId)).find(({ _id }) => _id === started.body._id)!;
}
const list = async (by: Person, programmeId = programme.id) =>
  (await by.send<Binder[]>(`GET /government/subsidies/${programmeId}/binders`)).body;

async function file(by: Person, id: string, format: 'csv' | 'pdf'): Promise<Buffer> {
  const response = await fetch(`${app.url}/api/government/binders/${id}/${format}`, {
    headers: { authorization: `Bearer ${by.token}` },
  });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const ofCsv = (bytes: Buffer) => {
  const [rows = '', foot = ''] = bytes.toString().replace('\uFEFF', '').split('\r\n\r\n');
  return { rows: rows.trim().split('\r\n'), foot };
};
const saved = (bytes: Buffer, name: string) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

it('lists every approved shilling with application, approvals, rules and land; its total equals a recount', async () => {
  programme.id = (
    await openProgramme(head, {
      name: 'Drip kits',
      amount: 5000,
      secondAbove: 1000,
      rules: { counties: ['Nakuru'], minAcres: 2 },
    })
  )._id;
  const parcel = await newParcel(farmer, { name: 'Shamba la mto', size: 2.5 });
  const apply = (amount: number, name: string) =>
    newApplication(farmer, { programmeId: programme.id, parcelIds: [parcel._id], amount, name });
  const small = await apply(600.5, 'Kit for tomatoes');
  const large = await apply(1500, '=Kit for kale');
  await manage(head, small._id, { status: 'approved' });
  await manage(second, large._id, { status: 'approved' });
  await manage(head, large._id, { status: 'approved' });
  await manage(head, (await apply(100, 'Refused'))._id, { status: 'rejected' });
  await apply(100, 'Still pending');

  const binder = await create(head);
  const recount = await app.row<{ cents: number; count: number }>`
    select sum(amount_cents)::bigint as cents, count(*)::int as count from subsidies
    where programme_id = ${programme.id} and status = 'approved'`;
  expect(binder).toMatchObject({ state: 'ready', madeBy: 'Achieng', county: null, ...YEAR });
  expect([binder.total, binder.applications]).toEqual([recount.cents / 100, recount.count]);
  expect(binder.total).toBe(2100.5);

  const csv = await file(head, binder._id, 'csv');
  expect(binder.csvSha256).toBe(sha256(csv));
  const { rows, foot } = ofCsv(csv);
  expect(rows).toHaveLength(3);
  expect(rows[1]).toMatch(
    /^\d{4}-\d\d-\w+,[-0-9a-f]{36},Kit for tomatoes,600\.50,Achieng,2026-\d\d-\d\d \d\d:\d\d,,,met,/,
  );
  expect(rows[1]).toContain('Shamba la mto (2.5 acres, Nakuru)');
  expect(rows[1]).toContain('smallest size met: 2.5 acres (required: 2)');
  expect(rows[2]).toMatch(/,'=Kit for kale,1500\.00,Otieno,2026[^,]+,Achieng,2026[^,]+,met,/);
  for (const [index, id] of [small._id, large._id].entries()) {
    const entry = await app.row<{ id: number }>`
      select id from audit_log where entity_id = ${id} and action = 'subsidy.approve'`;
    expect(rows[index + 1]).toMatch(new RegExp(`,Nakuru,${entry.id}$`));
  }
  expect(foot).toContain('Approved applications,2\r\nTotal approved,2100.50');
  expect(foot).toContain(`${binder.head!.seal},${binder.head!.hash}`);
  // Neither name nor contact of the farmer.
  expect(csv.toString()).not.toMatch(/Wanjiku|@/);

  const text = pdfTexts(await file(head, binder._id, 'pdf')).join(' ');
  for (const part of ['Drip kits', 'KES 2,100.50', 'Shamba la mto', 'Otieno', small.reference!])
    expect(text).toContain(part);
  for (const hash of [binder.csvSha256!, binder.head!.hash]) expect(text.replaceAll(' ', '')).toContain(hash);
});

it('covers applications without a programme, equal to a recount', async () => {
  const parcel = await newParcel(farmer, { name: 'Shamba huru' });
  const own = await newApplication(farmer, { parcelIds: [parcel._id], amount: 750.25, name: 'Water tank' });
  await manage(head, own._id, { status: 'approved' });
  await newApplication(farmer, { name: 'Still pending' });
  const binder = await create(head, YEAR, 'none');
  const recount = await app.row<{ cents: number; count: number }>`
    select sum(amount_cents)::bigint as cents, count(*)::int as count from subsidies
    where programme_id is null and kind = 'application' and status = 'approved'`;
  expect([binder.total, binder.applications]).toEqual([recount.cents / 100, recount.count]);
  expect(binder.total).toBe(750.25);
  const csv = await file(head, binder._id, 'csv');
  expect(ofCsv(csv).rows).toHaveLength(2);
  expect(ofCsv(csv).foot).toContain('Programme,,Without a programme');
  expect(pdfTexts(await file(head, binder._id, 'pdf')).join(' ')).toContain('Without a programme');
  expect((await list(head, 'none')).map(({ _id }) => _id)).toEqual([binder._id]);
  expect((await list(head)).map(({ _id }) => _id)).not.toContain(binder._id);
  expect((await auditEntries(app, binder._id))[0]!.after).not.toHaveProperty('programmeId');
  expect((await head.send(`GET /government/subsidies/${own._id}/binders`)).status).toBe(404);
});

it('covers the days of the decisions, both included', async () => {
  await app.sql`update subsidies set decided_at = '2026-03-31T20:59:59Z' where name = 'Kit for tomatoes'`;
  await app.sql`update subsidies set decided_at = '2026-03-31T21:00:00Z' where name = '=Kit for kale'`;
  const totals = async (from: string, until: string) => (await create(head, { from, until })).total;
  expect(await totals('2026-03-31', '2026-03-31')).toBe(600.5);
  expect(await totals('2026-04-01', '2026-04-01')).toBe(1500);
  expect(await totals('2026-04-02', '2026-04-30')).toBe(0);
  const wrong = await start(head, { from: '2026-04-02', until: '2026-04-01' });
  expect(wrong).toMatchObject({ status: 400, body: { issues: [{ path: 'until' }] } });
});

it('is created once at a time, and by another process after a kill', async () => {
  const { body } = await start(head);
  expect(await start(head)).toMatchObject({ status: 409, body: { code: 'binder-running' } });
  const early = await head.send<Problem>(`GET /government/binders/${body._id}/csv`);
  expect(early).toMatchObject({ status: 409, body: { code: 'binder-unfinished' } });
  await app.sql`delete from graphile_worker._private_jobs`;
  await app.sql`update audit_binders set worked_at = now() - interval '2 minutes' where id = ${body._id}`;
  await resumeBinders({}, app.services);
  expect(
    await app.sql`select from graphile_worker.jobs where task_identifier = 'create-binder'`,
  ).toHaveLength(1);
  // Two processes with the same job write one entry.
  await Promise.all([1, 2].map(() => createBinder({ binderId: body._id }, app.services)));
  expect(await auditEntries(app, body._id)).toHaveLength(1);
});

it('is an entry of the sealed audit log with head and hashes, so that a forged pair is detected', async () => {
  const binder = await create(head);
  const csv = await file(head, binder._id, 'csv');
  const pdf = await file(head, binder._id, 'pdf');
  const [entry] = await auditEntries(app, binder._id);
  expect(entry).toMatchObject({
    action: 'binder.create',
    actor_id: head.user._id,
    after: {
      ...YEAR,
      applications: 2,
      totalCents: 210_050,
      seal: binder.head!.seal,
      head: binder.head!.hash,
      csvSha256: sha256(csv),
      pdfSha256: sha256(pdf),
    },
  });
  await sealAuditLogJob({}, app.services);
  const files = [saved(csv, 'binder.csv'), saved(pdf, 'binder.pdf')];
  expect(await verifyBinder(app.connectionString, files)).toEqual([
    expect.stringContaining('2 applications, KES 2100.50'),
    expect.stringContaining('is as it was created'),
  ]);
  expect(await verifyAuditLog(app.connectionString, [binder.head!.hash])).toHaveLength(2);
  // Other transactions of the cluster may hold back the seal of the first binder's entry.
  await expect
    .poll(async () => {
      await sealAuditLogJob({}, app.services);
      return secondsUnsealed(app.services.db);
    })
    .toBe(0);
  // Entries after an open transaction are not sealed, so both twins have the same head and the same CSV.
  const [first, twin] = await app.services.db.transaction().execute(async (open) => {
    await sql`select pg_current_xact_id()`.execute(open);
    return [await create(head), await create(head)] as const;
  });
  const csvOfTwin = await file(head, twin._id, 'csv');
  expect(csvOfTwin).toEqual(await file(head, first._id, 'csv'));
  const pdfOfTwin = saved(await file(head, twin._id, 'pdf'), 'twin.pdf');
  expect(await verifyBinder(app.connectionString, [saved(csvOfTwin, 'twin.csv'), pdfOfTwin])).toHaveLength(2);

  const forged = saved(Buffer.from(csv.toString().replace('1500.00', '2500.00')), 'forged.csv');
  await expect(verifyBinder(app.connectionString, [forged])).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('no binder in the audit log has its SHA-256'),
  });
  const other = await create(head, { from: '2026-01-02', until: '2026-12-31' });
  const otherPdf = saved(await file(head, other._id, 'pdf'), 'other.pdf');
  await expect(verifyBinder(app.connectionString, [files[0]!, otherPdf])).rejects.toThrow(/not those of one/);

  // An entry made for the forged file is not under the seals; a head made anew is not on the chain. The PDF names the
  // entry: a twin may have the same CSV.
  await app.sql`alter table audit_log disable trigger user`;
  await app.sql`
    update audit_log set after = after || ${JSON.stringify({ csvSha256: sha256(Buffer.from(csv.toString().replace('1500.00', '2500.00'))) })}::jsonb
    where entity_id = ${binder._id}`;
  await verifyBinder(app.connectionString, [forged]);
  await expect(verifyAuditLog(app.connectionString)).rejects.toMatchObject({ exitCode: 2 });
  await app.sql`
    update audit_log set after = after || ${JSON.stringify({ csvSha256: sha256(csv), head: '0'.repeat(64) })}::jsonb
    where entity_id = ${binder._id}`;
  await expect(verifyBinder(app.connectionString, files)).rejects.toThrow(/not the hash of seal/);
  await app.sql`
    update audit_log set after = after || ${JSON.stringify({ head: binder.head!.hash })}::jsonb
    where entity_id = ${binder._id}`;
  await app.sql`alter table audit_log enable trigger user`;
});

it('holds the applications of the own county for a county post, without land elsewhere', async () => {
  const owner = await app.as('farmer', 'Cherono');
  const here = await newParcel(owner, { name: 'Hapa', size: 3 });
  const far = await newParcel(owner, {
    name: 'Mbali',
    size: 1,
    location: { address: 'Belgut, Kericho County' },
    county: 'Kericho',
  });
  const inCounty = await newApplication(owner, { programmeId: programme.id, parcelIds: [here._id, far._id] });
  const elsewhere = await newApplication(owner, {
    programmeId: programme.id,
    parcelIds: [far._id],
    amount: 50,
  });
  for (const { _id } of [inCounty, elsewhere]) await manage(head, _id, { status: 'approved' });
  const [nakuru, kericho, viewer] = [
    await app.as('government', 'Njeri'),
    await app.as('government', 'Rotich'),
    await app.as('government', 'Mutua'),
  ];
  await insertPost(app, nakuru, 'Nakuru');
  await insertPost(app, kericho, 'Kericho');
  await insertPost(app, viewer, 'Nakuru', ['view']);
  for (const person of [nakuru, kericho, viewer])
    await person.send('POST /auth/confirm', { body: { password: PASSWORD } });
  const binder = await create(nakuru);
  expect(binder).toMatchObject({ county: 'Nakuru', total: 2200.5 });
  const text = (await file(nakuru, binder._id, 'csv')).toString();
  expect(text).toContain('Hapa (3 acres, Nakuru); ');
  expect(text).not.toMatch(/Mbali|Kericho/);
  expect((await create(kericho)).total).toBe(50);
  expect((await kericho.send(`GET /government/binders/${binder._id}/csv`)).status).toBe(404);
  expect((await list(head)).map(({ _id }) => _id)).toContain(binder._id);
  expect((await list(kericho)).map(({ _id }) => _id)).not.toContain(binder._id);
  for (const call of [
    `POST /government/subsidies/${programme.id}/binders`,
    `GET /government/subsidies/${programme.id}/binders`,
    `GET /government/binders/${binder._id}/pdf`,
  ])
    expect(await viewer.send(call, { body: call.startsWith('POST') ? YEAR : undefined })).toMatchObject({
      status: 403,
      body: { code: 'duty-needed' },
    });
});

it('is for auditors too, who have no other duty', async () => {
  const auditor = await app.as('government', 'Makena');
  await insertPost(app, auditor, 'Nakuru', ['auditor']);
  await auditor.send('POST /auth/confirm', { body: { password: PASSWORD } });
  const binder = await create(auditor);
  expect((await list(auditor))[0]).toMatchObject({ _id: binder._id, programmeName: 'Drip kits' });
  expect((await file(auditor, binder._id, 'csv')).toString()).toContain('Approved amount (KES)');
});

it('is in the access log of its farmers, and loses its files when one of them deletes the account', async () => {
  const leaving = await app.as('farmer', 'Barasa');
  const { _id: programmeId } = await openProgramme(head);
  const parcel = await newParcel(leaving, { name: 'Shamba la siri' });
  const application = await newApplication(leaving, { programmeId, parcelIds: [parcel._id] });
  await manage(head, application._id, { status: 'approved' });
  const binder = await create(head, YEAR, programmeId);
  await file(head, binder._id, 'pdf');
  const looks = await leaving.send<{ look: string }[]>('GET /auth/access-lines');
  expect(looks.body.map(({ look }) => look)).toContain('application-export');
  const { body: running } = await start(head, YEAR, programmeId);
  expect((await leaving.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
  expect(await list(head, programmeId)).toMatchObject([
    { state: 'running' },
    { state: 'erased', total: 100 },
  ]);
  expect((await head.send(`GET /government/binders/${binder._id}/csv`)).status).toBe(410);
  expect((await auditEntries(app, binder._id))[0]).toMatchObject({ after: { csvSha256: binder.csvSha256 } });
  // Created after the deletion, it holds nothing to erase.
  await createBinder({ binderId: running._id }, app.services);
  expect((await list(head, programmeId))[0]!.state).toBe('erased');
  const again = await create(head, YEAR, programmeId);
  expect((await file(head, again._id, 'csv')).toString()).not.toContain('siri');
});

it('waits for a seal over its decisions, which an open transaction holds back', async () => {
  const { db } = app.services;
  const { _id: programmeId } = await openProgramme(head);
  const { _id } = await newApplication(farmer, { programmeId });
  const range = { programme_id: programmeId, county: null, from_day: YEAR.from, until_day: YEAR.until };
  await db.transaction().execute(async (open) => {
    await sql`select pg_current_xact_id()`.execute(open);
    await manage(head, _id, { status: 'approved' });
    await sealAuditLogJob({}, app.services);
    expect(await isAnyUnsealed(db, range)).toBe(true);
  });
  expect((await create(head, YEAR, programmeId)).applications).toBe(1);
  expect(await isAnyUnsealed(db, range)).toBe(false);
});
