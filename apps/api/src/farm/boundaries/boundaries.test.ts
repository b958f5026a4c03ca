import type { Boundary, ListedBoundary, ParcelDetail, Problem } from '@ardhi/contract';
import { areaOf, type Shape } from '@ardhi/geo';
import { describe, expect, it } from 'vitest';
import { beforeTests, issuesOf, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { at, polygon, rectangle, ring, setBoundary } from '../../../test/boundaries.ts';
import { newParcel, sent } from '../../../test/land.ts';
import { newId } from '../../lib/database/id.ts';

const app = testApp();
const wanjiku = beforeTests(() => app.as('farmer', 'Wanjikũ'));
const otieno = beforeTests(() => app.as('farmer', 'Otieno'));

const read = async (id: string) => (await wanjiku.send<ParcelDetail>(`GET /land/${id}`)).body;

describe('setting a boundary', () => {
  it('stores it exactly and sets area and centre of the parcel', async () => {
    const parcel = await newParcel(wanjiku);
    expect(parcel.boundary).toBeNull();
    expect((await wanjiku.send(`GET /land/${parcel._id}/boundary`)).status).toBe(404);

    const geometry = rectangle(0, 0, 9, 9);
    const boundary = await setBoundary(wanjiku, parcel._id, geometry, { source: 'walked' });
    const area = areaOf([geometry.coordinates] as Shape);
    expect(boundary).toMatchObject({
      landId: parcel._id,
      geometry,
      source: 'walked',
      revision: 1,
      overlaps: [],
    });
    expect(boundary.areaSquareMetres).toBeCloseTo(area, 6);
    expect((await wanjiku.send(`GET /land/${parcel._id}/boundary`)).body).toEqual(boundary);

    const after = await read(parcel._id);
    expect(after.boundary).toEqual({
      areaSquareMetres: boundary.areaSquareMetres,
      centre: { lat: expect.closeTo(-0.29955, 6), lon: expect.closeTo(35.90045, 6) },
      revision: 1,
    });
    // The boundary does not change the parcel's revision.
    expect(after.revision).toBe(parcel.revision);
    expect(after.size).toBe(parcel.size);
  });

  it('preserves holes, several polygons and seven decimals', async () => {
    const parcel = await newParcel(wanjiku);
    const geometry = {
      type: 'MultiPolygon' as const,
      coordinates: [
        [ring([100, 0], [110, 0], [110, 10], [100, 10]), ring([102, 2], [102, 4], [104, 4], [104, 2])],
        [
          [
            [35.9200001, -0.3000003],
            [35.9210009, -0.3],
            [35.9210007, -0.2990004],
            [35.9200001, -0.3000003],
          ],
        ],
      ],
    };
    const boundary = await setBoundary(wanjiku, parcel._id, geometry);
    expect(boundary.geometry).toEqual(geometry);
  });

  it('is idempotent, and an older revision is rejected with the stored boundary', async () => {
    const parcel = await newParcel(wanjiku);
    const first = await setBoundary(wanjiku, parcel._id, rectangle(0, 100), { revision: 0 });
    expect(await setBoundary(wanjiku, parcel._id, rectangle(0, 100))).toEqual(first);
    const second = await setBoundary(wanjiku, parcel._id, rectangle(0, 100, 12), { revision: 1 });
    expect(second.revision).toBe(2);

    for (const revision of [0, 1]) {
      const stale = await wanjiku.send<Problem & { current: Boundary }>(`PUT /land/${parcel._id}/boundary`, {
        body: { geometry: rectangle(0, 100, 14), revision },
      });
      expect(stale.status).toBe(409);
      expect(stale.body).toMatchObject({
        code: 'stale',
        current: { revision: 2, geometry: second.geometry },
      });
    }
    // After removal the old revision does not match a new boundary.
    await wanjiku.send(`DELETE /land/${parcel._id}/boundary`);
    const late = await wanjiku.send<Problem>(`PUT /land/${parcel._id}/boundary`, {
      body: { geometry: rectangle(0, 100, 14), revision: 2 },
    });
    expect(late.status).toBe(409);
    expect((await setBoundary(wanjiku, parcel._id, rectangle(0, 100, 14), { revision: 0 })).revision).toBe(4);
  });

  it('happens once per idempotency key', async () => {
    const parcel = await newParcel(wanjiku);
    const options = { body: { geometry: rectangle(0, 120) }, headers: { 'idempotency-key': newId() } };
    const first = await wanjiku.send(`PUT /land/${parcel._id}/boundary`, options);
    await setBoundary(wanjiku, parcel._id, rectangle(0, 120, 20));
    expect((await wanjiku.send(`PUT /land/${parcel._id}/boundary`, options)).body).toEqual(first.body);
    expect((await wanjiku.send<Boundary>(`GET /land/${parcel._id}/boundary`)).body.revision).toBe(2);
  });

  it('does not conflict with an edit of the parcel based on the earlier revision', async () => {
    const parcel = await newParcel(wanjiku);
    await setBoundary(wanjiku, parcel._id, rectangle(0, 140));
    const edited = await sent(wanjiku, `PUT /land/${parcel._id}`, { size: 3, revision: parcel.revision });
    expect(edited).toMatchObject({ size: 3, boundary: { revision: 1 } });
  });

  it('writes an audit entry with the shape before and after', async () => {
    const parcel = await newParcel(wanjiku);
    await setBoundary(wanjiku, parcel._id, rectangle(0, 160));
    await setBoundary(wanjiku, parcel._id, rectangle(0, 160, 12));
    const rows = await auditEntries(app, parcel._id);
    expect(rows).toMatchObject([
      { action: 'land.create' },
      { action: 'boundary.save', actor_id: wanjiku.user._id, before: null },
      {
        before: { coordinates: [rectangle(0, 160).coordinates] },
        after: { coordinates: [rectangle(0, 160, 12).coordinates] },
      },
    ]);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'geometry: required'],
    ['a point', { type: 'Point', coordinates: [36, 0] }, 'geometry.type: choice'],
    ['no coordinates', { type: 'Polygon' }, 'geometry.coordinates: required'],
    ['an empty polygon', polygon(), 'geometry: boundary-empty'],
    ['words', polygon([['36', '0']]), 'geometry: boundary-not-numbers'],
    ['an open ring', polygon(ring([0, 0], [1, 0], [1, 1]).slice(0, -1)), 'geometry: boundary-not-closed'],
    ['a bow tie', polygon(ring([0, 0], [9, 9], [9, 0], [0, 9])), 'geometry: boundary-crosses-itself'],
    [
      'a field in Tanzania',
      polygon(ring([0, 0], [9, 0], [9, 9]).map(([x, y]) => [x, y! - 7])),
      'geometry: boundary-outside',
    ],
    [
      'latitude first',
      polygon(ring([0, 0], [9, 0], [9, 9]).map(([x, y]) => [y, x])),
      'geometry: boundary-swapped',
    ],
    [
      'metres',
      polygon([
        [823000, 9966000],
        [823100, 9966000],
        [823100, 9966100],
        [823000, 9966000],
      ]),
      'geometry: boundary-projected',
    ],
    [
      'half of Kenya',
      polygon([
        [35, -3],
        [40, -3],
        [40, 3],
        [35, 3],
        [35, -3],
      ]),
      'geometry: boundary-too-large',
    ],
    ['10,001 corners', polygon(circle(10_001)), 'geometry: boundary-too-many-points'],
  ])('rejects %s', async (_, geometry, issue) => {
    const parcel = await newParcel(wanjiku);
    const { status, body } = await wanjiku.send<Problem>(`PUT /land/${parcel._id}/boundary`, {
      body: { geometry },
    });
    expect(status).toBe(400);
    expect(issuesOf(body)).toEqual([issue]);
    expect((await read(parcel._id)).boundary).toBeNull();
  });

  it('reports errors in Kiswahili', async () => {
    const parcel = await newParcel(wanjiku);
    const { body } = await wanjiku.send<Problem>(`PUT /land/${parcel._id}/boundary`, {
      body: { geometry: polygon(ring([0, 0], [9, 0], [9, 9]).map(([x, y]) => [y, x])) },
      headers: { 'accept-language': 'sw' },
    });
    expect(body.issues?.[0]?.message).toMatch(/^Latitudo na longitudo/);
  });

  it('measures 10,000 vertices in a worker and lists a simplified shape', async () => {
    const farmer = await app.as('farmer');
    const parcel = await newParcel(farmer, { size: 8600 });
    const boundary = await setBoundary(farmer, parcel._id, polygon(circle(10_000)));
    expect((boundary.geometry.coordinates[0] as unknown[]).length).toBe(10_001);
    const { body } = await farmer.send<ListedBoundary[]>('GET /land/boundaries');
    expect(body).toMatchObject([
      { landId: parcel._id, simplified: true, areaSquareMetres: boundary.areaSquareMetres },
    ]);
    expect((body[0]!.geometry.coordinates[0] as unknown[]).length).toBeLessThan(310);
  });
});

function circle(vertices: number): [number, number][] {
  const round = Array.from({ length: vertices }, (_, index): [number, number] => {
    const angle = (index / vertices) * 2 * Math.PI;
    return at([5000 + 300 * Math.cos(angle), 300 * Math.sin(angle)]);
  });
  return [...round, round[0]!];
}

describe('a boundary', () => {
  it('is deleted and restored with its parcel', async () => {
    const farmer = await app.as('farmer');
    const parcel = await newParcel(farmer);
    await setBoundary(farmer, parcel._id, rectangle(0, 220));
    await farmer.send(`DELETE /land/${parcel._id}`);
    expect((await farmer.send(`GET /land/${parcel._id}/boundary`)).status).toBe(410);
    expect(
      (await farmer.send(`PUT /land/${parcel._id}/boundary`, { body: { geometry: rectangle(0, 0) } })).status,
    ).toBe(410);
    expect((await farmer.send<unknown[]>('GET /land/boundaries')).body).toEqual([]);
    expect((await sent(farmer, `POST /land/${parcel._id}/restore`, {})).boundary).toMatchObject({
      revision: 1,
    });
  });

  it('is listed with pagination and included in the account data', async () => {
    const farmer = await app.as('farmer');
    for (const y of [300, 320, 340]) {
      const parcel = await newParcel(farmer, { name: `Shamba ${y}` });
      await setBoundary(farmer, parcel._id, rectangle(0, y));
    }
    const first = await farmer.send<ListedBoundary[]>('GET /land/boundaries', { query: { limit: 2 } });
    const second = await farmer.send<ListedBoundary[]>(`GET ${first.next}`);
    expect((await otieno.send('GET /land/boundaries')).body).toEqual([]);
    expect([first.body.length, second.body.length]).toEqual([2, 1]);
    const { body } = await farmer.send<{ land: { boundary: unknown }[] }>('GET /auth/data');
    expect(body.land[0]?.boundary).toMatchObject({
      type: 'MultiPolygon',
      coordinates: [rectangle(0, 300).coordinates],
    });
  });

  it('can be removed repeatedly with the same response', async () => {
    const parcel = await newParcel(wanjiku);
    await setBoundary(wanjiku, parcel._id, rectangle(0, 400));
    for (const _ of [1, 2])
      expect((await wanjiku.send(`DELETE /land/${parcel._id}/boundary`)).status).toBe(200);
    expect((await read(parcel._id)).boundary).toBeNull();
  });
});

describe('the county of a parcel', () => {
  const kisumu = polygon([
    [34.76, -0.1],
    [34.762, -0.1],
    [34.762, -0.098],
    [34.76, -0.1],
  ]);

  it('comes from the boundary if the address does not state it, and is cleared with it', async () => {
    const parcel = await newParcel(wanjiku, { location: { address: 'Kwa mto' } });
    expect(parcel).toMatchObject({ county: null, region: null });
    await setBoundary(wanjiku, parcel._id, kisumu);
    expect(await read(parcel._id)).toMatchObject({
      county: 'Kisumu',
      region: 'west',
      countySource: 'coordinates',
    });
    // An edit of another field does not change it.
    expect(await sent(wanjiku, `PUT /land/${parcel._id}`, { size: 4 })).toMatchObject({ county: 'Kisumu' });
    await wanjiku.send(`DELETE /land/${parcel._id}/boundary`);
    expect(await read(parcel._id)).toMatchObject({ county: null, countySource: null });
  });

  it('from the boundary overrides a town in the address, but not “X County” or a confirmed county', async () => {
    const town = await newParcel(wanjiku, { location: { address: 'Thika' } });
    await setBoundary(wanjiku, town._id, kisumu);
    expect(await read(town._id)).toMatchObject({ county: 'Kisumu', countySource: 'coordinates' });
    const stated = await newParcel(wanjiku, { location: { address: 'Thika, Kiambu County' } });
    await setBoundary(wanjiku, stated._id, kisumu);
    expect(await read(stated._id)).toMatchObject({ county: 'Kiambu', countySource: 'address' });
    const confirmed = await newParcel(wanjiku, { county: 'Siaya' });
    await setBoundary(wanjiku, confirmed._id, kisumu);
    expect(await read(confirmed._id)).toMatchObject({ county: 'Siaya', countySource: 'confirmed' });
  });
});
