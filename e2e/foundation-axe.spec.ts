/** Every screen of the foundation, in both themes, at both widths: nothing for axe, nothing that scrolls sideways. */
import { expect, expectNoAxeFindings, type Person, register, signIn, test } from './test.ts';

const SCREENS = {
  visitor: [
    '/',
    '/login',
    '/register',
    '/contact',
    '/features/land-monitoring',
    '/features/analytics-dashboard',
    '/features/collaborative-platform',
    '/features/remote-sensing-iot',
    '/features/ai-insights',
    '/features/marketplace',
    '/forgot-password',
    '/reset-password',
    '/no-such-page',
  ],
  farmer: ['/', '/dashboard', '/account'],
  government: ['/dashboard', '/account', '/contact-messages'],
} as const;

for (const [who, screens] of Object.entries(SCREENS)) {
  for (const width of [360, 1280]) {
    test(`${who}, ${width} px`, async ({ page, request, context, baseURL }) => {
      test.setTimeout(180_000);
      await page.setViewportSize({ width, height: 800 });
      // Kiswahili is the longer language: what fits in it fits in both.
      await context.addCookies([{ name: 'lang', value: width === 360 ? 'sw' : 'en', url: baseURL! }]);
      const person: Person | undefined =
        who === 'visitor' ? undefined : await register(request, who as 'farmer' | 'government');
      if (person) await signIn(page, person);
      for (const screen of screens) {
        await page.goto(screen);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoAxeFindings(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
    });
  }
}
