/** Every screen with a map, in both themes and at both widths: nothing for axe, nothing that scrolls sideways. */
import { addLand, mapOn, ownPlace, rectangle, setBoundary } from './map-helpers.ts';
import { expect, expectNoAxeFindings, register, signIn, test } from './test.ts';

test.describe.configure({ timeout: 120_000 });

// Kiswahili is the longer language: what fits in it on a phone fits in both.
for (const { theme, width, lang } of [
  { theme: 'light', width: 360, lang: 'sw' },
  { theme: 'dark', width: 1280, lang: 'en' },
]) {
  test(`map screens, ${theme}, ${width} px`, async ({ page, request, context, baseURL }) => {
    await context.addCookies([{ name: 'lang', value: lang, url: baseURL! }]);
    const at = ownPlace();
    const [person, neighbour, official] = [
      await register(request, 'farmer'),
      await register(request, 'farmer'),
      await register(request, 'government'),
    ];
    const land = await addLand(request, person, 'Shamba la juu');
    const empty = await addLand(request, person, 'Shamba lisilo na mpaka bado');
    const other = await addLand(request, neighbour, 'Lingine');
    await setBoundary(request, person, land, rectangle(at, 0, 0, 10, 10));
    await setBoundary(request, neighbour, other, rectangle(at, 8, 0, 9, 9));

    const check = async () => {
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
      await expectNoAxeFindings(page);
      for (const wide of [1640 - width, width]) {
        await page.setViewportSize({ width: wide, height: 800 });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
          .toBe(0);
      }
    };
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, person);
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    for (const path of ['/map', `/land/${land._id}`, `/land/${land._id}/boundary?mode=draw`]) {
      await page.goto(path);
      await mapOn(page);
      await check();
    }
    await page.goto(`/land/${empty._id}/boundary?mode=draw`);
    await mapOn(page);
    for (const mode of await page.getByRole('radiogroup').locator('label').all()) {
      await mode.click();
      await check();
    }
    for (const path of [`/land/${empty._id}`, '/land/nonsense/boundary']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await check();
    }
    await signIn(page, official);
    await page.goto('/overlaps');
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await check();
  });
}
