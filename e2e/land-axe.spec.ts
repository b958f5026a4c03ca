/** Every land screen, full and empty, in both themes, at both widths: nothing for axe, nothing that scrolls sideways. */
import { day, expect, expectNoAxeFindings, register, signIn, test } from './test.ts';

for (const width of [360, 1280]) {
  test(`land screens, ${width} px`, async ({ page, request, context, baseURL }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 800 });
    // Kiswahili is the longer language: what fits in it fits in both.
    await context.addCookies([{ name: 'lang', value: width === 360 ? 'sw' : 'en', url: baseURL! }]);
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

    await signIn(page, person);
    const check = async () => {
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectNoAxeFindings(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    };
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
      await check();
    }

    await page.goto(`/land/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'River plot' })).toBeVisible();
    await expect(page.locator('details summary')).toHaveCount(7);
    for (const part of await page.locator('details summary').all()) await part.click();
    await page.getByRole('button', { name: /^(Generate Report|Tengeneza Ripoti)$/ }).click();
    await check();
    await page
      .getByRole('button', { name: /^(Add Crop|Ongeza Zao)$/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check();
    await page.keyboard.press('Escape');
    await page
      .getByRole('button', { name: /^(Delete|Futa)$/ })
      .first()
      .click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await check();

    await page.goto('/dashboard');
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await check();
  });
}
