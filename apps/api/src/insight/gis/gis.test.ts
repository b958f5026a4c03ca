/** Map programs of officials: tokens, OGC API Features, the access log, and the GeoJSON of a register. */
import type { GisToken, Parcel, Problem } from '@ardhi/contract';
import { expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { rectangle, setBoundary } from '../../../test/boundaries.ts';
import { gisOfficial, makeToken } from '../../../test/gis.ts';
import { newParcel } from '../../../test/land.ts';

interface Feature {
  type: 'Feature';
  id: string;
  geometry: { type: string; coordinates: number[][][][] } | null;
  properties: Record<string, unknown>;
}
interface Page {
  type: 'FeatureCollection';
  numberReturned: number;
  links: { rel: string; href: string }[];
  features: Feature[];
}

const app = testApp();

const officialOf = (county: string) => gisOfficial(app, county);

async function get<Body = Page>(token: string | undefined, path: string) {
  const url = path.startsWith('http') ? path : `${app.url}/api/gis${path}`;
  const response = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Body };
}
const items = (token: string, query = '') => get(token, `/collections/parcels/items${query}`);
const idsOf = ({ body }: { body: Page }) => body.features.map(({ id }) => id);
const next = ({ body }: { body: Page }) => body.links.find(({ rel }) => rel === 'next')?.href;

const IN_NAKURU = {
  location: { address: 'Njoro, Nakuru County' },
  county: 'Nakuru',
  soilType: 'clay' as const,
};
const IN_KERICHO = { location: { address: 'Belgut, Kericho County' }, county: 'Kericho' };

async function parcelOf(farmer: Person, place: object, x: number): Promise<Parcel> {
  const parcel = await newParcel(farmer, { name: 'Shamba la siri', ...place });
  await setBoundary(farmer, parcel._id, rectangle(x, 0));
  return parcel;
}

// The first official manages; the others have posts.
beforeTests(() => app.as('government'));
const farmer = beforeTests(() => app.as('farmer', 'Wanjiru Siri', { phoneNumber: '+254711222333' }));
const parcels = beforeTests(async () => ({
  first: await parcelOf(farmer, IN_NAKURU, 0),
  second: await parcelOf(farmer, { ...IN_NAKURU, soilType: 'sandy' }, 20),
  third: await parcelOf(farmer, IN_NAKURU, 400),
  foreign: await parcelOf(farmer, IN_KERICHO, 40),
  unbounded: await newParcel(farmer, IN_NAKURU),
}));
const nakuru = beforeTests(() => officialOf('Nakuru'));
const kericho = beforeTests(() => officialOf('Kericho'));
const nakuruToken = beforeTests(async () => (await makeToken(nakuru)).body);

it('makes a token only with a second factor and a fresh confirmation, shows it once and stores its hash', async () => {
  const plain = await app.as('government');
  expect((await makeToken(plain)).body.code).toBe('confirm-needed');
  await plain.send('POST /auth/confirm', { body: { password: PASSWORD } });
  expect(await makeToken(plain)).toMatchObject({ status: 403, body: { code: 'gis-factor-needed' } });

  const official = await officialOf('Nakuru');
  const { status, body } = await makeToken(official, 500, 'QGIS at the office');
  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'QGIS at the office', county: 'Nakuru', maxRows: 500, rowsToday: 0 });
  const days = (Date.parse(body.expiresAt) - Date.parse(body.createdAt)) / 86_400_000;
  expect(days).toBeCloseTo(90, 1);
  const { body: listed } = await official.send<GisToken[]>('GET /government/gis-tokens');
  expect(listed).toHaveLength(1);
  expect(JSON.stringify(listed)).not.toContain(body.token);
  const [stored] = await app.sql<{ row: string }>`
    select gis_tokens::text as row from gis_tokens where id = ${body._id}`;
  expect(stored!.row).not.toContain(body.token);
  expect((await nakuru.send<GisToken[]>('GET /government/gis-tokens')).body).toHaveLength(1);

  await app.sql`update sessions set confirmed_at = now() - interval '1 hour' where user_id = ${official.user._id}`;
  expect((await makeToken(official)).body.code).toBe('confirm-needed');
});

it('limits the number of tokens, and checks their fields', async () => {
  const official = await officialOf('Nakuru');
  const made = [];
  for (let count = 0; count < 10; count += 1) made.push((await makeToken(official)).status);
  expect(new Set(made)).toEqual(new Set([201]));
  expect(await makeToken(official)).toMatchObject({ status: 409, body: { code: 'gis-tokens-many' } });
  expect((await makeToken(official, 0)).body.issues).toMatchObject([{ path: 'maxRows' }]);
  expect((await makeToken(official, 10, ' ')).body.issues).toMatchObject([{ path: 'name' }]);
});

it('is an OGC API: landing page, conformance, OpenAPI 3.0, collections', async () => {
  const { token } = nakuruToken;
  const landing = await get<{ links: { rel: string; href: string; type: string }[] }>(token, '');
  const at = (rel: string) => landing.body.links.find((link) => link.rel === rel)!;
  expect(at('conformance').href).toBe(`${app.url}/api/gis/conformance`);
  const { body: conformance } = await get<{ conformsTo: string[] }>(token, at('conformance').href);
  const standard = 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf';
  expect(conformance.conformsTo).toEqual([`${standard}/core`, `${standard}/geojson`, `${standard}/oas30`]);
  const description = await get<{ openapi: string; paths: object }>(token, at('service-desc').href);
  expect(at('service-desc').type).toBe('application/vnd.oai.openapi+json;version=3.0');
  expect(description.headers.get('content-type')).toBe(at('service-desc').type);
  expect(description.body.openapi).toMatch(/^3\.0\./);
  expect(Object.keys(description.body.paths)).toContain('/collections/parcels/items');
  const { body: data } = await get<{ collections: { id: string; links: { href: string }[] }[] }>(
    token,
    at('data').href,
  );
  expect(data.collections.map(({ id }) => id)).toEqual(['parcels']);
  for (const { href } of data.collections[0]!.links) expect((await get(token, href)).status).toBe(200);
});

it('lists the parcels of its county only, without names and contact data', async () => {
  const page = await items(nakuruToken.token);
  expect(page.headers.get('content-type')).toBe('application/geo+json');
  const { first, second, third, foreign } = parcels;
  expect(idsOf(page)).toEqual([first._id, second._id, third._id].sort());
  expect(page.body.features.find(({ id }) => id === first._id)).toMatchObject({
    type: 'Feature',
    geometry: { type: 'MultiPolygon', coordinates: [[expect.arrayContaining([[35.9, -0.3]])]] },
    properties: { county: 'Nakuru', soilType: 'clay', boundarySource: 'drawn', score: null },
  });
  const { name, email } = farmer.user;
  for (const secret of [name, email, '+254711222333', farmer.user._id, 'siri', 'Njoro', foreign._id])
    expect(page.text).not.toContain(secret);
});

it('refuses other counties: their filter, their parcels, their area', async () => {
  const { foreign, first } = parcels;
  const { token } = nakuruToken;
  const other = (await makeToken(kericho)).body.token;
  const refused = await get<Problem>(token, '/collections/parcels/items?county=Kericho');
  expect([refused.status, refused.body.code]).toEqual([403, 'gis-county']);
  expect((await get(token, `/collections/parcels/items/${foreign._id}`)).status).toBe(404);
  expect((await get(other, `/collections/parcels/items/${first._id}`)).status).toBe(404);
  expect(idsOf(await items(other, '?bbox=33,-5,42,6'))).toEqual([foreign._id]);
  const national = (await makeToken(await officialOf(''))).body.token;
  expect(idsOf(await items(national, '?county=Kericho'))).toEqual([foreign._id]);
});

it('filters by bounding box and soil, and pages by a link', async () => {
  const { first, second, third } = parcels;
  const { token } = nakuruToken;
  expect(idsOf(await items(token, '?bbox=35.8999,-0.3001,35.9005,-0.2995'))).toEqual([first._id]);
  expect(idsOf(await items(token, '?bbox=35.8999,-0.3001,0,35.9005,-0.2995,100'))).toEqual([first._id]);
  expect(idsOf(await items(token, '?soilType=sandy'))).toEqual([second._id]);
  expect(idsOf(await items(token, '?datetime=2026-01-01T00:00:00Z/..'))).toHaveLength(3);

  const sorted = [first._id, second._id, third._id].sort();
  for (const query of ['limit=2', 'limit=2&bbox=33,-5,42,6']) {
    const page = await items(token, `?${query}`);
    expect([idsOf(page), page.body.numberReturned]).toEqual([sorted.slice(0, 2), 2]);
    const last = await get(token, next(page)!);
    expect([idsOf(last), next(last)]).toEqual([sorted.slice(2), undefined]);
  }
  expect(idsOf(await items(token, '?limit=100000'))).toHaveLength(3);
  for (const query of ['limit=0', 'bbox=1,2,3', 'bbox=a,b,c,d', 'soilType=gold', 'after=x', 'colour=red'])
    expect([(await items(token, `?${query}`)).status, query]).toEqual([400, query]);
});

it('ends a page early after many corners', async () => {
  const { first, second, third } = parcels;
  const sorted = [first._id, second._id, third._id].sort();
  await app.sql`update boundaries set corner_count = 200000 where parcel_id = ${sorted[0]!}`;
  const page = await items(nakuruToken.token);
  expect(idsOf(page)).toEqual(sorted.slice(0, 1));
  expect(idsOf(await get(nakuruToken.token, next(page)!))).toEqual(sorted.slice(1));
  await app.sql`update boundaries set corner_count = 5 where parcel_id = ${sorted[0]!}`;
});

it('returns one parcel with links', async () => {
  const { body, status } = await get<Feature & { links: { rel: string }[] }>(
    nakuruToken.token,
    `/collections/parcels/items/${parcels.first._id}`,
  );
  expect([status, body.id, body.links.map(({ rel }) => rel)]).toEqual([
    200,
    parcels.first._id,
    ['self', 'collection'],
  ]);
});

it('writes an access log entry for each request, also a repeated one, and none without parcels', async () => {
  const official = await officialOf('Nakuru');
  const { token } = (await makeToken(official)).body;
  const entries = () =>
    app.sql`select look, people from access_lines where viewer_id = ${official.user._id} order by created_at`;
  await items(token);
  await items(token);
  await get(token, '/collections');
  await items(token, '?bbox=1,1,2,2');
  const entry = { look: 'gis-export', people: [farmer.user._id] };
  expect(await entries()).toEqual([entry, entry]);
  const { body } = await farmer.send<{ look: string; viewer: { name: string } }[]>('GET /auth/access-lines');
  expect(body[0]).toMatchObject({ look: 'gis-export', viewer: { name: 'Official of Nakuru' } });
});

it('reads at most as many parcels a day as set when it was made', async () => {
  const official = await officialOf('Nakuru');
  const { token, _id } = (await makeToken(official, 4)).body;
  const first = await items(token);
  expect(idsOf(first)).toHaveLength(3);
  const second = await items(token);
  expect([idsOf(second).length, next(second) !== undefined]).toEqual([1, true]);
  const over = await get<Problem>(token, next(second)!);
  expect([over.status, over.body.code]).toEqual([429, 'gis-rows-read']);
  const { body } = await official.send<GisToken[]>('GET /government/gis-tokens');
  expect(body).toMatchObject([{ _id, rowsToday: 4, maxRows: 4, lastUsedAt: expect.any(String) }]);
  await app.sql`update gis_tokens set counted_on = counted_on - 1 where id = ${_id}`;
  expect(idsOf(await items(token))).toHaveLength(3);
});

it('concurrent requests do not exceed the limit', async () => {
  const { token } = (await makeToken(await officialOf('Nakuru'), 7)).body;
  const pages = await Promise.all(Array.from({ length: 6 }, () => items(token)));
  const rows = pages.flatMap((page) => (page.status === 200 ? idsOf(page) : []));
  expect(rows.length).toBeLessThanOrEqual(7);
  expect(rows.length).toBeGreaterThan(0);
});

it('works only at its own address, and a session not there', async () => {
  expect((await get(undefined, '')).status).toBe(401);
  expect((await get(nakuru.token, '')).status).toBe(401);
  const headers = { authorization: `Bearer ${nakuruToken.token}` };
  for (const call of ['GET /government/lands', 'GET /auth/profile', 'POST /government/gis-tokens'])
    expect([(await app.send(call, { headers })).status, call]).toEqual([401, call]);
});

it('ends when it is revoked, when it expires, with the post, a new password or a suspension', async () => {
  const status = async (token: string) => (await items(token)).status;
  const official = await officialOf('Nakuru');
  const revoked = (await makeToken(official)).body;
  expect((await nakuru.send(`DELETE /government/gis-tokens/${revoked._id}`)).status).toBe(404);
  expect((await official.send(`DELETE /government/gis-tokens/${revoked._id}`)).status).toBe(200);
  expect(await status(revoked.token)).toBe(401);

  const expired = (await makeToken(official)).body;
  await app.sql`update gis_tokens set expires_at = now() where id = ${expired._id}`;
  expect(await status(expired.token)).toBe(401);
  expect((await official.send<GisToken[]>('GET /government/gis-tokens')).body).toEqual([]);

  const posted = (await makeToken(official)).body;
  await app.sql`update posts set ended_at = now() where official_id = ${official.user._id}`;
  expect(await status(posted.token)).toBe(403);

  const changing = await officialOf('Nakuru');
  const { token } = (await makeToken(changing)).body;
  expect(await status(token)).toBe(200);
  const changed = await changing.send('PUT /auth/password', {
    body: { currentPassword: PASSWORD, password: 'another good horse' },
  });
  expect([changed.status, await status(token)]).toEqual([200, 401]);

  const suspended = await officialOf('Nakuru');
  const last = (await makeToken(suspended)).body.token;
  await app.sql`update users set suspended_at = now() where id = ${suspended.user._id}`;
  expect(await status(last)).toBe(401);
});

it('exports a filtered register as GeoJSON, also parcels without a boundary', async () => {
  const { first, third, unbounded, foreign } = parcels;
  const exported = async (official: Person, query: Record<string, string>) => {
    const response = await official.send<string>('GET /government/lands.geojson', { query });
    expect(response.headers.get('content-disposition')).toMatch(/land-parcels-[\d-]+\.geojson/);
    return JSON.parse(response.body) as Page;
  };
  const { type, features } = await exported(nakuru, { soilType: 'clay', sort: 'oldest' });
  expect(type).toBe('FeatureCollection');
  expect(features.map(({ id, geometry }) => [id, geometry?.type])).toEqual([
    [first._id, 'MultiPolygon'],
    [third._id, 'MultiPolygon'],
    [unbounded._id, undefined],
  ]);
  expect(features[0]!.properties).toMatchObject({ name: 'Shamba la siri', county: 'Nakuru' });
  expect(JSON.stringify(features)).not.toContain(farmer.user.name);
  expect((await exported(kericho, { county: 'Nakuru' })).features).toEqual([]);
  expect((await exported(kericho, {})).features.map(({ id }) => id)).toEqual([foreign._id]);
  const unconfirmed = await app.as('government');
  expect((await unconfirmed.send<Problem>('GET /government/lands.geojson')).body.code).toBe('confirm-needed');
});
