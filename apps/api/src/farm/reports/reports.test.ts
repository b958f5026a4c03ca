import type {
  MonthlyReport,
  ParcelDetail,
  ParcelReport,
  Problem,
  SustainabilityReport,
} from '@ardhi/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';
import { auditEntries } from '../../../test/audit.ts';
import { daysAgo, maize, newParcel, sent } from '../../../test/land.ts';
import { pdfPages, pdfTexts } from '../../../test/pdf-text.ts';
import { printable } from '../../lib/documents/pdf.ts';

const app = testApp();
const wanjiku = beforeTests(() => app.as('farmer', 'Wanjikũ'));
let parcel: ParcelDetail;

beforeAll(async () => {
  const { _id } = await newParcel(wanjiku, { name: 'Shamba la juu', declarations: { pesticide: 'none' } });
  await sent(wanjiku, `POST /land/${_id}/crops`, maize);
  await sent(wanjiku, `POST /land/${_id}/water`, { date: daysAgo(200), amount: 1200.5 });
  await sent(wanjiku, `POST /land/${_id}/fertilizer`, { date: daysAgo(239), type: 'DAP', amount: 100 });
  parcel = await sent(wanjiku, `POST /land/${_id}/crops`, {
    ...maize,
    name: '=HYPERLINK("http://evil")',
    plantingDate: daysAgo(20),
    harvestDate: daysAgo(-100),
    yield: 3,
  });
});

async function file(person: Person, path: string, language = 'en') {
  const response = await fetch(`${app.url}/api${path}`, {
    headers: { authorization: `Bearer ${person.token}`, ...(language && { 'accept-language': language }) },
  });
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

describe('the report of a parcel', () => {
  it('has exactly the specification’s fields', async () => {
    const { status, body } = await wanjiku.send<ParcelReport>(`GET /land/${parcel._id}/report`);
    expect(status).toBe(200);
    expect(body).toEqual({
      reportDate: daysAgo(0),
      land: {
        name: 'Shamba la juu',
        size: 2,
        soilType: 'loamy',
        sustainabilityScore: parcel.sustainabilityScore,
      },
      totalWaterUsed: 1200.5,
      totalFertilizerUsed: 100,
      totalPesticideUsed: 0,
      crops: parcel.crops,
      farmer: { name: 'Wanjikũ', email: wanjiku.user.email },
    });
  });

  it('is a one-page PDF in English', async () => {
    const { response, bytes } = await file(wanjiku, `/land/${parcel._id}/report.pdf`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Shamba-la-juu-${daysAgo(0)}.pdf"`,
    );
    expect(pdfPages(bytes)).toBe(1);
    const texts = pdfTexts(bytes);
    for (const text of [
      'Land report',
      'Shamba la juu',
      'Wanjiku',
      wanjiku.user.email,
      'Nakuru, West',
      '2 acres (0.81 ha)',
      'Loamy',
      `${parcel.sustainabilityScore}%`,
      '1,200.5 litres',
      '100 kg',
      'Nitrogen balance',
      'Mahindi',
      '2.1',
      '3.0 (expected)',
      'Page 1 of 1',
    ])
      expect(texts).toContain(text);
  });

  it('is a PDF in Kiswahili, by header or by the user’s language setting', async () => {
    const requested = await file(wanjiku, `/land/${parcel._id}/report.pdf`, 'sw-KE,sw;q=0.9');
    expect(pdfTexts(requested.bytes)).toEqual(
      expect.arrayContaining(['Ripoti ya shamba', 'Mkulima', 'Historia ya mazao', 'Ukurasa 1 kati ya 1']),
    );
    const juma = await app.as('farmer');
    await juma.send('PUT /auth/language', { body: { language: 'sw' } });
    const { _id } = await newParcel(juma);
    const chosen = await file(juma, `/land/${_id}/report.pdf`, '*');
    expect(pdfTexts(chosen.bytes)).toContain('Bado hakuna historia ya mazao');
  });

  it('is limited to two pages and states the number of omitted crops', async () => {
    const { _id } = await newParcel(wanjiku);
    await app.db
      .insertInto('crops')
      .values(
        Array.from({ length: 120 }, (_, index) => ({
          id: crypto.randomUUID(),
          parcel_id: _id,
          name: `Zao ${index}`,
          planting_date: daysAgo(100 + index),
          harvest_date: daysAgo(index),
          yield_tons_per_hectare: 1,
          yield_confirmed: true,
        })),
      )
      .execute();
    await app.db.updateTable('parcels').set({ crop_count: 120 }).where('id', '=', _id).execute();
    const { bytes } = await file(wanjiku, `/land/${_id}/report.pdf`);
    expect(pdfPages(bytes)).toBe(2);
    const texts = pdfTexts(bytes);
    const shown = texts.filter((text) => text.startsWith('Zao ')).length;
    expect(texts).toContain('Zao 0');
    expect(texts.join(' ')).toContain(`${120 - shown} more entries are not shown here.`);
  });

  it('writes letters missing in its fonts without diacritics', () => {
    expect(printable('Wanjikũ Mũthĩ, Ng’ang’a – 50 m³')).toBe('Wanjiku Muthi, Ng’ang’a – 50 m³');
    expect(printable('土地\u0007 x')).toBe('??? x');
  });
});

describe('the CSV of all records', () => {
  it('contains every record and no cell that a spreadsheet would execute', async () => {
    const { response, bytes } = await file(wanjiku, `/land/${parcel._id}/records.csv`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = bytes.toString().split('\r\n');
    expect(lines).toEqual([
      '\uFEFFRecord,Date,Name,Amount,Unit,Harvest date,Yield confirmed,Area share',
      `Crop,${daysAgo(20)},"'=HYPERLINK(""http://evil"")",3,t/ha,${daysAgo(-100)},no,`,
      `Crop,${maize.plantingDate},Mahindi,2.1,t/ha,${maize.harvestDate},yes,`,
      `Water,${daysAgo(200)},,1200.5,L,,,`,
      `Fertilizer,${daysAgo(239)},DAP,100,kg,,,`,
      '',
    ]);
    const swahili = await file(wanjiku, `/land/${parcel._id}/records.csv`, 'sw');
    expect(swahili.bytes.toString()).toContain('Zao,');
  });

  it('is complete beyond the first chunk', async () => {
    const { _id } = await newParcel(wanjiku);
    await app.sql`insert into water_records (id, parcel_id, date, litres)
      select gen_random_uuid(), ${_id}, current_date - n % 100, n from generate_series(0, 2499) as n`;
    const { bytes } = await file(wanjiku, `/land/${_id}/records.csv`);
    const amounts = bytes
      .toString()
      .split('\r\n')
      .slice(1, -1)
      .map((line) => Number(line.split(',')[3]));
    expect(amounts.sort((left, right) => left - right)).toEqual(
      Array.from({ length: 2500 }, (_, index) => index),
    );
  });
});

describe('reports over all parcels', () => {
  it('monthly: show usage and crops per parcel, compared with the previous month', async () => {
    const otieno = await app.as('farmer');
    const one = await newParcel(otieno, { name: 'One', size: 2 });
    const two = await newParcel(otieno, { name: 'Two', size: 3 });
    const on = (day: string) => `2025-03-${day}`;
    await sent(otieno, `POST /land/${one._id}/water`, { date: on('01'), amount: 10 });
    await sent(otieno, `POST /land/${one._id}/water`, { date: on('31'), amount: 20 });
    await sent(otieno, `POST /land/${one._id}/water`, { date: '2025-02-28', amount: 400 });
    await sent(otieno, `POST /land/${one._id}/water`, { date: '2025-04-01', amount: 8000 });
    await sent(otieno, `POST /land/${two._id}/fertilizer`, { date: on('10'), type: 'CAN', amount: 5 });
    await sent(otieno, `POST /land/${two._id}/pesticides`, { date: on('10'), product: 'x', amount: 1 });
    await sent(otieno, `POST /land/${two._id}/crops`, {
      ...maize,
      plantingDate: on('05'),
      harvestDate: '2025-08-01',
    });
    await sent(otieno, `POST /land/${two._id}/crops`, {
      ...maize,
      plantingDate: '2024-10-05',
      harvestDate: on('06'),
    });
    const { body } = await otieno.send<MonthlyReport>('GET /reports/monthly', {
      query: { month: '2025-03' },
    });
    expect(body).toMatchObject({
      month: '2025-03',
      from: '2025-03-01',
      to: '2025-03-31',
      farmer: { email: otieno.user.email },
      landCount: 2,
      totalSize: 5,
      total: {
        totalWaterUsed: 30,
        totalFertilizerUsed: 5,
        totalPesticideUsed: 1,
        recordCount: 5,
        cropsPlanted: 1,
        cropsHarvested: 1,
      },
      previousMonth: { totalWaterUsed: 400, recordCount: 1 },
    });
    expect(
      body.lands.map(({ name, totalWaterUsed, recordCount }) => [name, totalWaterUsed, recordCount]),
    ).toEqual([
      ['One', 30, 2],
      ['Two', 0, 3],
    ]);
    expect(body.lands[1]?.planted.map(({ plantingDate }) => plantingDate)).toEqual([on('05')]);
    expect(body.lands[1]?.harvested.map(({ harvestDate }) => harvestDate)).toEqual([on('06')]);

    const { bytes } = await file(otieno, '/reports/monthly.pdf?month=2025-03');
    expect(pdfTexts(bytes)).toEqual(
      expect.arrayContaining(['Monthly report', '1 March 2025 – 31 March 2025', 'One', 'Two', '400']),
    );
    const running = await otieno.send<MonthlyReport>('GET /reports/monthly');
    expect(running.body).toMatchObject({ month: daysAgo(0).slice(0, 7), to: daysAgo(0) });
    const wrong = await otieno.send<Problem>('GET /reports/monthly', { query: { month: '2025-13' } });
    expect([wrong.status, wrong.body.issues?.[0]?.path]).toEqual([400, 'month']);
  });

  it('sustainability: show averages of parcels with evidence, each component, and the next step per parcel', async () => {
    const akinyi = await app.as('farmer');
    const good = await newParcel(akinyi, { name: 'Good', size: 1, declarations: { fertilizer: 'none' } });
    const poor = await newParcel(akinyi, { name: 'Poor', size: 3 });
    await newParcel(akinyi, { name: 'Bare', size: 100 });
    const one = await sent(akinyi, `POST /land/${good._id}/crops`, { ...maize, yield: 5 });
    const two = await sent(akinyi, `POST /land/${poor._id}/crops`, { ...maize, yield: 0 });
    await app.sql`update parcels set created_at = now() - interval '400 days' where id = ${good._id}`;
    const { body } = await akinyi.send<SustainabilityReport>('GET /reports/sustainability');
    const [a, b] = [one.sustainabilityScore, two.sustainabilityScore];
    expect(body).toMatchObject({ landCount: 3, assessedCount: 2, totalSize: 104 });
    expect(body.averageScore).toBeCloseTo((a + b) / 2, 1);
    expect(body.areaWeightedScore).toBeCloseTo((a + 3 * b) / 4, 1);
    expect(body.components.find(({ key }) => key === 'productivity')).toMatchObject({
      score: 50,
      landCount: 2,
      weight: 15,
    });
    const byName = new Map(body.lands.map((entry) => [entry.name, entry]));
    expect(byName.get('Good')).toMatchObject({ yearChange: a - 50, sustainabilityScore: a });
    expect(byName.get('Poor')).toMatchObject({ yearChange: null });
    expect(byName.get('Bare')?.nextEvidence).not.toBeNull();

    const { bytes } = await file(akinyi, '/reports/sustainability.pdf');
    const texts = pdfTexts(bytes);
    expect(texts).toEqual(
      expect.arrayContaining(['Sustainability report', '2 of 3', 'Good', 'Poor', 'Bare']),
    );
  });

  it('are empty for a farmer without land', async () => {
    const newcomer = await app.as('farmer');
    const { body } = await newcomer.send<SustainabilityReport>('GET /reports/sustainability');
    expect(body).toMatchObject({ landCount: 0, averageScore: null, areaWeightedScore: null, lands: [] });
    for (const path of ['/reports/monthly.pdf', '/reports/sustainability.pdf']) {
      const { response, bytes } = await file(newcomer, path);
      expect([response.status, pdfTexts(bytes).includes('No land parcels yet')]).toEqual([200, true]);
    }
  });
});

describe('account data', () => {
  it('includes the land in the download and erases it on account deletion', async () => {
    const leaver = await app.as('farmer', 'Leaver');
    const { _id } = await newParcel(leaver, { name: 'Secret valley' });
    await sent(leaver, `POST /land/${_id}/crops`, maize);
    await sent(leaver, `POST /land/${_id}/pesticides`, { date: daysAgo(3), product: 'Dawa', amount: 1 });
    const { body } = await leaver.send<{ land: { name: string; crops: unknown[]; pesticides: unknown[] }[] }>(
      'GET /auth/data',
    );
    expect(body.land).toMatchObject([
      { name: 'Secret valley', crops: [{ name: 'Mahindi' }], pesticides: [{ product: 'Dawa' }] },
    ]);
    expect((await leaver.send('DELETE /auth/account', { body: { password: PASSWORD } })).status).toBe(200);
    expect(await app.sql`select from parcels where id = ${_id}`).toEqual([]);
    for (const table of ['crops', 'pesticide_records', 'parcel_scores', 'score_history'])
      expect(await app.sql`select from ${sql.table(table)} where parcel_id = ${_id}`, table).toEqual([]);
    const entries = await auditEntries(app, _id);
    expect(entries).toHaveLength(3);
    expect(JSON.stringify(entries)).not.toContain('Secret valley');
  });
});
