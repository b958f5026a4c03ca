/** Screens with nothing to show yet, or at an address where nothing is: nothing for axe, nothing that scrolls sideways. */
import { addParcel } from './boundaries-helpers.ts';
import { expect, expectSound, IS_FULL, LOOKS, register, signInWith, test, withVariants } from './test.ts';

const ADDRESSES = [
  '/dashboard',
  '/land',
  '/equipment',
  '/messages',
  '/notices',
  '/subsidies/apply',
  '/reports/monthly',
  '/land/nonsense',
  '/land/nonsense/boundary',
  '/equipment/nonsense',
  '/no-such-page',
];

for (const [number, look] of LOOKS.entries()) {
  const title = `the screens of a new farmer, and what is not there (${Object.values(look).join(', ')})`;
  test(withVariants(title), async ({ page, request }) => {
    const farmer = await register(request, 'farmer');
    await signInWith(page, farmer, look);
    const expectSoundAt = async (address: string) => {
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('data-ready');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSound(page);
    };
    // Half of them in each look: `npm run test:full` sees all in both.
    for (const [index, address] of ADDRESSES.entries())
      if (IS_FULL || index % LOOKS.length === number) await expectSoundAt(address);
    const empty = await addParcel(request, farmer, 'Shamba jipya', { size: 0 });
    await expectSoundAt(`/land/${empty._id}`);
  });
}
