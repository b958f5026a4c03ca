/**
 * A farmer who saves the own boundary 200 times to find out where the field of a neighbour is, and evaluates what the
 * responses tell: the drawn strip, the stretch of the own edge, whether there is an overlap, and its area.
 */
import type { Boundary, Overlap } from '@ardhi/contract';
import { type Bbox, bboxOf, type Position, type Shape } from '@ardhi/geo';
import { beforeAll, describe, expect, it } from 'vitest';
import { polygon, rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';
import { type Built, type Person, startModes } from './built.ts';

// The limit of calls would end the attack after 60 saves; on loopback there is no limit of results either.
const running = startModes(['deployed'], { LIMIT_BOUNDARY: '0' });
const SAVES = 200;
const METRES_PER_DEGREE = 111_000;

let app: Built;
let curious: Person;
let neighbour: Person;
let landId: string;
let neighbourLandId: string;

/** The attacker knows the village: about a kilometre around. Steps of the grid are eleven metres. */
const VILLAGE: Bbox = { west: 35.895, south: -0.305, east: 35.905, north: -0.295 };
const field = rectangle(13.7, -21.4, 9.3, 8.1);
const corners = bboxOf([field.coordinates] as Shape);
const CORNER: Position = [corners.west, corners.south];

beforeAll(async () => {
  app = running.deployed;
});

async function newFarmers(): Promise<void> {
  await app.db.deleteFrom('parcels').execute();
  neighbour = await app.as('farmer', 'Wanjikũ');
  neighbourLandId = (await newParcel(neighbour, { size: 0 }))._id;
  await setBoundary(neighbour, neighbourLandId, field);
  curious = await app.as('farmer', 'Kamau');
  landId = (await newParcel(curious, { size: 0 }))._id;
}

const metresFrom = ([lon, lat]: Position) => METRES_PER_DEGREE * Math.hypot(lon - CORNER[0], lat - CORNER[1]);

function boxOf({ west, south, east, north }: Bbox) {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return polygon(ring.map((position) => position.map((degrees) => Number(degrees!.toFixed(7)))));
}

class OutOfSaves extends Error {}

/** Saves a boundary and returns its overlap with the field. A response without a result is asked for again. */
function asking() {
  let saves = 0;
  return async (bbox: Bbox): Promise<Overlap | undefined> => {
    for (;;) {
      if (saves === SAVES) throw new OutOfSaves();
      saves += 1;
      const nudged = { ...bbox, west: bbox.west - (saves % 7) * 1e-6 };
      const { status, body } = await curious.send<Boundary>(`PUT /land/${landId}/boundary`, {
        body: { geometry: boxOf(nudged) },
      });
      expect(status, JSON.stringify(body)).toBe(200);
      if (!body.overlapsFrom) return body.overlaps[0];
    }
  };
}

type Ask = ReturnType<typeof asking>;
type Axis = 'west' | 'south';
const AXES: Axis[] = ['west', 'south'];
/** The village up to an edge that moves across it from the west or from the south. */
const upTo = (axis: Axis, edge: number): Bbox =>
  axis === 'west' ? { ...VILLAGE, east: edge } : { ...VILLAGE, north: edge };
const endOf = (axis: Axis) => (axis === 'west' ? VILLAGE.east : VILLAGE.north);
/** Best knowledge so far; at first the middle of the village. */
type Guess = Record<Axis, number>;

/** Halves, for each axis in turn, the interval in which the moving edge begins to touch the field. */
async function byExistence(ask: Ask, guess: Guess): Promise<void> {
  const known = { west: [VILLAGE.west, VILLAGE.east], south: [VILLAGE.south, VILLAGE.north] };
  for (;;)
    for (const axis of AXES) {
      const [outside, touching] = known[axis] as [number, number];
      const edge = (outside + touching) / 2;
      known[axis] = (await ask(upTo(axis, edge))) ? [outside, edge] : [edge, touching];
      guess[axis] = (known[axis][0]! + known[axis][1]!) / 2;
    }
}

/** Two edges through the field: the areas behind them tell how far away its side is. */
async function byArea(ask: Ask, guess: Guess): Promise<void> {
  const whole = (await ask(VILLAGE))?.areaSquareMetres ?? 0;
  const areaUpTo = async (axis: Axis, edge: number) => (await ask(upTo(axis, edge)))?.areaSquareMetres ?? 0;
  for (const axis of AXES) {
    let [low, high] = [VILLAGE[axis], endOf(axis)];
    let [edge, area] = [low, 0];
    while (area < 0.3 * whole || area > 0.7 * whole) {
      edge = (low + high) / 2;
      area = await areaUpTo(axis, edge);
      if (area < 0.3 * whole) low = edge;
      else high = edge;
      guess[axis] = edge;
    }
    const width = (await areaUpTo(axis, edge + 1e-4)) - area;
    if (width > 0) guess[axis] = edge - (1e-4 * area) / width;
  }
}

/** Every position in a response that is not on the own boundary, or an end of a line on it. */
async function byDrawing(ask: Ask, guess: Guess): Promise<void> {
  for (let edge = VILLAGE.east - 0.0045; ; edge += 1e-5) {
    const overlap = await ask(upTo('west', edge));
    const shape = (overlap?.geometry?.coordinates as Shape[number] | undefined)?.[0];
    const drawn = shape ?? (overlap?.stretch?.flat() as Position[] | undefined) ?? [];
    const inside = drawn.filter(([lon, lat]) => lon > VILLAGE.west + 1e-4 && lat > VILLAGE.south + 1e-4);
    if (inside.length > 0) {
      guess.west = Math.min(...inside.map(([lon]) => lon));
      guess.south = Math.min(...inside.map(([, lat]) => lat));
    }
  }
}

describe('200 saves of a boundary', () => {
  it.each([
    ['the drawn strip or stretch', byDrawing],
    ['whether there is an overlap', byExistence],
    ['its area', byArea],
  ])('do not locate a corner of the field within ten metres by %s', async (_, attack) => {
    await newFarmers();
    const guess: Guess = {
      west: (VILLAGE.west + VILLAGE.east) / 2,
      south: (VILLAGE.south + VILLAGE.north) / 2,
    };
    await attack(asking(), guess).catch((error: unknown) => {
      if (!(error instanceof OutOfSaves)) throw error;
    });
    expect(metresFrom([guess.west, guess.south])).toBeGreaterThan(10);
  });

  it('are all stored, and their results come later, one after another', async () => {
    await newFarmers();
    const save = async (id: string, width: number) =>
      (
        await curious.send<Boundary>(`PUT /land/${id}/boundary`, {
          body: { geometry: rectangle(10, -25, width, 10) },
        })
      ).body;
    for (let index = 0; index < 6; index += 1)
      expect(await save(landId, 10 + index)).toMatchObject({ overlapsFrom: null, overlaps: [{}] });
    const first = await save(landId, 16);
    expect(first.overlaps).toEqual([]);
    // Saves that replace a boundary before its result is shown take its place: the wait does not grow with them.
    for (let index = 0; index < 5; index += 1)
      expect(await save(landId, 17 + index)).toMatchObject({
        overlapsFrom: first.overlapsFrom,
        overlaps: [],
      });
    const hoursUntil = ({ overlapsFrom }: Boundary) => (Date.parse(overlapsFrom!) - Date.now()) / 3_600_000;
    expect(hoursUntil(first)).toBeCloseTo(4, 0);
    // Another parcel is no way around it.
    for (const hours of [8, 12]) {
      const { _id } = await newParcel(curious, { size: 0 });
      expect(hoursUntil(await save(_id, 12))).toBeCloseTo(hours, 0);
      await curious.send(`DELETE /land/${_id}/boundary`);
    }
    // An overlap known from before tells nothing either.
    const [known] = (await neighbour.send<Overlap[]>('GET /boundaries/overlaps')).body;
    for (const [call, body] of [
      [`PUT /boundaries/overlaps/${known!._id}/strip`, { agreed: true }],
      [`POST /boundaries/overlaps/${known!._id}/message`, { subject: 'a', content: 'b' }],
    ] as const)
      expect((await curious.send(call, { body })).status).toBe(404);
    const data = JSON.stringify((await curious.send('GET /auth/data')).body);
    expect(data).not.toContain('overlapCount');
    // The neighbour has saved once, and sees the overlap at once.
    expect(known).toMatchObject({ landId: neighbourLandId, strip: 'hidden', geometry: null });
    await app.sql`update boundaries set overlaps_from = now() where parcel_id = ${landId}`;
    expect((await curious.send<Overlap[]>('GET /boundaries/overlaps')).body).toHaveLength(1);
  });
});

describe('the strip', () => {
  const agree = (person: Person, id: string, agreed = true) =>
    person.send<{ strip: string }>(`PUT /boundaries/overlaps/${id}/strip`, { body: { agreed } });
  const overlapOf = async (person: Person) =>
    (await person.send<Overlap[]>('GET /boundaries/overlaps')).body[0]!;

  it('is drawn in no read of either farmer before both have agreed, and not after the boundary grows', async () => {
    await newFarmers();
    await setBoundary(curious, landId, rectangle(10, -25, 10, 10));
    const { _id } = await overlapOf(curious);
    // A corner of the field inside the other boundary.
    const secret = String(CORNER[0]);
    const reads = async (person: Person, id: string) => {
      const calls = [
        `GET /land/${id}/boundary`,
        'GET /boundaries/overlaps',
        'GET /land/boundaries',
        'GET /auth/data',
      ];
      const bodies = await Promise.all(calls.map((call) => person.send(call)));
      return JSON.stringify([...bodies.map(({ body }) => body), (await person.send('GET /notices')).body]);
    };
    expect(await reads(curious, landId)).not.toContain(secret);
    expect((await agree(curious, _id)).body).toEqual({ strip: 'offered' });
    expect((await agree(curious, _id)).body).toEqual({ strip: 'offered' });
    expect(await reads(curious, landId)).not.toContain(secret);
    expect(await overlapOf(neighbour)).toMatchObject({ strip: 'asked', geometry: null });
    expect((await agree(await app.as('farmer'), _id)).status).toBe(404);
    expect((await agree(neighbour, _id)).body).toEqual({ strip: 'shown' });
    expect(await reads(curious, landId)).toContain(secret);

    // A smaller strip shows nothing new, a larger one would.
    await setBoundary(curious, landId, rectangle(10, -25, 9, 10));
    expect(await overlapOf(curious)).toMatchObject({ _id, strip: 'shown' });
    await setBoundary(curious, landId, rectangle(10, -25, 12, 10));
    expect(await overlapOf(curious)).toMatchObject({ _id, strip: 'hidden', geometry: null });
    expect((await agree(neighbour, _id)).body).toEqual({ strip: 'offered' });
    expect((await agree(neighbour, _id, false)).body).toEqual({ strip: 'hidden' });
  });

  it('is drawn for both when an official agrees', async () => {
    await newFarmers();
    await setBoundary(curious, landId, rectangle(10, -25, 10, 10));
    const { _id } = await overlapOf(curious);
    const official = await app.as('government');
    const body = { status: 'open', showStrip: true };
    expect((await curious.send(`PUT /government/overlaps/${_id}`, { body })).status).toBe(403);
    const shown = await official.send(`PUT /government/overlaps/${_id}`, { body });
    expect(shown).toMatchObject({ status: 200, body: { status: 'open', stripShown: true } });
    for (const person of [curious, neighbour]) {
      expect(await overlapOf(person)).toMatchObject({ strip: 'shown', geometry: { type: 'Polygon' } });
      const notices = (await person.send<{ kind: string }[]>('GET /notices')).body;
      expect(notices.map(({ kind }) => kind)).toContain('overlap-strip-shown');
    }
  });
});
