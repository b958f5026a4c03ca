import type {
  Analytics,
  OpenedParcel,
  ParcelView,
  Problem,
  RegisteredFarmer,
  RegisteredParcel,
  Report,
} from '@ardhi/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Person, startTestApp, type TestApp } from '../../test/app.ts';
import { newParcel, sent } from '../../test/land.ts';
import { pdfTexts } from '../../test/pdf-text.ts';

let app: TestApp;
let official: Person;
let farmer: Person;
let ids: string[];
beforeAll(async () => {
  app = await startTestApp();
  official = await app.as('government', 'Otieno');
  farmer = await app.as('farmer', 'Wanjiku Kamau');
  const fields = [
    { name: 'Juu', location: { address: 'Njoro, Nakuru County' }, soilType: 'clay' as const },
    { name: 'Chini', location: { address: 'Mwingi, Kitui County' } },
    { name: 'Mto', location: { address: 'Mwingi, Kitui County' } },
  ];
  ids = [];
  for (const field of fields) ids.push((await newParcel(farmer, field))._id);
});
afterAll(() => app.close());

const parcels = (query: Record<string, string | number> = {}) =>
  official.send<RegisteredParcel[]>('GET /government/lands', { query });
const namesOf = async (query: Record<string, string>) => (await parcels(query)).body.map(({ name }) => name);

describe('the register of parcels', () => {
  it('is searched and filtered', async () => {
    expect((await parcels()).body).toHaveLength(3);
    expect((await parcels()).headers.get('x-total-count')).toBe('3');
    expect(await namesOf({ county: 'Kitui' })).toEqual(['Mto', 'Chini']);
    expect(await namesOf({ q: 'chi' })).toEqual(['Chini']);
    expect(await namesOf({ q: 'mwingi' })).toEqual(['Mto', 'Chini']);
    expect(await namesOf({ soilType: 'clay' })).toEqual(['Juu']);
    expect(await namesOf({ bucket: '41-60' })).toHaveLength(3);
    expect(await namesOf({ bucket: '0-20' })).toEqual([]);
    expect(await namesOf({ farmerId: farmer.user._id })).toHaveLength(3);
    expect(await namesOf({ work: 'overlaps' })).toEqual([]);
    expect(await namesOf({ q: '%%' })).toEqual([]);
  });

  it('comes in pages', async () => {
    const first = await parcels({ limit: 2 });
    expect(first.body).toHaveLength(2);
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await parcels({ limit: 2, cursor });
    expect(second.body.map(({ name }) => name)).toEqual(['Juu']);
    expect((await official.send<Problem>('GET /government/lands', { query: { cursor: 'x' } })).status).toBe(
      400,
    );
  });

  it('counts harvests as the analytics do', async () => {
    const counted = async () => {
      const { body } = await official.send<Analytics>('GET /government/analytics');
      return body.recommendations.find(({ kind, county }) => kind === 'no-harvest' && county === 'Kitui')
        ?.count;
    };
    expect(await counted()).toBe((await namesOf({ work: 'no-harvest', county: 'Kitui' })).length);
    await sent(farmer, `POST /land/${ids[1]}/crops`, {
      name: 'Maize',
      plantingDate: '2025-03-01',
      harvestDate: '2025-08-01',
      yield: 2,
    });
    expect(await counted()).toBe((await namesOf({ work: 'no-harvest', county: 'Kitui' })).length);
    expect(await counted()).toBe(1);
  });

  it('tells the farmer who opened a parcel; a deleted one cannot be opened', async () => {
    const opened = await official.send<OpenedParcel>(`GET /government/lands/${ids[0]}`);
    expect(opened.body).toMatchObject({ name: 'Juu', farmer: { name: 'Wanjiku Kamau' } });
    expect(opened.body.explanation.sustainabilityScore).toBe(opened.body.sustainabilityScore);
    await official.send(`GET /government/lands/${ids[0]}`);
    const views = await farmer.send<ParcelView[]>(`GET /land/${ids[0]}/views`);
    expect(views.body).toMatchObject([{ official: 'Otieno', department: 'Agriculture' }]);
    const stranger = await app.as('farmer');
    expect((await stranger.send(`GET /land/${ids[0]}/views`)).status).toBe(404);
    await farmer.send(`DELETE /land/${ids[2]}`);
    expect((await official.send(`GET /government/lands/${ids[2]}`)).status).toBe(404);
    expect(await namesOf({ county: 'Kitui' })).toEqual(['Chini']);
  });
});

describe('the register of farmers', () => {
  const farmers = async (query: Record<string, string>) =>
    (await official.send<RegisteredFarmer[]>('GET /government/farmers', { query })).body;

  it('is searched and filtered, with what each has', async () => {
    await app.as('farmer', 'Achieng');
    const [found] = await farmers({ q: 'wanj' });
    expect(found).toMatchObject({ name: 'Wanjiku Kamau', lands: 2, counties: ['Kitui', 'Nakuru'] });
    expect((await farmers({ county: 'Nakuru' })).map(({ name }) => name)).toEqual(['Wanjiku Kamau']);
    expect((await farmers({ region: 'north' })).length).toBe(0);
    expect(JSON.stringify(found)).not.toMatch(/hash|password/i);
  });
});

describe('reports', () => {
  it('say what the screen shows, and can be had again', async () => {
    const { body: data } = await official.send<Analytics>('GET /government/analytics', {
      query: { period: 'yearly' },
    });
    const csv = await official.send<string>('GET /government/analytics.csv', { query: { period: 'yearly' } });
    expect(csv.headers.get('content-disposition')).toContain('.csv');
    expect(csv.body).toContain(`Figures,Land parcels,${data.totalLands},`);
    expect(csv.body).toContain('Score distribution,41-60%,');
    const pdf = await fetch(`${app.url}/api/government/analytics.pdf?region=west`, {
      headers: { authorization: `Bearer ${official.token}`, 'accept-language': 'sw' },
    });
    const file = Buffer.from(await pdf.arrayBuffer());
    expect(pdfTexts(file).join(' ')).toContain('Magharibi');
    const reports = await official.send<Report[]>('GET /government/reports');
    expect(reports.body).toMatchObject([
      { fileType: 'pdf', region: 'west', madeBy: 'Otieno', size: file.length },
      { fileType: 'csv', period: 'yearly' },
    ]);
    const again = await fetch(`${app.url}/api/government/reports/${reports.body[0]!._id}/file`, {
      headers: { authorization: `Bearer ${official.token}` },
    });
    expect(again.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await again.arrayBuffer()).equals(file)).toBe(true);
    expect((await official.send(`GET /government/reports/${ids[0]}/file`)).status).toBe(404);
  });
});
