/** Whether a thumb can hit what a page offers. */
import { expect, type Page } from '@playwright/test';

/** A link within a line of text is as high as its line; everything else is at least 44 pixels in both directions. */
export async function expectTouchable(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  // What lies below is loaded when it comes near.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.locator('[aria-busy=true]'), `${pathname} is still loading`).toHaveCount(0);
  const small = await page.evaluate(() => {
    const LEAST = 44;
    const offers =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch]';
    const isInText = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false;
      const around = element.parentElement?.textContent?.trim() ?? '';
      return around.length > (element.textContent?.trim().length ?? 0);
    };
    return [...document.querySelectorAll<HTMLElement>(offers)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      if (element.closest('.sr-only, [inert]') || isInText(element)) return [];
      // A tick is hit by its words as well, a link that is laid over its whole entry by the entry.
      const isTick = element.matches('[type=checkbox], [type=radio]');
      const isOverEntry = getComputedStyle(element, '::after').position === 'absolute';
      const hit = (isTick ? element.closest('label') : isOverEntry ? element.offsetParent : null) ?? element;
      // Something that covers a whole entry may stand in a link of one line.
      const boxes = [hit, ...hit.querySelectorAll('*')].map((part) => part.getBoundingClientRect());
      const width = Math.max(...boxes.map((box) => box.width));
      const height = Math.max(...boxes.map((box) => box.height));
      if (width <= 1 || height <= 1 || (width >= LEAST - 0.5 && height >= LEAST - 0.5)) return [];
      const name = element.getAttribute('aria-label') || element.textContent?.trim() || element.id;
      return [`${element.tagName} "${name}" ${Math.round(width)} x ${Math.round(height)}`];
    });
  });
  expect(small, `too small for a thumb on ${pathname}`).toEqual([]);
}
