/** Every land screen, full and empty, in each look: nothing for axe, nothing that scrolls sideways. */
import { day, expect, expectSoundInEachLook, LOOKS, register, signInWith, test } from './test.ts';

test('the land screens', async ({ page, request }) => {
  const person = await register(request, 'farmer');
  const headers = { authorization: `Bearer ${person.token}` };
  const made = await request.post('/api/land', {
    headers,
    data: { name: 'River plot', size: 1, location: { address: 'Kitengela, Kajiado' }, soilType: 'clay' },
  });
  const { _id: id } = await made.json();
  const empty = await request.post('/api/land', {
    headers,
    data: { name: 'New corner', size: 0, location: { address: 'Kwingine' } },
  });
  const { _id: emptyId } = await empty.json();
  const records: [string, object][] = [
    ['crops', { name: 'Tomatoes', plantingDate: day(-300), harvestDate: day(-165), yield: 30 }],
    ['crops', { name: 'Maize', plantingDate: day(-40), harvestDate: day(90), yield: 2 }],
    ...[1, 2, 3, 4, 5, 6, 7].map((turn): [string, object] => [
      'water',
      { date: day(-280 + 20 * turn), amount: 900_000 },
    ]),
    ['fertilizer', { date: day(-300), type: 'DAP', amount: 200 }],
    ['pesticides', { date: day(-200), product: 'Furadan', amount: 2, unit: 'kg' }],
  ];
  for (const [kind, data] of records) await request.post(`/api/land/${id}/${kind}`, { headers, data });

  await signInWith(page, person, LOOKS[0]);
  const screens = [
    '/land',
    '/land?add=1',
    `/land/${emptyId}`,
    '/land/nonsense',
    '/reports/monthly',
    '/reports/sustainability',
    '/guides',
    '/guides/water',
  ];
  for (const screen of screens) {
    await page.goto(screen);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSoundInEachLook(page);
  }

  await page.goto(`/land/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'River plot' })).toBeVisible();
  await expect(page.locator('details details > summary')).toHaveCount(7);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await expect(page.getByRole('figure', { name: /^(Water|Maji)$/ })).toBeVisible();
  await expect(
    page.getByRole('table', { name: /^(What changed your|Kilichobadilisha alama)/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: /^(Generate Report|Tengeneza Ripoti)$/ }).click();
  await expectSoundInEachLook(page);
  await page
    .getByRole('button', { name: /^(Add Crop|Ongeza Zao)$/ })
    .first()
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectSoundInEachLook(page, 'dialog');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^(Delete|Futa)$/ })
    .first()
    .click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expectSoundInEachLook(page, 'dialog');
});
