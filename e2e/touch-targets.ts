import { expect, type Page } from '@playwright/test';

/** Links within a line of text are exempt; everything else is at least 44 pixels in both directions. */
export async function expectTouchable(page: Page): Promise<void> {
  const { pathname } = new URL(page.url());
  // Scrolls down, because content below the fold loads lazily.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.locator('[aria-busy=true]'), `${pathname} is still loading`).toHaveCount(0);
  const small = await page.evaluate(() => {
    const MIN_SIZE = 44;
    const controls =
      'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch]';
    const isInText = (element: Element) => {
      if (getComputedStyle(element).display !== 'inline') return false;
      const around = element.parentElement?.textContent?.trim() ?? '';
      return around.length > (element.textContent?.trim().length ?? 0);
    };
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return [];
      if (element.closest('.sr-only, [inert]') || isInText(element)) return [];
      // The label is part of a checkbox's target. A link with an overlay covers its whole list entry.
      const isCheckbox = element.matches('[type=checkbox], [type=radio]');
      const isOverEntry = getComputedStyle(element, '::after').position === 'absolute';
      const hit =
        (isCheckbox ? element.closest('label') : isOverEntry ? element.offsetParent : null) ?? element;
      // A one-line link may contain a larger element that covers the whole entry.
      const boxes = [hit, ...hit.querySelectorAll('*')].map((part) => part.getBoundingClientRect());
      const width = Math.max(...boxes.map((box) => box.width));
      const height = Math.max(...boxes.map((box) => box.height));
      if (width <= 1 || height <= 1 || (width >= MIN_SIZE - 0.5 && height >= MIN_SIZE - 0.5)) return [];
      const name = element.getAttribute('aria-label') || element.textContent?.trim() || element.id;
      return [`${element.tagName} "${name}" ${Math.round(width)} x ${Math.round(height)}`];
    });
  });
  expect(small, `too small for a thumb on ${pathname}`).toEqual([]);
}
