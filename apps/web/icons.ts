/**
 * Generates the app icons from public/icon.svg: `npx tsx apps/web/icons.ts`.
 * Phones crop maskable icons to any shape, so the symbol stays in the centre and the background fills the square.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import playwright from '../../playwright.config.ts';

const FOLDER = join(import.meta.dirname, 'public');
const source = readFileSync(join(FOLDER, 'icon.svg'), 'utf8');
const rounded = source;
const full = source.replace(/rx="\d+"/, '');
const maskable = full.replace('<g ', '<g transform="translate(4.8 3.05) scale(.7)" ');

const ICONS: [name: string, size: number, svg: string][] = [
  ['icon-192.png', 192, rounded],
  ['icon-512.png', 512, rounded],
  ['icon-maskable-192.png', 192, maskable],
  ['icon-maskable-512.png', 512, maskable],
  ['apple-touch-icon.png', 180, full],
];

const browser = await chromium.launch(playwright.use?.launchOptions);
try {
  for (const [name, size, svg] of ICONS) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(
      `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
    );
    writeFileSync(join(FOLDER, name), await page.screenshot({ omitBackground: true }));
    await page.close();
  }
} finally {
  await browser.close();
}
