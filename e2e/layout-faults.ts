import type { Page } from '@playwright/test';

/**
 * Finds horizontal overflow, horizontal scrolling, truncated text (placeholders too) and short words that are broken
 * without a hyphen.
 */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    const name = (element: Element) =>
      `<${element.tagName.toLowerCase()} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`;
    const overflowsViewport = (element: Element) => element.getBoundingClientRect().right > innerWidth + 1;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} px wide`);
    const drawn = 'svg, .maplibregl-map, .honeypot, .sr-only';
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      if (!element.checkVisibility() || element.closest(drawn)) continue;
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
      if (clipPath !== 'none') continue;
      if (
        scrollWidth > innerWidth &&
        overflowsViewport(element) &&
        ![...element.children].some(overflowsViewport)
      )
        found.push(`stands out: ${name(element)}`);
      const canTruncate = textOverflow === 'ellipsis' || element.matches('input, textarea, select');
      if (overflowX !== 'visible' && !canTruncate && element.scrollWidth > element.clientWidth + 1)
        found.push(`scrolls or is cut off: ${name(element)}`);
    }
    const measuring = document.createElement('canvas').getContext('2d')!;
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      const text = 'placeholder' in field ? field.placeholder : (field.selectedOptions[0]?.text ?? '');
      const { font, paddingLeft, paddingRight } = getComputedStyle(field);
      measuring.font = font;
      const availableWidth =
        field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      if (
        field.checkVisibility() &&
        !/\S{17}/.test(text) &&
        measuring.measureText(text).width > availableWidth + 1
      )
        found.push(`cut off in its field: ${text}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement: parent, textContent } = text;
      if (!parent?.checkVisibility() || parent.closest(`${drawn}, option`)) continue;
      if (getComputedStyle(parent).wordBreak === 'break-all') continue;
      for (const { index, 0: word } of textContent!.matchAll(/[^\s/·…-]{2,}/g)) {
        if (word.length > 16 || word.includes('\u00ad')) continue;
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (range.getBoundingClientRect().height > 1.9 * Number.parseFloat(getComputedStyle(parent).fontSize))
          found.push(`broken: ${word} in ${name(parent)}`);
      }
    }
    return found;
  });
}
