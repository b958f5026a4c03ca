/** Base test with sign-in helpers. Browser errors fail the test. */
import type { ParcelDetail } from '@ardhi/contract';
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
 * `npm run test:full` also runs tests with `@full` in their title. They are variants of other tests in another width,
 * theme or order.
 */
export const IS_FULL = process.env.TEST_FULL === '1';

export interface Session {
  token: string;
  user: { _id: string; role: 'farmer' | 'government' };
}

export interface Person extends Session {
  name: string;
  email: string;
}

export const headersOf = ({ token }: Person) => ({ authorization: `Bearer ${token}` });

/** Creates an account through the API. Each test has its own accounts. */
export async function register(
  request: APIRequestContext,
  role: 'farmer' | 'government',
  name = role === 'farmer' ? 'Amina Otieno' : 'Wanjiru Kamau',
): Promise<Person> {
  const email = `${unique(role)}@example.org`;
  const roleFields =
    role === 'farmer'
      ? { location: 'Njoro, Nakuru County', farmSize: 2.5 }
      : { department: 'Ministry of Agriculture' };
  const response = await request.post('/api/auth/register', {
    data: { name, email, password: PASSWORD, role, ...roleFields },
  });
  expect(response.status()).toBe(201);
  return { name, email, ...(await response.json()) };
}

/** Makes a call such as `POST /land` as this person (`null`: a visitor) and expects success. */
export type Send = <Answer = { _id: string }>(
  person: Person | null,
  call: string,
  data?: object,
) => Promise<Answer>;

export const sendWith =
  (request: APIRequestContext): Send =>
  async (person, call, data) => {
    const [method, path] = call.split(' ');
    const headers = person ? headersOf(person) : {};
    const response = await request.fetch(`/api${path}`, { method, headers, data });
    expect(response.ok(), `${call}: ${response.status()} ${await response.text()}`).toBe(true);
    return response.json();
  };

export const addParcel = (send: Send, person: Person, name: string, more: object = {}) =>
  send<ParcelDetail>(person, 'POST /land', {
    name,
    size: 2,
    location: { address: 'Njoro, Nakuru County' },
    soilType: 'loamy',
    ...more,
  });

/** Sends the form of the login page. */
export async function logIn(page: Page, { email }: { email: string }, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
}

/** Puts the session into localStorage, as after a login. `origin` is needed for a server other than the shared one. */
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

/** Screen variants: each theme, width and language once. Layouts that fit a phone in Kiswahili also fit in English. */
export const VARIANTS = [
  { theme: 'light', width: 1280, lang: 'en' },
  { theme: 'dark', width: 360, lang: 'sw' },
] as const;
export type Variant = (typeof VARIANTS)[number];
export type Theme = Variant['theme'];

/** `null` is a visitor. */
export async function signInWith(
  page: Page,
  person: Person | null,
  look: { theme: Theme; width: number; lang: Variant['lang'] },
): Promise<void> {
  const { theme, width, lang } = look;
  await page.setViewportSize({ width, height: 740 });
  if (person) await signIn(page, person);
  else await page.goto('/api/health');
  await page.context().addCookies([{ name: 'lang', value: lang, url: new URL(page.url()).origin }]);
  await page.evaluate((value) => localStorage.setItem('theme', value), theme);
}

/** Lets axe measure the final colours. */
const disableTransitions = (page: Page) =>
  page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets = [still];
  });

/** Sets the theme as another tab would, for the open page and later ones. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await disableTransitions(page);
  await page.evaluate((newTheme) => {
    localStorage.setItem('theme', newTheme);
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: newTheme }));
  }, theme);
}

/** Switches the open page to another variant without reloading it. */
async function switchVariant(page: Page, { theme, width, lang }: Variant): Promise<void> {
  // The language switch is only in the bar of a wide screen, even behind a dialog.
  await page.setViewportSize({ width: VARIANTS[0].width, height: 740 });
  await setTheme(page, theme);
  await page.evaluate((language) => {
    document.querySelector<HTMLElement>(`.language-switch [lang=${language}][aria-pressed=false]`)?.click();
  }, lang);
  await expect(page.locator('html')).toHaveAttribute('lang', lang);
  await page.setViewportSize({ width, height: 740 });
  // Two frames in the new width, so that newly shown content is at least in its loading state.
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  });
}

/**
 * Checks a screen state in each variant without a reload, then returns to the first variant. Only in test:full, because
 * screens.spec.ts opens these screens too.
 */
export async function expectSoundInEachVariant(page: Page, within = 'html'): Promise<void> {
  if (!IS_FULL) return;
  const [first, ...others] = VARIANTS;
  await expectSound(page, within);
  for (const look of others) {
    await switchVariant(page, look);
    await expectSound(page, within);
  }
  await switchVariant(page, first);
}

/** Runs axe in the current theme, and in test:full the colour rules in the other. `within` limits it to a part. */
export async function expectNoAxeFindings(page: Page, within = 'html'): Promise<void> {
  expect(await axeFindings(page, within)).toEqual([]);
  // apps/web/src/ui/styles.test.ts covers the colour contrast of both themes.
  if (!IS_FULL) return;
  await toggleTheme(page);
  expect(await axeFindings(page, within, { only: COLOUR_RULES })).toEqual([]);
  await toggleTheme(page);
}

async function toggleTheme(page: Page): Promise<void> {
  await disableTransitions(page);
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset.theme = dataset.theme === 'dark' ? 'light' : 'dark';
  });
}

/** Waits for loading to finish, then expects no axe violations and no horizontal scrolling. */
export async function expectSound(page: Page, within = 'html'): Promise<void> {
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  expect(await axeFindings(page, within)).toEqual([]);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await expect.poll(fits).toBe(true);
}

/**
 * Console messages that may occur: failed requests that a test provokes, messages of the software graphics driver, and
 * the cache clearing on logout.
 */
const EXPECTED =
  /Failed to load (resource|module script)|net::ERR_|GL Driver Message|Service Worker registration blocked by Playwright|Clear-Site-Data header/;

function watchErrors(page: Page): () => void {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    // `verbose` messages are the browser's hints to developers, not output of the product.
    if (String(message.type()) === 'verbose') return;
    errors.push(`${message.type()}: ${message.text()} ${message.location().url}`);
  });
  return () => expect(errors.filter((error) => !EXPECTED.test(error))).toEqual([]);
}

interface Fixtures {
  /** New accounts for this test. */
  farmer: Person;
  official: Person;
  send: Send;
  /** Opens a separate browser context for another person (`null`: a visitor), closed with the test. */
  openAs: (person: Person | null, path?: string, look?: Variant) => Promise<Page>;
}

export const test = base.extend<Fixtures>({
  farmer: async ({ request }, use) => use(await register(request, 'farmer')),
  official: async ({ request }, use) => use(await register(request, 'government')),
  send: ({ request }, use) => use(sendWith(request)),
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
      else if (person) await signIn(page, person);
      if (path) await page.goto(path);
      return page;
    });
    // An open page would keep sending requests during the next tests.
    for (const { context } of opened) await context.close();
    for (const { expectNoErrors } of opened) expectNoErrors();
  },
});

/** Completes the re-authentication dialog. */
export async function confirmIdentity(page: Page, password = PASSWORD): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' });
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
}

/** On a wide screen each record has two buttons; on a phone both are in a menu of the expanded history. */
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
 * Stops the page's clock, so that temporary messages stay until `page.clock.runFor` advances time. Requires
 * `page.clock.install()` before the page is opened.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
}

/** Polls for a state with a stopped clock, 50 ms per step: responses need short timers and idle callbacks. */
export async function tickUntil(page: Page, isReached: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return await isReached();
    })
    .toBe(true);
}
