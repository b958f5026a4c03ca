/** The screens of a visitor and of an account, in each look: nothing for axe, nothing that scrolls sideways. */
import { expect, expectSoundInEachLook, LOOKS, register, signInWith, test } from './test.ts';

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
  farmer: ['/', '/account'],
};

for (const [who, screens] of Object.entries(SCREENS))
  test(`the screens of a ${who}`, async ({ page, request }) => {
    await signInWith(page, who === 'farmer' ? await register(request, 'farmer') : null, LOOKS[0]);
    for (const screen of screens) {
      await page.goto(screen);
      await expect(page.locator('html')).toHaveAttribute('data-ready');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSoundInEachLook(page);
    }
  });
