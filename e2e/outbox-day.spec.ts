/** A complete offline day: network off in the browser, server stopped, app closed and reopened. */
import type { EquipmentDetail, ParcelDetail } from '@ardhi/contract';
import { request as requests } from '@playwright/test';
import { addCrop, fillParcel, queuedLink, recordWater, sheet, visitOnline } from './outbox-helpers.ts';
import { restartableServer, waitUntilKeysPersisted } from './seeded-farm.ts';
import { addParcel, expect, onRecord, register, sendWith, signIn, test } from './test.ts';

// The service worker starts the reopened app.
test.use({ serviceWorkers: 'allow' });

test("a day's work on three parcels with the server stopped, the app closed and opened again", async ({
  page: first,
  context,
}) => {
  test.setTimeout(240_000);
  const server = await restartableServer();
  await server.start();
  const request = await requests.newContext({ baseURL: server.url });
  let page = first;
  try {
    await page.setViewportSize({ width: 360, height: 740 });
    const send = sendWith(request);
    const amina = await register(request, 'farmer');
    const [upper, lower] = [await addParcel(send, amina, 'Juu'), await addParcel(send, amina, 'Chini')];
    const pump = await send(amina, 'POST /equipment', { name: 'Pump', type: 'Pump' });
    const water = { date: '2026-04-01', amount: 100 };
    const { waterUsage: oldRecords } = await send<ParcelDetail>(
      amina,
      `POST /land/${lower._id}/water`,
      water,
    );

    await signIn(page, amina, server.url);
    await visitOnline(
      page,
      ['/equipment', `/equipment/${pump._id}`, `/land/${upper._id}`, `/land/${lower._id}`, '/land'].map(
        (path) => server.url + path,
      ),
    );
    // The reopened app needs its pages and the viewed data.
    await waitUntilKeysPersisted(page, amina.user._id, [
      ['land', 'one', upper._id],
      ['land', 'one', lower._id],
      ['equipment', 'one', pump._id],
    ]);

    await server.stop();
    await context.setOffline(true);

    await test.step('a third parcel, with a crop and water on it', async () => {
      await fillParcel(page, 'Mpya');
      const toast = page.getByRole('status').filter({ hasText: 'Mpya was added' });
      await expect(toast).toContainText('Saved on this phone. It is sent when there is a network.');
      const card = page.getByRole('article', { name: 'Mpya' });
      await expect(card.getByText('Waiting to be sent')).toBeVisible();
      await card.getByRole('link', { name: 'View Details of Mpya' }).click();
      await addCrop(page, 'Maize');
      await recordWater(page, '500');
      // The score is computed on the device.
      await expect(
        page.getByText('Nakuru County').or(page.getByText('Kajiado County')).first(),
      ).toBeVisible();
      await expect(page.getByText('Not yet assessed')).toHaveCount(0);
      await expect(queuedLink(page, 3)).toBeVisible();
    });

    await test.step('the upper one is edited, the lower one’s record corrected and another deleted', async () => {
      await page.getByRole('link', { name: 'Back' }).first().click();
      await page.getByRole('button', { name: 'Edit Juu' }).click();
      await page.getByLabel('Size').fill('3.5');
      await page.getByRole('button', { name: 'Save Changes' }).click();
      await expect(page.getByRole('article', { name: 'Juu' })).toContainText('3.5 acres');
      await page.getByRole('link', { name: 'View Details of Chini' }).click();
      await recordWater(page, '70');
      await onRecord(page, 'Delete', 'Water Usage', '100');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(queuedLink(page, 6)).toBeVisible();
    });

    await test.step('closed and opened again without a network: everything is still there', async () => {
      await page.close();
      page = await context.newPage();
      await page.setViewportSize({ width: 360, height: 740 });
      await page.goto(`${server.url}/land`);
      await expect(page.getByRole('article', { name: 'Mpya' }).getByText('Waiting to be sent')).toBeVisible();
      await expect(page.getByRole('article', { name: 'Juu' })).toContainText('3.5 acres');
      await page.goto(`${server.url}/equipment/${pump._id}`);
      await page.getByRole('button', { name: 'Record hours' }).first().click();
      await sheet(page).getByLabel('Hours worked').fill('4');
      await sheet(page).getByRole('button', { name: 'Add hours' }).click();
      await expect(sheet(page)).toBeHidden();
      await queuedLink(page, 7).click();
      await expect(page.getByRole('heading', { name: '7 changes waiting' })).toBeVisible();
      await expect(page.getByText('No network', { exact: true })).toBeVisible();
    });

    await test.step('the network is back: sent once, in order, by itself', async () => {
      await server.start();
      const sent: string[] = [];
      context.on('request', (one) => {
        if (one.method() !== 'GET') sent.push(`${one.method()} ${new URL(one.url()).pathname}`);
      });
      await context.setOffline(false);
      await expect(page.getByText('Everything has been sent')).toBeVisible({ timeout: 30_000 });
      await expect(page.getByText(/Last sync:/)).toBeVisible();
      expect(sent).toEqual(['POST /api/sync']);
      const parcels = await send<ParcelDetail[]>(amina, 'GET /land');
      expect(parcels).toMatchObject([
        { name: 'Juu', size: 3.5, waterCount: 0, totalWater: 0, cropCount: 0 },
        { name: 'Chini', size: 2, waterCount: 1, totalWater: 70, cropCount: 0 },
        { name: 'Mpya', size: 1.5, waterCount: 1, totalWater: 500, cropCount: 1 },
      ]);
      const [, chini] = parcels;
      expect(chini?.waterUsage.map(({ _id }) => _id)).not.toContain(oldRecords[0]?._id);
      const equipment = await send<EquipmentDetail>(amina, `GET /equipment/${pump._id}`);
      expect(equipment.usageHours).toBe(4);
      expect(equipment.usage).toHaveLength(1);
      // Screen and server show the same score.
      const fresh = parcels[2]!;
      await page.goto(`${server.url}/land/${fresh._id}`);
      await expect(page.getByText(String(fresh.sustainabilityScore)).first()).toBeVisible();
    });
  } finally {
    await context.setOffline(false);
    await request.dispose();
    await server.end();
  }
});
