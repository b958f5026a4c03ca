/** Denial of service by one client: the others keep working, and every request gets a response. */
import type { Problem, Report } from '@ardhi/contract';
import type { Position, Shape } from '@ardhi/geo';
import { bboxOf, vertexCount } from '@ardhi/geo';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { saveBoundary } from '../../src/farm/boundaries/queries.ts';
import { at, polygon, rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';
import { type Person, startModes, TESTED_MODES } from './built.ts';

const running = startModes(TESTED_MODES);

/** Logins from stated addresses, and the order in which their responses arrive. */
function recordedLogins() {
  const order: string[] = [];
  const login = async (address: string, index = 0) => {
    const { status } = await running.deployed.send('POST /auth/login', {
      body: { email: `nobody${index}@example.ke`, password: 'guess' },
      headers: { 'x-forwarded-for': address },
    });
    order.push(address);
    return status;
  };
  return { login, order };
}

describe('many logins at once from one address', () => {
  it('all get a response, and do not delay another address', async () => {
    const { login, order } = recordedLogins();
    const many = Array.from({ length: 60 }, (_, index) => login('203.0.113.1', index));
    const other = login('203.0.113.2');
    expect(await other).toBe(401);
    expect(new Set(await Promise.all(many))).toEqual(new Set([401]));
    expect(order.indexOf('203.0.113.2')).toBeLessThan(30);
  });
});

describe('many logins at once from one IPv6 network', () => {
  it('do not delay another network', async () => {
    const { login, order } = recordedLogins();
    const other = '2001:db8:1:3::1';
    const many = Array.from({ length: 150 }, (_, index) =>
      login(`2001:db8:1:2::${index.toString(16)}`, index),
    );
    expect(await login(other)).toBe(401);
    await Promise.all(many);
    expect(order.indexOf(other)).toBeLessThan(30);
  });
});

/** Thin rays around a grid point: the worst case for the sweep line, which meets all sides at once. */
function star(x: number, y: number, corners: number): Position[] {
  const around = Array.from({ length: corners }, (_, index): Position => {
    const [angle, length] = [(2 * Math.PI * index) / corners, index % 2 ? 5 : 200];
    return at([x + length * Math.cos(angle), y + length * Math.sin(angle)]);
  });
  return [...around, around[0]!];
}

describe.each(TESTED_MODES)('a boundary that takes long to measure (%s)', (way) => {
  it('is rejected with a message, one at a time with one queued, and without an open transaction', async () => {
    const farmer = await running[way].as('farmer');
    const { _id: parcel } = await newParcel(farmer);
    const save = () =>
      farmer.send<Problem>(`PUT /land/${parcel}/boundary`, {
        body: { geometry: polygon(star(0, 0, 9_998)) },
      });
    const responses = [save(), save(), save()];
    expect((await Promise.race(responses)).status).toBe(503);
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'
    `.execute(running[way].db);
    expect(rows).toEqual([]);
    const other = await running[way].as('farmer');
    await setBoundary(other, (await newParcel(other))._id, rectangle(3_000, 3_000));
    const all = await Promise.all(responses);
    expect(all.map(({ status }) => status).sort()).toEqual([400, 400, 503]);
    expect(all.find(({ status }) => status === 400)?.body.issues).toMatchObject([
      { path: 'geometry', code: 'boundary-too-intricate' },
    ]);
  });

  it('does not prevent a neighbour from saving once it is stored', async () => {
    const stored = await running[way].as('farmer');
    const store = async (shape: Shape) =>
      saveBoundary(
        running[way].db,
        (await newParcel(stored))._id,
        {
          shape,
          outline: null,
          bbox: bboxOf(shape),
          areaSquareMetres: 400_000,
          centre: shape[0]![0]![0]!,
          vertexCount: vertexCount(shape),
        },
        'drawn',
        null,
      );
    await store([[star(1_000, 1_000, 1_000)]]);
    const neighbour = await running[way].as('farmer');
    const saved = await setBoundary(neighbour, (await newParcel(neighbour))._id, rectangle(995, 995));
    expect(saved.areaSquareMetres).toBeGreaterThan(0);
  });
});

describe.each(TESTED_MODES)('the same report again (%s)', (way) => {
  it('is stored once per user and language', async () => {
    const [one, other] = [await running[way].as('government'), await running[way].as('government')];
    const exportReport = (person: Person, language: string) =>
      person.send('GET /government/analytics.csv', { headers: { 'accept-language': language } });
    await Promise.all(Array.from({ length: 5 }, () => exportReport(one, 'en')));
    expect((await one.send<Report[]>('GET /government/reports')).body).toHaveLength(1);
    await exportReport(one, 'sw');
    await exportReport(other, 'en');
    expect((await one.send<Report[]>('GET /government/reports')).body).toHaveLength(3);
  });
});
