import { expect, type Page } from '@playwright/test';

/** All of the page that is open, also what is fetched only when it comes near. */
export async function loadWholePage(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
        scrollTo(0, y);
        await new Promise(requestAnimationFrame);
      }
    });
    expect(await page.locator('[aria-busy=true], .skeleton').count()).toBe(0);
  }).toPass({ intervals: [100] });
}
