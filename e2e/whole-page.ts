import { expect, type Page } from '@playwright/test';

/** Scrolls through the open page to load lazy content. */
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
