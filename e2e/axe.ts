/** What axe finds in a page: it is brought there once, and only its findings come back. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

export const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];
/** They compare every element with what lies around it: three quarters of the time of a run. */
export const SLOW_RULES = [...COLOUR_RULES, 'target-size'];

/** `within`: only a part of the page. `only` and `without` name rules; else all that WCAG and good practice ask for. */
export async function axeFindings(
  page: Page,
  within: string,
  { only, without = [] }: { only?: string[]; without?: string[] } = {},
): Promise<string[]> {
  // A page that has just been asked for is not there before its heading is.
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
    // What it would fetch before, no rule of these needs.
    [within, { runOnly, rules, resultTypes: ['violations'], preload: false } as RunOptions] as const,
  );
}
