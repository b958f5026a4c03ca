import type {
  Boundary,
  Message,
  Notice,
  OfficialOverlap,
  Overlap,
  ParcelDetail,
  Problem,
} from '@ardhi/contract';
import { bboxOf, type Shape } from '@ardhi/geo';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { beforeTests, type Person, startTestApp, testApp } from '../../../test/app.ts';
import { auditActions } from '../../../test/audit.ts';
import { polygon, rectangle, ring, setBoundary } from '../../../test/boundaries.ts';
import { newParcel } from '../../../test/land.ts';
import { newId } from '../../lib/database/id.ts';
import { listNeighbourIds } from './queries.ts';

const ROUNDS = inject('isFull') ? 8 : 3;

const app = testApp();
const official = beforeTests(() => app.as('government', 'Achieng'));
let wanjiku: Person;
let otieno: Person;
let north: ParcelDetail;
let south: ParcelDetail;

// Two farmers with one parcel each, without boundaries.
beforeEach(async () => {
  await app.db.deleteFrom('parcels').execute();
  wanjiku = await app.as('farmer', 'Wanjikũ');
  otieno = await app.as('farmer', 'Otieno');
  north = await newParcel(wanjiku, { name: 'Kaskazini' });
  south = await newParcel(otieno, { name: 'Kusini' });
});

const overlapsOf = async (farmer: Person) => (await farmer.send<Overlap[]>('GET /boundaries/overlaps')).body;
const noticesOf = async (person: Person) => (await person.send<Notice[]>('GET /notices')).body;
const listed = async (query = {}) =>
  (await official.send<OfficialOverlap[]>('GET /government/overlaps', { query })).body;

/** Moves all throttle windows to the day before. */
const nextDay = () => app.sql`update throttles set window_start = window_start - interval '25 hours'`;

async function overlapping(): Promise<Overlap> {
  await setBoundary(wanjiku, north._id, rectangle(0, 0));
  const { overlaps } = await setBoundary(otieno, south._id, rectangle(8, 0));
  return overlaps[0]!;
}

describe('boundaries of two farmers that overlap', () => {
  it('are saved, and both farmers see area, side and their own edge but no other data of each other', async () => {
    const mine = await overlapping();
    expect(mine).toMatchObject({ landId: south._id, status: 'open', note: null, threadId: null });
    // 2 by 10 steps of about eleven metres are 2,464 square metres.
    expect(mine).toMatchObject({ areaSquareMetres: 2000, side: 'west', strip: 'hidden', geometry: null });
    const [theirs] = await overlapsOf(wanjiku);
    expect(theirs).toEqual({ ...mine, landId: north._id, side: 'east', stretch: expect.any(Array) });
    for (const [{ stretch }, lon] of [
      [mine, 35.9008],
      [theirs!, 35.901],
    ] as const)
      expect(stretch.flat().filter(([x]) => x === lon)).toHaveLength(2);
    expect((await wanjiku.send<Boundary>(`GET /land/${north._id}/boundary`)).body.overlaps).toEqual([theirs]);
    const visible = JSON.stringify([await overlapsOf(otieno), await noticesOf(wanjiku)]);
    for (const secret of [wanjiku.user._id, otieno.user._id, 'Otieno', 'Kusini'])
      expect(visible).not.toContain(secret);
    expect(JSON.stringify(theirs)).not.toContain(south._id);
  });

  it('notify the other farmer once, with a link to their own parcel', async () => {
    await overlapping();
    await setBoundary(otieno, south._id, rectangle(8, 0, 12));
    const notices = await noticesOf(wanjiku);
    expect(notices).toHaveLength(1);
    expect(notices[0]).toMatchObject({ kind: 'boundary-overlap', link: `/land/${north._id}` });
    expect(notices[0]?.title).toContain('Kaskazini');
    expect(await noticesOf(otieno)).toEqual([]);
  });

  it('cause one notice a day per pair of farmers, regardless of the number of parcels and saves', async () => {
    const west = await newParcel(wanjiku, { name: 'Magharibi' });
    await setBoundary(wanjiku, north._id, rectangle(0, 0));
    await setBoundary(wanjiku, west._id, rectangle(0, 20));
    for (let round = 0; round < ROUNDS; round += 1) {
      await setBoundary(otieno, south._id, rectangle(6, 6, 4, 20));
      await setBoundary(otieno, south._id, rectangle(30, 6, 4, 20));
    }
    const today = await noticesOf(wanjiku);
    expect(today).toHaveLength(1);
    // The larger of the two strips.
    expect(today[0]?.title).toContain('Magharibi');
    await nextDay();
    await setBoundary(otieno, south._id, rectangle(6, 6, 4, 20));
    expect(await noticesOf(wanjiku)).toHaveLength(2);
    // Another neighbour is another pair.
    const third = await app.as('farmer');
    await setBoundary(third, (await newParcel(third))._id, rectangle(2, 2, 4, 4));
    expect(await noticesOf(wanjiku)).toHaveLength(3);
  });

  it('are not reported within the tolerance, at a shared border, or between parcels of one farmer', async () => {
    await setBoundary(wanjiku, north._id, rectangle(0, 0));
    expect((await setBoundary(otieno, south._id, rectangle(10, 0))).overlaps).toEqual([]);
    expect((await setBoundary(otieno, south._id, rectangle(9.85, 0))).overlaps).toEqual([]);
    const own = await newParcel(wanjiku);
    expect((await setBoundary(wanjiku, own._id, rectangle(2, 2, 5, 5))).overlaps).toEqual([]);
    expect(await listed()).toEqual([]);
  });

  it('are resolved by either farmer or by removing a boundary, and then deleted', async () => {
    await overlapping();
    await setBoundary(wanjiku, north._id, rectangle(0, 0, 8));
    expect([await overlapsOf(wanjiku), await overlapsOf(otieno), await listed()]).toEqual([[], [], []]);
    await setBoundary(wanjiku, north._id, rectangle(0, 0, 9));
    expect(await overlapsOf(otieno)).toHaveLength(1);
    await otieno.send(`DELETE /land/${south._id}/boundary`);
    expect(await overlapsOf(wanjiku)).toEqual([]);
  });

  it('are hidden while a parcel is deleted, still updated meanwhile, and deleted with the account', async () => {
    await overlapping();
    await wanjiku.send(`DELETE /land/${north._id}`);
    expect([await overlapsOf(otieno), await listed()]).toEqual([[], []]);
    await setBoundary(otieno, south._id, rectangle(9, 0));
    await wanjiku.send(`POST /land/${north._id}/restore`, { body: {} });
    const [back] = await overlapsOf(otieno);
    expect(back?.areaSquareMetres).toBe(1000);
    expect((await noticesOf(wanjiku)).filter(({ kind }) => kind === 'boundary-overlap')).toHaveLength(1);
    await wanjiku.send('DELETE /auth/account', { body: { password: 'correct horse' } });
    expect(await overlapsOf(otieno)).toEqual([]);
  });

  it('are detected if both are saved concurrently', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await newParcel(wanjiku), await newParcel(otieno)];
      const y = 1000 + round * 50;
      await Promise.all([
        setBoundary(wanjiku, one._id, rectangle(0, y)),
        setBoundary(otieno, other._id, rectangle(5, y)),
      ]);
    }
    expect(await overlapsOf(wanjiku)).toHaveLength(ROUNDS);
  });

  it('stay consistent under many concurrent saves of many neighbours', async () => {
    const farmers = [wanjiku, otieno, await app.as('farmer'), await app.as('farmer')];
    const parcels = await Promise.all(farmers.map((farmer) => newParcel(farmer)));
    const save = (index: number, shift: number) =>
      setBoundary(farmers[index]!, parcels[index]!._id, rectangle(2000 + index * 6 + shift, 0));
    await Promise.all(
      Array.from({ length: 24 }, (_, orientation) => save(orientation % 4, (orientation * 7) % 30)),
    );
    for (const [index] of farmers.entries()) await save(index, 0);
    // In a row, each overlaps only the next one, by four steps.
    for (const [index, expected] of [1, 2, 2, 1].entries()) {
      const { body } = await farmers[index]!.send<Boundary>(`GET /land/${parcels[index]!._id}/boundary`);
      expect(body.overlaps).toHaveLength(expected);
    }
  });
});

describe('the strip of an overlap', () => {
  const agree = (farmer: Person, id: string, agreed = true) =>
    farmer.send<{ strip: string }>(`PUT /boundaries/overlaps/${id}/strip`, { body: { agreed } });

  it('is shown to both once both have agreed, with one notice to the one who has not', async () => {
    const { _id } = await overlapping();
    for (const agreed of [true, false, true])
      expect((await agree(otieno, _id, agreed)).body).toEqual({ strip: agreed ? 'offered' : 'hidden' });
    expect(await overlapsOf(wanjiku)).toMatchObject([{ strip: 'asked', geometry: null }]);
    const asked = (await noticesOf(wanjiku)).filter(({ kind }) => kind === 'overlap-strip-asked');
    expect(asked).toMatchObject([{ link: `/land/${north._id}` }]);
    expect((await agree(wanjiku, _id)).body).toEqual({ strip: 'shown' });
    for (const farmer of [wanjiku, otieno]) {
      const [shown] = await overlapsOf(farmer);
      expect(shown).toMatchObject({ strip: 'shown', geometry: { type: 'Polygon' } });
      expect(shown!.areaSquareMetres).toBeCloseTo(2464, -2);
    }
    expect(await listed()).toMatchObject([{ stripShown: true }]);
    expect(await auditActions(app, _id)).toEqual([
      'overlap.show-strip',
      'overlap.hide-strip',
      'overlap.show-strip',
      'overlap.show-strip',
    ]);
    // Consent is for this strip: a larger one would show more of the neighbour's land.
    await setBoundary(otieno, south._id, rectangle(7, 0));
    expect(await overlapsOf(wanjiku)).toMatchObject([{ _id, strip: 'hidden', geometry: null }]);
  });

  it('is hidden again if it moves, also within its bounding box, and stays if it shrinks', async () => {
    const triangle = (...corners: [number, number][]) => polygon(ring(...corners));
    await setBoundary(wanjiku, north._id, rectangle(0, 0));
    const { overlaps } = await setBoundary(otieno, south._id, triangle([5, 0], [15, 0], [15, 10]));
    const { _id } = overlaps[0]!;
    for (const farmer of [wanjiku, otieno]) await agree(farmer, _id);
    await setBoundary(otieno, south._id, triangle([6, 0], [15, 0], [15, 9]));
    expect(await overlapsOf(otieno)).toMatchObject([{ _id, strip: 'shown' }]);
    // Smaller, and on the other side of the diagonal.
    await setBoundary(otieno, south._id, triangle([6, 0.5], [9.4, 3.9], [6, 3.9]));
    expect(await overlapsOf(otieno)).toMatchObject([{ _id, strip: 'hidden', geometry: null }]);
    expect(await listed()).toMatchObject([{ stripShown: false }]);
  });

  it('is shown to both by an official, and the overlap stays open', async () => {
    const { _id } = await overlapping();
    const show = (showStrip: boolean) =>
      official.send<OfficialOverlap>(`PUT /government/overlaps/${_id}`, {
        body: { status: 'open', showStrip },
      });
    expect((await show(true)).body).toMatchObject({ status: 'open', stripShown: true });
    for (const farmer of [wanjiku, otieno]) {
      expect(await overlapsOf(farmer)).toMatchObject([{ strip: 'shown', status: 'open' }]);
      expect((await noticesOf(farmer))[0]).toMatchObject({ kind: 'overlap-strip-shown' });
    }
    expect((await show(false)).body).toMatchObject({ stripShown: false });
    expect(await auditActions(app, _id)).toEqual(['overlap.show-strip', 'overlap.hide-strip']);
  });
});

it('a farmer who saves often sees overlaps later; the neighbour and officials see them at once', async () => {
  const limited = await startTestApp({ OVERLAP_RESULTS: '2' }, app.connectionString);
  await setBoundary(wanjiku, north._id, rectangle(0, 0));
  const headers = { authorization: `Bearer ${otieno.token}` };
  const save = async (x: number) =>
    (
      await limited.send<Boundary>(`PUT /land/${south._id}/boundary`, {
        body: { geometry: rectangle(x, 0) },
        headers,
      })
    ).body;
  for (const x of [8, 9])
    expect(await save(x)).toMatchObject({ overlapsFrom: null, overlaps: [{ landId: south._id }] });
  const later = await save(7);
  expect(later).toMatchObject({ overlapsFrom: expect.any(String), overlaps: [] });
  expect(await overlapsOf(otieno)).toEqual([]);
  const [{ _id }] = (await overlapsOf(wanjiku)) as [Overlap];
  expect(await listed()).toHaveLength(1);
  const strip = await otieno.send(`PUT /boundaries/overlaps/${_id}/strip`, { body: { agreed: true } });
  expect(strip.status).toBe(404);
  // Without an overlap the response is the same.
  expect(await save(100)).toMatchObject({ overlapsFrom: expect.any(String), overlaps: [] });
  await save(6);
  await app.sql`update boundaries set overlaps_from = now() where parcel_id = ${south._id}`;
  expect(await overlapsOf(otieno)).toHaveLength(1);
  await limited.close();
});

it('finds a neighbour among more own parcels than the search may return', async () => {
  const bbox = bboxOf([rectangle(0, 0).coordinates] as Shape);
  for (let index = 0; index < 3; index += 1)
    await setBoundary(otieno, (await newParcel(otieno))._id, rectangle(20, index * 20));
  await setBoundary(wanjiku, north._id, rectangle(0, 0));
  const near = { ...bbox, east: bbox.east + 0.01, north: bbox.north + 0.01 };
  expect(await listNeighbourIds(app.db, otieno.user._id, near, 2)).toEqual([north._id]);
});

describe('overlaps for officials', () => {
  const settle = (id: string, body: unknown) =>
    official.send<OfficialOverlap & Problem>(`PUT /government/overlaps/${id}`, { body });

  it('are listed with both parties, filtered by status, county and region, with pagination', async () => {
    const { _id } = await overlapping();
    const [found] = await listed();
    expect(found).toMatchObject({ _id, status: 'open', settledBy: null, revision: 1 });
    expect(found?.parties.map(({ farmerName, county }) => [farmerName, county]).sort()).toEqual([
      ['Otieno', 'Nakuru'],
      ['Wanjikũ', 'Nakuru'],
    ]);
    // Only name and outline of the two parcels, no farming data.
    expect(found?.parties.map(({ landName }) => landName).sort()).toEqual(['Kaskazini', 'Kusini']);
    for (const { outline } of found!.parties) expect(outline.type).toBe('Polygon');
    expect(JSON.stringify(found)).not.toMatch(/score/);
    for (const { landId } of found!.parties) expect(await listed({ landId })).toHaveLength(1);
    expect(await listed({ landId: (await newParcel(wanjiku))._id })).toEqual([]);
    expect(await listed({ county: 'Lamu' })).toEqual([]);
    expect(await listed({ status: 'settled' })).toEqual([]);
    expect(await listed({ county: 'Nakuru', region: 'west', status: 'open' })).toHaveLength(1);
    expect(await listed({ region: 'east' })).toEqual([]);
    await setBoundary(wanjiku, (await newParcel(wanjiku))._id, rectangle(12, 0, 4));
    const page = await official.send<OfficialOverlap[]>('GET /government/overlaps', { query: { limit: 1 } });
    expect(page.body).toHaveLength(1);
    expect(page.headers.get('link')).toContain('rel="next"');
  });

  it('can be settled with a note for both farmers, and reopened', async () => {
    const { _id } = await overlapping();
    expect((await settle(_id, { status: 'settled' })).body.issues?.[0]?.path).toBe('note');
    const settled = await settle(_id, { status: 'settled', note: 'The hedge is the border.', revision: 1 });
    expect(settled.body).toMatchObject({ status: 'settled', settledBy: 'Achieng', revision: 2 });
    for (const farmer of [wanjiku, otieno]) {
      expect(await overlapsOf(farmer)).toMatchObject([
        { status: 'settled', note: 'The hedge is the border.' },
      ]);
      expect((await noticesOf(farmer))[0]).toMatchObject({ kind: 'overlap-settled' });
    }
    expect((await settle(_id, { status: 'open', revision: 1 })).status).toBe(409);
    const open = await settle(_id, { status: 'open', revision: 2 });
    expect(open.body).toMatchObject({ status: 'open', settledBy: null, note: 'The hedge is the border.' });
    expect(await auditActions(app, _id)).toEqual(['overlap.settle', 'overlap.reopen']);
    expect((await settle(north._id, { status: 'open' })).status).toBe(404);
  });

  it('stay settled while the strip shrinks, and reopen automatically when it grows', async () => {
    const { _id } = await overlapping();
    await settle(_id, { status: 'settled', note: 'Agreed.' });
    await setBoundary(otieno, south._id, rectangle(8.5, 0));
    expect(await overlapsOf(otieno)).toMatchObject([{ _id, status: 'settled' }]);
    await nextDay();
    await setBoundary(otieno, south._id, rectangle(6, 0));
    expect(await overlapsOf(otieno)).toMatchObject([{ _id, status: 'open', note: 'Agreed.' }]);
    expect((await noticesOf(wanjiku))[0]).toMatchObject({ kind: 'boundary-overlap' });
  });
});

describe('a thread about an overlap', () => {
  const write = (farmer: Person, id: string, body: unknown) =>
    farmer.send<{ threadId: string } & Problem>(`POST /boundaries/overlaps/${id}/message`, { body });

  it('is created by the first message and used for all later ones of both farmers', async () => {
    const { _id } = await overlapping();
    const first = await write(otieno, _id, { subject: 'Our border', content: 'Shall we meet at the hedge?' });
    expect(first.status).toBe(201);
    expect(Object.keys(first.body)).toEqual(['threadId']);
    expect((await overlapsOf(wanjiku))[0]?.threadId).toBe(first.body.threadId);
    const second = await write(wanjiku, _id, { subject: 'Border', content: 'On Monday.' });
    expect(second.body.threadId).toBe(first.body.threadId);
    const thread = await wanjiku.send<Message[]>(`GET /messages/thread/${first.body.threadId}`);
    expect(thread.body.map(({ subject, content }) => [subject, content])).toEqual([
      ['Our border', 'Shall we meet at the hedge?'],
      ['Our border', 'On Monday.'],
    ]);
  });

  it('is limited to the two farmers, requires text, and stores a resent message once', async () => {
    const { _id } = await overlapping();
    const outsider = await app.as('farmer');
    expect((await write(outsider, _id, { subject: 'a', content: 'b' })).status).toBe(404);
    expect((await write(otieno, _id, { subject: '', content: '' })).body.issues).toHaveLength(2);
    const body = { _id: newId(), subject: 'a', content: 'b' };
    const [one, other] = [await write(otieno, _id, body), await write(otieno, _id, body)];
    expect(other.body).toEqual(one.body);
    const thread = await otieno.send<Message[]>(`GET /messages/thread/${one.body.threadId}`);
    expect(thread.body).toHaveLength(1);
  });
});
