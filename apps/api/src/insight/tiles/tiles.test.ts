import type { ParcelDetail } from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectExact } from '../../../test/analytics.ts';
import { beforeTests, type Person, testApp } from '../../../test/app.ts';
import { rectangle, setBoundary } from '../../../test/boundaries.ts';
import { daysAgo, newParcel } from '../../../test/land.ts';
import { getTile, tileAt, total } from '../../../test/tiles.ts';
import { fold } from '../analytics/jobs.ts';

const NJORO: [number, number] = [35.9, -0.3];

async function bounded(farmer: Person, x: number, y: number, fields: object = {}): Promise<ParcelDetail> {
  const parcel = await newParcel(farmer, { name: 'Shamba la siri', ...fields });
  await setBoundary(farmer, parcel._id, rectangle(x, y));
  return parcel;
}

describe('a few parcels', () => {
  const app = testApp();
  const official = beforeTests(() => app.as('government'));
  const farmer = beforeTests(() => app.as('farmer'));
  const clay = beforeTests(() => bounded(farmer, 2, 2, { soilType: 'clay' }));
  const sandy = beforeTests(() => bounded(farmer, 20, 2, { soilType: 'sandy' }));
  const tile = (z: number, options = {}) => getTile(app, official, tileAt(NJORO, z), options);

  it.each([4, 5, 6, 7, 8, 9, 10])('zoom %i counts them in cells, before and after folding', async (z) => {
    const { status, headers, layers } = await tile(z);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/vnd.mapbox-vector-tile');
    expect(Object.keys(layers)).toEqual(['cells']);
    expect(total(layers.cells, 'count')).toBe(2);
    // No records, so no comparable score: the placeholder 50 must not appear as a mean.
    expect(total(layers.cells, 'compared')).toBe(0);
    expect(layers.cells![0]!.properties).not.toHaveProperty('score');
    await fold(app.db);
    expect((await tile(z)).layers).toEqual(layers);
  });

  it('a cell covers the position of its parcels', async () => {
    const z = 10;
    const { layers } = await tile(z);
    const [ring] = layers.cells![0]!.rings;
    const [, x = 0] = tileAt(NJORO, z).split('/').map(Number);
    const west = ((x + ring![0]![0] / 4096) / 2 ** z) * 360 - 180;
    const east = ((x + ring![2]![0] / 4096) / 2 ** z) * 360 - 180;
    expect(west).toBeLessThanOrEqual(35.901);
    expect(east).toBeGreaterThanOrEqual(35.901);
  });

  it('zoom 11 and above draws outlines by score, without other data', async () => {
    for (const z of [11, 14, 16]) {
      const { layers } = await tile(z);
      const ids = layers.parcels!.map(({ properties }) => properties.id);
      expect(ids).toContain(clay._id);
      // Not yet assessed: no score.
      expect(layers.parcels![0]!.properties).not.toHaveProperty('score');
      expect(JSON.stringify(layers)).not.toContain('siri');
    }
    const { layers } = await tile(16);
    const { rings } = layers.parcels!.find(({ properties }) => properties.id === clay._id)!;
    expect(rings[0]).toHaveLength(4);
  });

  it('filters by soil and band', async () => {
    for (const z of [8, 14]) {
      const count = async (query: Record<string, string>) => {
        const { layers } = await tile(z, { query });
        return z < 11 ? total(layers.cells, 'count') : (layers.parcels ?? []).length;
      };
      expect(await count({})).toBe(2);
      expect(await count({ soilType: 'clay' })).toBe(1);
      expect(await count({ soilType: 'peaty' })).toBe(0);
      expect(await count({ band: 'initial' })).toBe(2);
      expect(await count({ band: 'good' })).toBe(0);
      expect(await count({ band: 'initial', soilType: 'sandy' })).toBe(1);
    }
    expect((await tile(8, { query: { band: 'superb' } })).status).toBe(400);
  });

  it('returns 304 for an unchanged tile', async () => {
    for (const z of [9, 13]) {
      const first = await tile(z);
      const etag = first.headers.get('etag')!;
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      expect((await tile(z, { etag })).status).toBe(304);
      expect((await tile(z, { etag: `W/${etag}, "other"` })).status).toBe(304);
      expect((await tile(z, { etag, query: { soilType: 'clay' } })).status).toBe(200);
      const extra = await bounded(farmer, 2, 20);
      expect((await tile(z, { etag })).status).toBe(200);
      await farmer.send(`DELETE /land/${extra._id}`);
      expect((await tile(z, { etag })).status).toBe(304);
    }
  });

  it('a parcel with enough records is comparable and shows its score', async () => {
    for (const [start, end] of [
      [500, 400],
      [350, 250],
      [120, 10],
    ] as const)
      await farmer.send(`POST /land/${sandy._id}/crops`, {
        body: { name: 'Maize', plantingDate: daysAgo(start), harvestDate: daysAgo(end), yield: 2 },
      });
    await farmer.send(`POST /land/${sandy._id}/water`, { body: { date: daysAgo(20), amount: 500 } });
    const rows = await app.sql<{ score: number; compared: boolean }>`
      select score, confidence >= 40 as compared from parcels where id = ${sandy._id}`;
    expect(rows[0]!.compared).toBe(true);
    const { layers } = await tile(9);
    expect(total(layers.cells, 'compared')).toBe(1);
    expect(layers.cells!.find(({ properties }) => properties.compared === 1)!.properties.score).toBe(
      rows[0]!.score,
    );
    const drawn = (await tile(14)).layers.parcels!;
    expect(drawn.find(({ properties }) => properties.id === sandy._id)!.properties.score).toBe(
      rows[0]!.score,
    );
  });

  it('an overlap is counted and drawn until one of its parcels is deleted', async () => {
    const neighbour = await app.as('farmer');
    const third = await bounded(neighbour, 25, 2);
    expect(total((await tile(7)).layers['overlap-counts'], 'open')).toBe(1);
    expect((await tile(15)).layers.overlaps!.map(({ properties }) => properties.open)).toEqual([true]);
    await neighbour.send(`DELETE /land/${third._id}`);
    expect((await tile(7)).layers).not.toHaveProperty('overlap-counts');
    expect(total((await tile(7)).layers.cells, 'count')).toBe(2);
    expect((await tile(15)).layers).not.toHaveProperty('overlaps');
    await neighbour.send(`POST /land/${third._id}/restore`, { body: {} });
    expect(total((await tile(7)).layers['overlap-counts'], 'open')).toBe(1);
    await expectExact(app.db);
  });

  it('returns 404 for invalid tile addresses', async () => {
    for (const place of ['3/4/4', '17/1/1', '5/-1/2', '5/1.5/2', 'a/b/c', '12/99999999/1'])
      expect((await getTile(app, official, place)).status).toBe(404);
    expect((await getTile(app, official, '10/0/0')).layers).toEqual({});
  });
});

describe('a crowded tile', () => {
  const app = testApp();
  const official = beforeTests(() => app.as('government'));
  const FIELDS = 6400;
  beforeAll(async () => {
    const farmer = await app.as('farmer');
    // A grid of 80 by 80 fields of about eighty metres, and one large farm. The selection of a crowded tile follows from
    // the ids, so they are the same in every run.
    await app.sql`
      with numbered as (select n, md5(n::text)::uuid as id from generate_series(0, ${FIELDS}) as n), made as (
        insert into parcels (id, owner_id, name, size_acres, score_as_of, score_version, inputs_hash, boundary_area_m2,
          centre_lat, centre_lon, boundary_revision)
        select id, ${farmer.user._id}::uuid, 'Shamba', 2, current_date, 'test', '', 7000,
          -0.3 + (n / 80) * 0.0008, 35.9 + (n % 80) * 0.0008, 1 from numbered
      )
      insert into boundaries (parcel_id, coordinates, extent, corner_count, source)
      select id, format('[[[[%1$s,%2$s],[%3$s,%2$s],[%3$s,%4$s],[%1$s,%4$s],[%1$s,%2$s]]]]', w, s, w + size, s + size)::json,
        box(point(w, s), point(w + size, s + size)), 4, 'drawn'
      from numbered, lateral (
        select case n when ${FIELDS} then 0.03 else 0.0007 end as size, 35.9 + (n % 80) * 0.0008 as w,
          -0.3 + (n / 80) * 0.0008 as s) as square`;
  });

  it('draws the large farm and an even selection of the others, and reports that it is crowded', async () => {
    const { layers } = await getTile(app, official, tileAt([35.92, -0.28], 11));
    const drawn = layers.parcels!;
    expect(layers.crowded).toHaveLength(1);
    // They fill an eighth of the tile; a full tile draws about 1,500.
    expect(drawn.length).toBeGreaterThan(100);
    expect(drawn.length).toBeLessThan(250);
    const rows = await app.sql<{ id: string }>`
      select parcel_id as id from boundaries order by area(extent) desc limit 1`;
    expect(drawn.map(({ properties }) => properties.id)).toContain(rows[0]!.id);
    // An even selection has about as many in the west as in the east.
    const middle = drawn.filter(({ rings }) => rings[0]!.length === 4).map(({ rings }) => rings[0]![0]![0]);
    const [lowest, highest] = [Math.min(...middle), Math.max(...middle)];
    const west = middle.filter((x) => x < (lowest + highest) / 2).length;
    expect(west / middle.length).toBeGreaterThan(0.35);
    expect(west / middle.length).toBeLessThan(0.65);
  });

  it('a parcel drawn at one zoom is also drawn at the next, and from zoom 14 on all are drawn', async () => {
    const idsAt = async (z: number) => {
      const { layers } = await getTile(app, official, tileAt([35.905, -0.295], z));
      return { ids: new Set(layers.parcels!.map(({ properties }) => properties.id)), layers };
    };
    const twelve = await idsAt(12);
    const thirteen = await idsAt(13);
    const fourteen = await idsAt(14);
    expect(fourteen.layers).not.toHaveProperty('crowded');
    const inFourteen = [...fourteen.ids];
    expect(inFourteen.length).toBeGreaterThan(300);
    expect(inFourteen.some((id) => twelve.ids.has(id))).toBe(true);
    for (const id of inFourteen) if (twelve.ids.has(id)) expect(thirteen.ids.has(id)).toBe(true);
  });

  it('lower zooms count all parcels', async () => {
    const { layers } = await getTile(app, official, tileAt([35.92, -0.28], 6));
    expect(total(layers.cells, 'count')).toBe(FIELDS + 1);
    await expectExact(app.db);
  });
});
