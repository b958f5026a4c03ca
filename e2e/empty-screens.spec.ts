/** Empty screens and unknown addresses have no axe violations and no horizontal scrolling. */
import { addParcel, expect, expectSound, signInWith, test, VARIANTS } from './test.ts';

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

for (const look of VARIANTS) {
  test(`the screens of a new farmer, and pages that do not exist (${Object.values(look).join(', ')}) @full`, async ({
    page,
    farmer,
    send,
  }) => {
    await signInWith(page, farmer, look);
    const expectSoundAt = async (address: string) => {
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('data-ready');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectSound(page);
    };
    for (const address of ADDRESSES) await expectSoundAt(address);
    const empty = await addParcel(send, farmer, 'Shamba jipya', { size: 0 });
    await expectSoundAt(`/land/${empty._id}`);
  });
}
