/** What somebody would try to learn of the neighbours by drawing boundaries over them and writing to them. */
import type { Boundary, OfficialOverlap, Overlap, Problem } from '@ardhi/contract';
import { bboxOf, type Shape } from '@ardhi/geo';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '../app.ts';
import { rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';

let app: TestApp;
let curious: Person;
beforeAll(async () => {
  app = await startTestApp();
  curious = await app.as('farmer', 'Kamau');
});
afterAll(() => app.close());
afterEach(async () => {
  await app.db.deleteFrom('parcels').execute();
});

/** South-west corner, width and height in steps of about eleven metres. */
type Field = [x: number, y: number, width: number, height: number];

async function newNeighbours(fields: Field[]): Promise<Person> {
  const neighbour = await app.as('farmer', 'Wanjikũ');
  for (const field of fields)
    await setBoundary(neighbour, (await newParcel(neighbour, { size: 0 }))._id, rectangle(...field));
  return neighbour;
}

const save = (landId: string, field: Field) =>
  curious.send<Boundary & Problem>(`PUT /land/${landId}/boundary`, {
    body: { geometry: rectangle(...field) },
  });
const codeOf = ({ body }: { body: Problem }) => body.issues?.map(({ path, code }) => [path, code]);

/** Fields of four by four steps, with a path between them. */
const rows = (columns: number, lines: number): Field[] =>
  Array.from({ length: columns * lines }, (_, index) => [
    (index % columns) * 5,
    Math.floor(index / columns) * 5,
    4,
    4,
  ]);

describe('a boundary over the fields of others', () => {
  it('of four kilometres is refused before anything of them is told', async () => {
    await newNeighbours(rows(4, 3));
    for (const [size, code] of [
      [2, 'boundary-over-stated-size'],
      [4000, 'boundary-contains-others'],
      [0, 'boundary-contains-others'],
    ] as const) {
      const parcel = await newParcel(curious, { size });
      const answer = await save(parcel._id, [-180, -180, 360, 360]);
      expect([answer.status, codeOf(answer)]).toEqual([400, [['geometry', code]]]);
      expect((await curious.send(`GET /land/${parcel._id}/boundary`)).status).toBe(404);
    }
    expect((await curious.send<Overlap[]>('GET /boundaries/overlaps')).body).toEqual([]);
  });

  it('is refused with words in both languages, and leaves what was stored', async () => {
    await newNeighbours(rows(3, 1));
    const parcel = await newParcel(curious, { size: 0 });
    const before = await setBoundary(curious, parcel._id, rectangle(3, 0, 3, 4));
    const put = (language: string) =>
      curious.send<Problem>(`PUT /land/${parcel._id}/boundary`, {
        body: { geometry: rectangle(0, 0, 20, 20) },
        headers: { 'accept-language': language },
      });
    expect((await put('en')).body.issues?.[0]?.message).toMatch(/three or more parcels of other farmers/);
    expect((await put('sw')).body.issues?.[0]?.message).toMatch(
      /mashamba matatu au zaidi ya wakulima wengine/,
    );
    expect((await curious.send<Boundary>(`GET /land/${parcel._id}/boundary`)).body).toEqual(before);
  });

  it('does not count fields that were deleted, nor the own ones', async () => {
    const neighbour = await newNeighbours(rows(3, 1));
    const parcel = await newParcel(curious, { size: 0 });
    for (let own = 0; own < 4; own += 1)
      await setBoundary(curious, (await newParcel(curious))._id, rectangle(own * 5, 10, 4, 4));
    expect((await save(parcel._id, [0, 0, 20, 20])).status).toBe(400);
    const [first] = (await neighbour.send<{ _id: string }[]>('GET /land')).body;
    await neighbour.send(`DELETE /land/${first!._id}`);
    expect((await save(parcel._id, [0, 0, 20, 20])).status).toBe(200);
  });

  it('is saved or refused, drawn or only measured, as the rules say, wherever it lies', async () => {
    const fields = rows(6, 6);
    await newNeighbours(fields);
    const parcel = await newParcel(curious, { size: 0 });
    const inside = ([x, y, width, height]: Field, [ox, oy, ow, oh]: Field) =>
      Math.max(0, Math.min(x + width, ox + ow) - Math.max(x, ox)) *
      Math.max(0, Math.min(y + height, oy + oh) - Math.max(y, oy));
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(fc.nat(24), fc.nat(24), fc.integer({ min: 1, max: 18 }), fc.integer({ min: 1, max: 18 })),
        async (drawn) => {
          const covered = fields.map((field) => inside(drawn, field)).filter((steps) => steps > 0);
          const contained = covered.filter((steps) => steps === 16).length;
          const answer = await save(parcel._id, drawn);
          if (contained >= 3 || covered.length > 10) {
            const code = contained >= 3 ? 'boundary-contains-others' : 'boundary-covers-many';
            expect([answer.status, codeOf(answer)]).toEqual([400, [['geometry', code]]]);
            return;
          }
          expect(answer.status).toBe(200);
          const { overlaps } = answer.body;
          expect(overlaps).toHaveLength(covered.length);
          // 80 % of sixteen steps are 12.8.
          expect(overlaps.filter(({ geometry }) => geometry === null)).toHaveLength(
            covered.filter((steps) => steps > 12.8).length,
          );
          const own = bboxOf([rectangle(...drawn).coordinates] as Shape);
          for (const { geometry } of overlaps) {
            if (!geometry) continue;
            const strip = bboxOf(
              (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as Shape,
            );
            expect(strip.west).toBeGreaterThanOrEqual(own.west);
            expect(strip.east).toBeLessThanOrEqual(own.east);
            expect(strip.south).toBeGreaterThanOrEqual(own.south);
            expect(strip.north).toBeLessThanOrEqual(own.north);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the shape of a field that is mostly covered', () => {
  it('is not drawn for whoever covers it, in one piece or in several; its owner and officials see the strip', async () => {
    const neighbour = await newNeighbours([[0, 0, 10, 10]]);
    const around = await newParcel(curious);
    const told = await setBoundary(curious, around._id, rectangle(0, 0, 9, 10));
    expect(told.overlaps).toMatchObject([{ geometry: null, areaSquareMetres: expect.any(Number) }]);
    expect((await curious.send<Overlap[]>('GET /boundaries/overlaps')).body).toEqual(told.overlaps);
    // A part of it may be drawn, until another parcel has the rest.
    const [west] = (await setBoundary(curious, around._id, rectangle(0, 0, 7, 10))).overlaps;
    expect(west?.geometry).not.toBeNull();
    const rest = await newParcel(curious);
    expect((await setBoundary(curious, rest._id, rectangle(7, 0, 3, 10))).overlaps[0]?.geometry).toBeNull();
    const { body } = await curious.send<Overlap[]>('GET /boundaries/overlaps');
    expect(body.map(({ geometry }) => geometry)).toEqual([null, null]);

    // Of the parcels around it less is covered than would draw them, or as much: then its own owner is not told either.
    const theirs = (await neighbour.send<Overlap[]>('GET /boundaries/overlaps')).body;
    expect(theirs).toHaveLength(2);
    await setBoundary(curious, around._id, rectangle(-10, 0, 17, 10));
    const [strip] = (await neighbour.send<Overlap[]>('GET /boundaries/overlaps')).body.filter(
      ({ areaSquareMetres }) => areaSquareMetres > 7000,
    );
    expect(strip?.geometry).not.toBeNull();
    const official = await app.as('government');
    const listed = await official.send<OfficialOverlap[]>('GET /government/overlaps');
    expect(listed.body.every(({ geometry }) => geometry.coordinates.length > 0)).toBe(true);
  });
});
