import type {
  Analytics,
  OpenedParcel,
  ParcelView,
  Problem,
  QueueCounts,
  RegisteredFarmer,
  RegisteredParcel,
  Report,
} from '@ardhi/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectExact } from '../../../test/analytics.ts';
import { beforeTests, PASSWORD, testApp } from '../../../test/app.ts';
import { daysAgo, newParcel, sent } from '../../../test/land.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { pdfTexts } from '../../../test/pdf-text.ts';
import { saveDailyMetrics } from './jobs.ts';

const app = testApp();
const official = beforeTests(() => app.as('government', 'Otieno'));
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku Kamau'));
let ids: string[];
beforeAll(async () => {
  const fields = [
    { name: 'Juu', location: { address: 'Njoro, Nakuru County' }, soilType: 'clay' as const },
    { name: 'Chini', location: { address: 'Mwingi, Kitui County' } },
    { name: 'Mto', location: { address: 'Mwingi, Kitui County' } },
  ];
  ids = [];
  for (const field of fields) ids.push((await newParcel(farmer, field))._id);
});

const parcels = (query: Record<string, string | number> = {}) =>
  official.send<RegisteredParcel[]>('GET /government/lands', { query });
const namesOf = async (query: Record<string, string>) => (await parcels(query)).body.map(({ name }) => name);
const overdueTotal = async () => Number((await parcels({ work: 'no-harvest' })).headers.get('x-total-count'));
/** A crop whose harvest date passed without a confirmation. The call would ask for the harvest at once. */
const overdueCrop = (parcelId: string) => app.sql`
  insert into crops (id, parcel_id, name, planting_date, harvest_date, yield_tons_per_hectare, yield_confirmed)
  values (gen_random_uuid(), ${parcelId}, 'Maize', ${daysAgo(120)}, ${daysAgo(1)}, 2, false)`;

describe('the register of parcels', () => {
  it('can be searched and filtered', async () => {
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
    expect(await namesOf({ band: 'initial' })).toHaveLength(3);
    expect(await namesOf({ band: 'good' })).toEqual([]);
  });

  it('combines several filters, including combinations without a match', async () => {
    const kinds = { soilType: 'loamy', bucket: '41-60', band: 'initial', work: 'no-harvest' };
    for (const id of ids) await overdueCrop(id);
    expect(await namesOf({ ...kinds, county: 'Kitui' })).toEqual(['Mto', 'Chini']);
    expect(await namesOf({ ...kinds, region: 'east', sort: 'oldest' })).toEqual(['Chini', 'Mto']);
    const first = await parcels({ ...kinds, limit: 1 });
    expect(first.headers.get('x-total-count')).toBe('2');
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect((await parcels({ ...kinds, limit: 1, cursor })).body.map(({ name }) => name)).toEqual(['Chini']);
    expect(await namesOf({ soilType: 'clay', county: 'Kitui' })).toEqual([]);
    expect(await namesOf({ soilType: 'clay', bucket: '41-60', work: 'no-harvest' })).toEqual(['Juu']);
    expect(await namesOf({ bucket: '81-100', band: 'initial' })).toEqual([]);
    // A parcel without a known county is found too.
    const somewhere = await newParcel(farmer, { name: 'Popote', location: { address: 'Mahali' } });
    await overdueCrop(somewhere._id);
    expect(await namesOf(kinds)).toEqual(['Popote', 'Mto', 'Chini']);
    expect(await namesOf({ unplaced: 'yes' })).toEqual(['Popote']);
    expect(await namesOf({ unplaced: 'yes', county: 'Kitui' })).toEqual([]);
    await farmer.send(`DELETE /land/${somewhere._id}`);
    await app.sql`delete from crops`;
  });

  it('lists the rows behind each metric: comparable parcels, parcels without a county, owners of machines', async () => {
    const known = await insertParcel(app.db, farmer.user._id, { name: 'Wazi', county: 'Kitui' });
    await app.sql`update parcels set confidence = 40 where id = ${known}`;
    const total = async (query: Record<string, string>) => {
      const { body, headers } = await parcels(query);
      return [body.map(({ name }) => name), headers.get('x-total-count')];
    };
    expect(await total({ compared: 'yes' })).toEqual([['Wazi'], '1']);
    expect(await total({ compared: 'no' })).toEqual([['Mto', 'Chini', 'Juu'], '3']);
    expect(await total({ compared: 'yes', county: 'Nakuru' })).toEqual([[], '0']);
    expect(await total({ unplaced: 'yes' })).toEqual([[], '0']);
    await app.sql`delete from parcels where id = ${known}`;
    const withMachines = async () =>
      (
        await official.send<RegisteredFarmer[]>('GET /government/farmers', { query: { machines: 'yes' } })
      ).body.map(({ name }) => name);
    expect(await withMachines()).toEqual([]);
    const machine = await sent(farmer, 'POST /equipment', { name: 'Plough', type: 'plough' });
    expect(await withMachines()).toEqual(['Wanjiku Kamau']);
    await farmer.send(`DELETE /equipment/${machine._id}`);
  });

  it('returns the number of farmers in a county, including zero', async () => {
    const inCounty = async (county: string) => {
      const response = await official.send<RegisteredFarmer[]>('GET /government/farmers', {
        query: { county },
      });
      return [response.body.length, response.headers.get('x-total-count')];
    };
    expect(await inCounty('Kitui')).toEqual([1, '1']);
    expect(await inCounty('Lamu')).toEqual([0, '0']);
  });

  it('lists farmers in the counties of their land, under their current name', async () => {
    const inCounty = async (county: string) =>
      (
        await official.send<RegisteredFarmer[]>('GET /government/farmers', {
          query: { county, sort: 'name' },
        })
      ).body.map(({ name }) => name);
    const mover = await app.as('farmer', 'Zawadi');
    const other = await app.as('farmer', 'Mumbua');
    await newParcel(other, { location: { address: 'Lamu County' } });
    const land = await newParcel(mover, { location: { address: 'Lamu County' } });
    expect(await inCounty('Lamu')).toEqual(['Mumbua', 'Zawadi']);
    await mover.send('PUT /auth/profile', { body: { name: 'Amani', location: 'Lamu', farmSize: 2 } });
    expect(await inCounty('Lamu')).toEqual(['Amani', 'Mumbua']);
    await sent(mover, `PUT /land/${land._id}`, { location: { address: 'Isiolo County' } });
    expect([await inCounty('Lamu'), await inCounty('Isiolo')]).toEqual([['Mumbua'], ['Amani']]);
    await mover.send(`DELETE /land/${land._id}`);
    expect(await inCounty('Isiolo')).toEqual([]);
    for (const person of [mover, other])
      await person.send('DELETE /auth/account', { body: { password: PASSWORD } });
    expect(await inCounty('Lamu')).toEqual([]);
  });

  it('finds parcels by the farmer’s current name, and no deleted parcels', async () => {
    expect(await namesOf({ q: 'kamau' })).toEqual(['Mto', 'Chini', 'Juu']);
    expect(await namesOf({ q: 'wanjiku njoro' })).toEqual(['Juu']);
    const other = await app.as('farmer', 'Achieng Odhiambo');
    const gone = await newParcel(other, { name: 'Ziwa' });
    await sent(other, `PUT /land/${gone._id}`, { name: 'Bahari' });
    expect(await namesOf({ q: 'ziwa' })).toEqual([]);
    expect(await namesOf({ q: 'odhiambo bahari' })).toEqual(['Bahari']);
    const { body } = await other.send<{ revision: number }>('GET /auth/profile');
    await other.send('PUT /auth/profile', {
      body: { name: 'Achieng Okoth', location: 'Kitui', farmSize: 2, revision: body.revision },
    });
    expect(await namesOf({ q: 'odhiambo' })).toEqual([]);
    expect(await namesOf({ q: 'okoth' })).toEqual(['Bahari']);
    await other.send(`DELETE /land/${gone._id}`);
    expect(await namesOf({ q: 'okoth' })).toEqual([]);
    await other.send(`POST /land/${gone._id}/restore`, { body: {} });
    expect(await namesOf({ q: 'okoth' })).toEqual(['Bahari']);
    await other.send(`DELETE /land/${gone._id}`);
  });

  it('can be paged in every order', async () => {
    const inOrder = async (sort: string, q?: string) => {
      const found: string[] = [];
      for (let cursor: string | undefined, more = true; more; ) {
        const page = await parcels({ limit: 1, sort, ...(q ? { q } : {}), ...(cursor ? { cursor } : {}) });
        found.push(...page.body.map(({ name }) => name));
        cursor = /cursor=([^&>]+)/.exec(page.headers.get('link') ?? '')?.[1];
        more = cursor !== undefined;
      }
      return found;
    };
    expect(await inOrder('newest')).toEqual(['Mto', 'Chini', 'Juu']);
    expect(await inOrder('oldest')).toEqual(['Juu', 'Chini', 'Mto']);
    expect(await inOrder('name')).toEqual(['Chini', 'Juu', 'Mto']);
    expect(await inOrder('largest')).toHaveLength(3);
    expect(await inOrder('name', 'mwingi')).toEqual(['Chini', 'Mto']);
    expect(
      (await official.send('GET /government/lands', { query: { sort: 'colour' } as never })).status,
    ).toBe(400);
  });

  it('is paged by cursor', async () => {
    const first = await parcels({ limit: 2 });
    expect(first.body).toHaveLength(2);
    const cursor = /cursor=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const second = await parcels({ limit: 2, cursor });
    expect(second.body.map(({ name }) => name)).toEqual(['Juu']);
    expect((await official.send<Problem>('GET /government/lands', { query: { cursor: 'x' } })).status).toBe(
      400,
    );
  });

  it('counts overdue harvests in the same way as queue and analytics', async () => {
    const counts = async () => {
      const { body } = await official.send<Analytics>('GET /government/analytics');
      const { unharvested } = (await official.send<QueueCounts>('GET /government/queue/counts')).body;
      const inKitui = await namesOf({ work: 'no-harvest', county: 'Kitui' });
      expect(await overdueTotal()).toBe(unharvested);
      const { landsWithoutHarvest } = body.counties.find(({ county }) => county === 'Kitui')!;
      expect(inKitui).toHaveLength(landsWithoutHarvest);
      expect(await namesOf({ work: 'no-harvest', q: 'mwingi' })).toEqual(inKitui);
      return inKitui;
    };
    // A parcel without a crop, a growing crop and a confirmed harvest are not overdue.
    const maize = { name: 'Maize', plantingDate: daysAgo(120), yield: 2 };
    await sent(farmer, `POST /land/${ids[0]}/crops`, { ...maize, harvestDate: daysAgo(1) });
    const parcel = await sent(farmer, `POST /land/${ids[1]}/crops`, { ...maize, harvestDate: daysAgo(-1) });
    expect(await counts()).toEqual([]);
    // The day of the harvest passes.
    const { _id } = parcel.crops[0]!;
    await app.sql`update crops set harvest_date = ${daysAgo(0)} where id = ${_id}`;
    expect(await counts()).toEqual([]);
    await app.sql`update crops set harvest_date = ${daysAgo(1)} where id = ${_id}`;
    expect(await counts()).toEqual(['Chini']);
    await expectExact(app.db);
    await sent(farmer, `PUT /land/${ids[1]}/crops/${_id}/harvest`, { yield: 2 });
    expect(await counts()).toEqual([]);
    await app.sql`select fold_rollups()`;
    expect(await counts()).toEqual([]);
    await expectExact(app.db);
  });

  it('counts a harvest as overdue from the day after, even before the nightly job has run', async () => {
    const parcel = await newParcel(farmer, { name: 'Usiku' });
    await overdueCrop(parcel._id);
    // As stored yesterday, when the harvest was not yet overdue.
    await app.sql`update parcels set harvest_due = ${daysAgo(1)} where id = ${parcel._id}`;
    await expectExact(app.db);
    expect(await namesOf({ work: 'no-harvest' })).toEqual(['Usiku']);
    expect(await overdueTotal()).toBe(1);
    await saveDailyMetrics({}, app.services);
    expect(await app.row`select harvest_due from parcels where id = ${parcel._id}`).toEqual({
      harvest_due: '-infinity',
    });
    expect(await overdueTotal()).toBe(1);
    await expectExact(app.db);
    await farmer.send(`DELETE /land/${parcel._id}`);
    expect(await overdueTotal()).toBe(0);
  });

  it('shows the farmer which officials opened a parcel; a deleted one cannot be opened', async () => {
    const opened = await official.send<OpenedParcel>(`GET /government/lands/${ids[0]}`);
    expect(opened.body).toMatchObject({ name: 'Juu', farmer: { name: 'Wanjiku Kamau' } });
    expect(opened.body.explanation.sustainabilityScore).toBe(opened.body.sustainabilityScore);
    await official.send(`GET /government/lands/${ids[0]}`);
    const views = await farmer.send<ParcelView[]>(`GET /land/${ids[0]}/views`);
    expect(views.body).toMatchObject([{ official: 'Otieno', department: 'Agriculture' }]);
    const otherFarmer = await app.as('farmer');
    expect((await otherFarmer.send(`GET /land/${ids[0]}/views`)).status).toBe(404);
    await farmer.send(`DELETE /land/${ids[2]}`);
    expect((await official.send(`GET /government/lands/${ids[2]}`)).status).toBe(404);
    expect(await namesOf({ county: 'Kitui' })).toEqual(['Chini']);
  });
});

describe('the register of farmers', () => {
  const farmers = async (query: Record<string, string>) =>
    (await official.send<RegisteredFarmer[]>('GET /government/farmers', { query })).body;

  it('can be searched and filtered, and shows the land of each farmer', async () => {
    await app.as('farmer', 'Achieng');
    const [found] = await farmers({ q: 'wanj' });
    expect(found).toMatchObject({ name: 'Wanjiku Kamau', lands: 2, counties: ['Kitui', 'Nakuru'] });
    expect((await farmers({ county: 'Nakuru' })).map(({ name }) => name)).toEqual(['Wanjiku Kamau']);
    expect((await farmers({ region: 'north' })).length).toBe(0);
    expect(JSON.stringify(found)).not.toMatch(/hash|password/i);
  });

  it('finds an email address by its parts and a phone number in any notation', async () => {
    const person = await app.as('farmer', 'Nekesa Wafula');
    await app.sql`update users set email = 'n.wafula-shamba@mkulima.example', phone_number = '+254 712 345 678'
      where id = ${person.user._id}`;
    for (const q of [
      'n.wafula-shamba@mkulima.example',
      'wafula-shamba',
      'mkulima.example',
      'shamba nekesa',
      '+254 712 345 678',
      '254712345678',
      '0712 345 678',
      '0712345',
      '712345678',
    ])
      expect(
        (await farmers({ q })).map(({ name }) => name),
        q,
      ).toEqual(['Nekesa Wafula']);
    expect(await farmers({ q: '0712 999' })).toEqual([]);
  });

  it('can be sorted in every order', async () => {
    const names = async (sort: string) => (await farmers({ sort })).map(({ name }) => name);
    const oldest = await names('oldest');
    expect(await names('newest')).toEqual([...oldest].reverse());
    expect((await names('name')).slice(0, 2)).toEqual(['Achieng', 'Achieng Okoth']);
  });
});

describe('CSV exports of the registers', () => {
  const lines = ({ body }: { body: string }) => body.replace('\uFEFF', '').trimEnd().split('\r\n');

  it('contain the filtered rows in order, and require re-authentication', async () => {
    const query = { county: 'Kitui' };
    expect((await official.send('GET /government/lands.csv', { query })).status).toBe(403);
    expect((await official.send('GET /government/farmers.csv', { query })).status).toBe(403);
    await official.send('POST /auth/confirm', { body: { password: PASSWORD } });
    const land = await official.send<string>('GET /government/lands.csv', {
      query: { q: 'wanjiku', sort: 'name' },
    });
    expect(land.headers.get('content-disposition')).toMatch(/filename="land-parcels-\d{4}-\d\d-\d\d\.csv"/);
    expect(lines(land)[0]).toBe(
      'Id,Name,Farmer,Email,Phone,Location,County,Region,Soil type,Acres,Sustainability score,Crops,Registered',
    );
    expect(
      lines(land)
        .slice(1)
        .map((line) => line.split(',')[1]),
    ).toEqual(['Chini', 'Juu']);
    expect(lines(land)[2]).toContain('Nakuru,West,Clay,');
    const people = await official.send<string>('GET /government/farmers.csv', { query });
    expect(lines(people)).toHaveLength(2);
    expect(lines(people)[1]).toMatch(/Wanjiku Kamau,.*@.*,"Kitui; Nakuru",/);
  });
});

describe('reports', () => {
  it('contain the changes, trends and counts of the screen, with thousands separators', async () => {
    await insertParcel(app.db, farmer.user._id, { sizeAcres: 12_345, score: 70, confidence: 80 });
    await farmer.send('POST /equipment', { body: { name: 'Pump', type: 'Pump' } });
    await saveDailyMetrics({}, app.services);
    await app.sql`
      update analytics_snapshots set day = day - 7, parcels = 2, score = 40 where period = 'weekly'`;
    await app.sql`
      insert into score_trends values (date_trunc('week', nairobi_date(now()))::date - 7, 'west', 1234, 61.5)`;
    const query = { period: 'weekly' };
    const { body: data } = await official.send<Analytics>('GET /government/analytics', { query });
    const { body: csv } = await official.send<string>('GET /government/analytics.csv', { query });
    const change = (100 * (data.totalLands - 2)) / 2;
    expect(csv).toContain(`Change since ${data.previous!.date},Land parcels,${change},%`);
    expect(csv).toMatch(/Change since [\d-]+,Average sustainability \(all parcels\),[\d.-]+,points/);
    expect(csv).toMatch(/Mean scores over time,West: [\d-]+,61\.5,%/);
    expect(csv).toContain('Figures,Active machines,1,machines');
    expect(csv).toContain('Figures,Left out: waiting less than 14 working days,0,KES');
    for (const range of ['0-20% poor', '21-40% needs attention', '81-100% very good'])
      expect(csv).toMatch(new RegExp(`Score distribution,${range},\\d+,parcels`));
    expect(csv).toContain(
      `Score distribution,not yet assessed,${data.totalLands - data.assessedLands},parcels`,
    );
    const pdf = await fetch(`${app.url}/api/government/analytics.pdf?period=weekly`, {
      headers: { authorization: `Bearer ${official.token}` },
    });
    const text = pdfTexts(Buffer.from(await pdf.arrayBuffer())).join(' ');
    expect(text).toContain('12,3');
    expect(text).toContain('62% (1,234)');
    expect(text).toContain(`+${change}% since`);
    expect(text).toContain('1 of 1 machines active');
    expect(text).toContain('for officials');
    await app.sql`delete from reports`;
  });

  it('contain the data of the screen, and can be downloaded again', async () => {
    const { body: data } = await official.send<Analytics>('GET /government/analytics', {
      query: { period: 'yearly' },
    });
    const csv = await official.send<string>('GET /government/analytics.csv', { query: { period: 'yearly' } });
    expect(csv.headers.get('content-disposition')).toContain('.csv');
    expect(csv.body).toContain(`Figures,Land parcels,${data.totalLands},`);
    expect(csv.body).toContain('Score distribution,41-60% fair,');
    const pdf = await fetch(`${app.url}/api/government/analytics.pdf?region=west`, {
      headers: { authorization: `Bearer ${official.token}`, 'accept-language': 'sw' },
    });
    const file = Buffer.from(await pdf.arrayBuffer());
    const regional = pdfTexts(file).join(' ');
    expect(regional).toContain('Magharibi');
    expect(regional).not.toMatch(/Kaskazini|Mashariki|Kusini/);
    expect(regional).toContain('kwa maafisa');
    expect(regional).not.toContain('kumbukumbu za mkulima');
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
