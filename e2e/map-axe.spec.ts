/** Every screen with a map, in both themes, at both widths: nothing for axe, nothing that scrolls sideways. */
import { addLand, mapOn, ownPlace, rectangle, setBoundary } from './map-helpers.ts';
import { expect, expectNoAxeFindings, register, signIn, test } from './test.ts';

for (const theme of ['light', 'dark']) {
  for (const width of [360, 1280]) {
    test(`map screens, ${theme}, ${width} px`, async ({ page, request, context, baseURL }) => {
      test.setTimeout(240_000);
      await page.setViewportSize({ width, height: 800 });
      // Kiswahili is the longer language: what fits in it fits in both.
      await context.addCookies([{ name: 'lang', value: width === 360 ? 'sw' : 'en', url: baseURL! }]);
      const at = ownPlace();
      const [person, neighbour, official] = [
        await register(request, 'farmer'),
        await register(request, 'farmer'),
        await register(request, 'government'),
      ];
      const land = await addLand(request, person, 'Shamba la juu');
      const empty = await addLand(request, person, 'Shamba lisilo na mpaka bado');
      await setBoundary(request, person, land, rectangle(at, 0, 0, 10, 10));
      await setBoundary(
        request,
        neighbour,
        await addLand(request, neighbour, 'Lingine'),
        rectangle(at, 8, 0, 9, 9),
      );

      const check = async () => {
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
        await expectNoAxeFindings(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      };
      await signIn(page, person);
      await page.evaluate((value) => localStorage.setItem('theme', value), theme);
      for (const path of [
        '/map',
        `/land/${land._id}`,
        `/land/${land._id}/boundary?mode=draw`,
        `/land/${empty._id}/boundary?mode=draw`,
        `/land/${empty._id}/boundary?mode=walk`,
        `/land/${empty._id}/boundary?mode=import`,
      ]) {
        await page.goto(path);
        await mapOn(page);
        await check();
      }
      for (const path of [`/land/${empty._id}`, '/land/nonsense/boundary']) {
        await page.goto(path);
        await check();
      }
      await signIn(page, official);
      await page.goto('/overlaps');
      await expect(page.getByRole('region').filter({ hasText: 'm²' }).first()).toBeVisible();
      await check();
    });
  }
}
