/** The test of this project: people who can sign in, and a browser whose errors fail the test. */
import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import { axeFindings, COLOUR_RULES } from './axe.ts';
import { day, PASSWORD, unique } from './values.ts';

export { day, expect, PASSWORD, unique };

/**
 * `npm run test:full`: runs tests with `@full` in their title, too. They are variants of what others show, in another
 * width, theme or order.
 */
export const IS_FULL = process.env.TEST_FULL === '1';

export interface Person {
  name: string;
  email: string;
  token: string;
  user: { _id: string; role: 'farmer' | 'government' };
}

export const headersOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** A new account, by the API; each test has its own people. */
export async function register(
  request: APIRequestContext,
  role: 'farmer' | 'government',
  name = role === 'farmer' ? 'Amina Otieno' : 'Wanjiru Kamau',
): Promise<Person> {
  const email = `${unique(role)}@example.org`;
  const own =
    role === 'farmer'
      ? { location: 'Njoro, Nakuru County', farmSize: 2.5 }
      : { department: 'Ministry of Agriculture' };
  const response = await request.post('/api/auth/register', {
    data: { name, email, password: PASSWORD, role, ...own },
  });
  expect(response.status()).toBe(201);
  return { name, email, ...(await response.json()) };
}

/** Puts the session into localStorage, as after a login; `origin` where it is not the server that all tests share. */
export async function signIn(page: Page, person: Person, origin = ''): Promise<void> {
  await page.goto(`${origin}/api/health`);
  await page.evaluate(
    ([token, user]) => {
      localStorage.setItem('token', token!);
      localStorage.setItem('user', user!);
    },
    [person.token, JSON.stringify(person.user)],
  );
}

/** How screens are looked at: each theme, width and language once. What fits a phone in Kiswahili fits in English. */
export const LOOKS = [
  { theme: 'light', width: 1280, lang: 'en' },
  { theme: 'dark', width: 360, lang: 'sw' },
] as const;
export type Look = (typeof LOOKS)[number];
export type Theme = Look['theme'];

/** `null` is a visitor. */
export async function signInWith(page: Page, person: Person | null, look: Look): Promise<void> {
  const { theme, width, lang } = look;
  await page.setViewportSize({ width, height: 740 });
  if (person) await signIn(page, person);
  else await page.goto('/api/health');
  await page.context().addCookies([{ name: 'lang', value: lang, url: new URL(page.url()).origin }]);
  await page.evaluate((value) => localStorage.setItem('theme', value), theme);
}

/** As from another tab; the page that is open and those after it have it. */
export function setTheme(page: Page, theme: Theme): Promise<void> {
  return page.evaluate((newTheme) => {
    // Colours are judged as they are in the end, not on their way there.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets = [still];
    localStorage.setItem('theme', newTheme);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: newTheme }));
  }, theme);
}

/** Shows the page that is open in another look, as its switches and a turned or resized screen do. */
async function takeLook(page: Page, { theme, width, lang }: Look): Promise<void> {
  // The switch of the language stands in the bar of a wide screen, also behind a dialog.
  await page.setViewportSize({ width: LOOKS[0].width, height: 740 });
  await setTheme(page, theme);
  await page.evaluate((language) => {
    document.querySelector<HTMLElement>(`.language-switch [lang=${language}][aria-pressed=false]`)?.click();
  }, lang);
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await page.setViewportSize({ width, height: 740 });
  // Drawn once in the new width: what that brings into the page is there, if only as something that loads.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/**
 * A state of a screen that screens.spec.ts opens too, so only in test:full: in each look, without another load, and in the end
 * as in the first.
 */
export async function expectSoundInEachLook(page: Page, within = 'html'): Promise<void> {
  if (!IS_FULL) return;
  const [first, ...others] = LOOKS;
  await expectSound(page, within);
  for (const look of others) {
    await takeLook(page, look);
    await expectSound(page, within);
  }
  await takeLook(page, first);
}

/** In the theme that is shown, and in test:full what a theme can change: its colours. `within`: only a part of it. */
export async function expectNoAxeFindings(page: Page, within = 'html'): Promise<void> {
  expect(await axeFindings(page, within)).toEqual([]);
  // Every pair of colours of both themes is measured by apps/web/src/ui/styles.test.ts.
  if (!IS_FULL) return;
  await toggleTheme(page);
  expect(await axeFindings(page, within, { only: COLOUR_RULES })).toEqual([]);
  await toggleTheme(page);
}

function toggleTheme(page: Page): Promise<void> {
  return page.evaluate(() => {
    // Colours are judged as they are in the end, not on their way there.
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets = [still];
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
  });
}

/** A screen that has everything it waits for: nothing for axe in the theme of this look, nothing that scrolls sideways. */
export async function expectSound(page: Page, within = 'html'): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await axeFindings(page, within)).toEqual([]);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await expect.poll(fits).toBe(true);
}

/**
 * Refusals that a test provokes on purpose are shown by the browser as errors, and so are remarks of a graphics driver
 * made of software; that signing out emptied its cache it says too. Nothing else may be.
 */
const EXPECTED =
  /Failed to load resource|net::ERR_|GL Driver Message|Service Worker registration blocked by Playwright|Clear-Site-Data header/;

function watchErrors(page: Page): () => void {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // Playwright names the browser's own advice to developers `verbose`; what the product says has another type.
    if (String(message.type()) === 'verbose') return;
    errors.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  return () => expect(errors.filter((error) => !EXPECTED.test(error))).toEqual([]);
}

interface Fixtures {
  /** A browser of their own for another person, closed with the test. */
  openAs: (person: Person, path?: string, look?: Look) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  page: async ({ page }, use) => {
    const expectNoErrors = watchErrors(page);
    await use(page);
    expectNoErrors();
  },
  openAs: async ({ browser }, use) => {
    const opened: { context: BrowserContext; expectNoErrors: () => void }[] = [];
    await use(async (person, path, look) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      opened.push({ context, expectNoErrors: watchErrors(page) });
      if (look) await signInWith(page, person, look);
      else await signIn(page, person);
      if (path) await page.goto(path);
      return page;
    });
    // An open page goes on asking the server beside the tests that follow.
    for (const { context } of opened) await context.close();
    for (const { expectNoErrors } of opened) expectNoErrors();
  },
});

/** Answers the dialog that asks an official again who they are. */
export async function confirmIdentity(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Is it you?' });
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** On a wide screen each record has two buttons; on a phone its history is unfolded, and both stand in one menu. */
export async function onRecord(
  page: Page,
  action: 'Correct' | 'Delete',
  history: string,
  what: string,
): Promise<void> {
  if (page.viewportSize()!.width >= 1024) {
    await page
      .getByRole('button', { name: new RegExp(`^${action} ${what}`) })
      .first()
      .click();
    return;
  }
  const summary = page.locator('summary', { hasText: history });
  if (!(await summary.evaluate(({ parentElement }) => parentElement!.hasAttribute('open'))))
    await summary.click();
  await page
    .getByRole('button', { name: new RegExp(`^Actions for ${what}`) })
    .first()
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** No change events: the page refetches only when Retry is pressed. */
export const muteEvents = (page: Page) => page.route('**/api/events*', () => {});

/**
 * Stops the page's clock, so that what disappears by itself stays until `page.clock.runFor` lets time pass. It needs
 * `page.clock.install()` before the page is opened.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

/** Waits for a state while the clock is stopped, 50 ms at a time: responses come through short timers and idle callbacks. */
export async function tickUntil(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return await isReached();
    })
    .toBe(true);
}
