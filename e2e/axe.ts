/** Runs axe in the page. It is injected once, and only its violations are returned. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** These rules compare every element with its surroundings and take three quarters of the time of a run. */
export const SLOW_RULES = [...COLOUR_RULES, 'target-size'];

/** `within` limits the check to a part of the page. `only` and `without` name rules (default: WCAG, best practice). */
export async function axeFindings(
  page: Page,
  within: string,
  { only, without = [] }: { only?: string[]; without?: string[] } = {},
): Promise<string[]> {
  // A page is not rendered before its heading exists.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  const runOnly = only ? { type: 'rule', values: only } : { type: 'tag', values: TAGS };
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
  return page.evaluate(
    async ([selector, options]) => {
      const { axe } = window as unknown as {
        axe: { run(context: object, options: object): Promise<AxeResults> };
      };
      const { violations } = await axe.run({ include: [selector] }, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' '))}`);
    },
    // No `preload`: none of these rules needs the assets that axe would fetch.
    [within, { runOnly, rules, resultTypes: ['violations'], preload: false } as RunOptions] as const,
  );
}
