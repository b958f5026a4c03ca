/**
 * Every address of the product in a full country: nothing scrolls sideways or is cut off, and axe finds nothing. `npm test`
 * opens each in one width, theme and language; `npm run test:full` in all of them, with what opens on it.
 */
import { SERVER_MARK } from '@ardhi/contract/mark';
import type { Page } from '@playwright/test';
import { paths } from '../apps/web/src/lib/page/paths.ts';
import { type Answer, type Answers, answersOf } from './answers.ts';
import { axeFindings, SLOW_RULES } from './axe.ts';
import { withoutWebGl } from './boundaries-helpers.ts';
import { test } from './country.ts';
import { type CrowdedCountry, LONG_WORD, seedCrowdedCountry, showLargeCounts } from './crowded-country.ts';
import { layoutFaults } from './layout-faults.ts';
import { fillParcel } from './outbox-helpers.ts';
import { expect, IS_FULL, setTheme, signIn, type Theme } from './test.ts';
import { loadWholePage } from './whole-page.ts';

const NARROWEST = 320;
const WIDE = 1280;
/** On both sides of where the layout changes. */
const WIDTHS = [NARROWEST, 768, 1024, WIDE];
/** Those of one screen after the other. */
const VARIANTS: { width: number; theme: Theme; lang: 'en' | 'sw' }[] = [
  { width: NARROWEST, theme: 'light', lang: 'sw' },
  { width: WIDE, theme: 'dark', lang: 'en' },
  { width: NARROWEST, theme: 'dark', lang: 'sw' },
  { width: WIDE, theme: 'light', lang: 'en' },
];
const AS_TABLE = /^(Show as table|Ona jedwali)$/;

type Who = 'visitor' | 'farmer' | 'official';
/** What is pressed opens something more. */
type Screen = [who: Who | 'both', address: string, ...presses: RegExp[]];

/** Every address there is, by the name it has in the app: of a new one the compiler says that it is missing here. */
function screensOf(country: CrowdedCountry) {
  const { farmer, official, parcel, machineId, policyId, programmeId, applicationId, threadId } = country;
  const { _id: id } = parcel;
  return {
    home: [
      ['visitor', paths.home, /^(Menu|Menyu)$/],
      ['farmer', paths.home, /^(Menu|Menyu)$/],
    ],
    login: [['visitor', paths.login]],
    register: [['visitor', paths.register]],
    contact: [['visitor', paths.contact]],
    forgotPassword: [['visitor', paths.forgotPassword]],
    resetPassword: [['visitor', paths.resetPassword]],
    confirmEmail: [['visitor', paths.confirmEmail]],
    marketplace: [['visitor', paths.marketplace]],
    feature: [['visitor', paths.feature('collaborative-platform')]],
    dashboard: [
      ['farmer', paths.dashboard],
      ['official', paths.dashboard, /^(Create Policy|Unda Sera)$/, /^(Notify|Julisha): /],
    ],
    account: [['both', paths.account, /^(Delete Account|Futa Akaunti)$/]],
    sync: [['both', paths.sync]],
    notices: [['both', paths.notices]],
    policy: [['both', paths.policy(policyId)]],
    messages: [['both', paths.messages]],
    messageNew: [['farmer', paths.messageNew]],
    messageThread: [['both', paths.messageThread(threadId)]],
    messageTo: [
      ['farmer', paths.messageTo(official.user._id)],
      ['official', paths.messageTo(farmer.user._id)],
    ],
    land: [['farmer', paths.land, /^(Delete|Futa) /]],
    landDetail: [
      ['farmer', paths.landDetail(id), /^(Generate Report|Tengeneza Ripoti)$/, /^(Add Crop|Ongeza Zao)$/],
    ],
    landAdd: [['farmer', paths.landAdd]],
    landBoundary: [['farmer', paths.landBoundary(id, 'draw'), /^(Walk|Tembea)$/, /^(Import|Leta faili)$/]],
    map: [['farmer', paths.map]],
    overlaps: [['official', paths.overlaps, /^(Mark as settled|Andika kuwa umesuluhishwa)/]],
    monthlyReport: [['farmer', paths.monthlyReport]],
    sustainabilityReport: [['farmer', paths.sustainabilityReport]],
    guides: [['farmer', paths.guides]],
    guide: [['farmer', paths.guide('water')]],
    subsidyApply: [['farmer', paths.subsidyApply, /^(Edit|Hariri)$/]],
    subsidyManage: [
      [
        'official',
        paths.subsidyManage,
        /^(Create Subsidy|Unda Ruzuku)$/,
        new RegExp(`^${LONG_WORD}$`),
        /^(Reject|Kataa)/,
      ],
      ['official', `${paths.subsidyManage}?programmeId=${programmeId}`],
    ],
    subsidyCase: [
      ['official', paths.subsidyCase(applicationId), /^(Return for correction|Rejesha kurekebishwa)$/],
    ],
    appeals: [['official', paths.appeals]],
    complaints: [['both', paths.complaints]],
    complaintAbout: [['farmer', paths.complaintAbout(applicationId)]],
    equipment: [['farmer', paths.equipment, /^(Add Equipment|Ongeza Kifaa)$/]],
    equipmentDetail: [
      [
        'farmer',
        paths.equipmentDetail(machineId),
        /^(Record maintenance|Rekodi matengenezo)$/,
        /^(Record hours|Rekodi saa)$/,
      ],
    ],
    analytics: [['official', paths.analytics]],
    detailedAnalytics: [['official', paths.detailedAnalytics]],
    regionalMap: [['official', paths.regionalMap]],
    parcelsMap: [['official', paths.parcelsMap]],
    registerFarmers: [['official', paths.registerFarmers]],
    registerFarmer: [['official', paths.registerFarmer(farmer.user._id)]],
    registerLands: [['official', paths.registerLands]],
    registerLand: [['official', paths.registerLand(id)]],
    registerWaiting: [['official', paths.registerWaiting]],
    contactMessages: [['official', paths.contactMessages]],
    audit: [['official', paths.audit]],
    queue: [['official', paths.queue, /^(Hand Over|Kabidhi):/]],
  } satisfies Record<keyof typeof paths, Screen[]>;
}

/**
 * Opens another screen within the app, as a link does: loading the whole app for each takes as long as everything else. The
 * page of another path is mounted anew, so its heading is a new element.
 */
async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((path) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.previous = '';
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.locator('h1:not([data-previous])')).toBeVisible();
}

/** Everything that the page shows unasked, also what is fetched only when it comes near, and what is folded. */
async function unfold(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-ready');
  await loadWholePage(page);
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  const map = page.locator('.map-frame').first();
  if ((await map.count()) > 0) {
    await map.scrollIntoViewIfNeeded();
    await expect(map.locator('.map-canvas[data-ready], [role=alert]')).toBeVisible();
  }
}

/** Work that the server does not take: it stands in the bar and on its page. */
async function leaveWorkUnsent(page: Page, answers: Answers): Promise<void> {
  const put = (answer: Answer) => answers.put({ method: 'POST', path: '/land', answer });
  // A hotspot's page is no answer: what was saved waits.
  put({ headers: { 'content-type': 'text/html' }, body: '<h1>Wi-Fi</h1>' });
  await page.goto(paths.land);
  await fillParcel(page, LONG_WORD);
  await expect(page.locator('.bar-sync')).toBeVisible();
  const headers = { 'content-type': 'application/json', [SERVER_MARK]: '1' };
  put({ status: 400, headers, body: JSON.stringify({ message: LONG_WORD, code: 'x', errors: [] }) });
  await page.goto(paths.sync);
  await expect(page.getByRole('link', { name: '1 entry needs you' })).toBeVisible();
}

/** Soft: one run names the faults of all screens. */
async function expectFits(page: Page, what: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  const language = await page.locator('html').getAttribute('lang');
  // A page that was made narrower a moment ago may still be drawn anew.
  await expect
    .configure({ soft: true })
    .poll(() => layoutFaults(page), { message: `${what}, ${width} px, ${language}` })
    .toEqual([]);
}

async function expectNoFindings(page: Page, what: string, within = 'html'): Promise<void> {
  // Pairs of colours are measured by apps/web/src/ui/styles.test.ts, what a thumb hits by offline.spec.ts.
  const without = IS_FULL ? [] : SLOW_RULES;
  expect.soft(await axeFindings(page, within, { without }), what).toEqual([]);
}

/** The open page in the other widths, the other theme, the other language, with its charts as tables. */
async function expectSoundInOtherVariants(page: Page, address: string, theme: Theme): Promise<void> {
  for (const width of WIDTHS) await expectFits(page, address, width);
  const other = theme === 'light' ? 'dark' : 'light';
  await setTheme(page, other);
  await expectNoFindings(page, `${address}, ${other}`);
  const html = page.locator('html');
  const language = await html.getAttribute('lang');
  await page.locator('.language-switch [aria-pressed=false]').click();
  await expect(html).not.toHaveAttribute('lang', language!);
  const asTable = page.getByRole('button', { name: AS_TABLE });
  while (await asTable.count()) await asTable.first().click();
  await expectFits(page, address, NARROWEST);
  await expectNoFindings(page, `${address}, ${NARROWEST} px, ${other}`);
}

async function expectSoundWhenPressed(page: Page, address: string, name: RegExp): Promise<void> {
  await page.setViewportSize({ width: NARROWEST, height: 740 });
  const buttons = page.getByRole('button', { name });
  const choices = page.locator('[role=radiogroup] label', { hasText: name });
  await buttons.or(choices).first().click();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectFits(page, `${address} ${name}`, NARROWEST);
  const dialogs = await page.locator('dialog[open]').count();
  await expectNoFindings(page, `${address} ${name}`, dialogs > 0 ? 'dialog' : 'html');
  await page.keyboard.press('Escape');
}

test.use({ country: 'crowded' });
// One after the other, on one server with one country.
test.describe.configure({ mode: 'default', timeout: IS_FULL ? 900_000 : 300_000 });
let country: CrowdedCountry | undefined;
/** In `npm test` a screen that both roles have is opened once. */
const sharing: Who[] = IS_FULL ? ['farmer', 'official'] : ['farmer'];

for (const who of ['visitor', 'farmer', 'official'] as const)
  test(`every screen of the ${who} fits and is sound`, async ({ page, request, baseURL }) => {
    country ??= await seedCrowdedCountry(request);
    if (who === 'visitor') await page.goto('/api/health');
    else await signIn(page, country[who]);
    // The map is the same everywhere and takes more time than all else: only where a page is about it.
    const { map, landBoundary, parcelsMap } = paths;
    await withoutWebGl(page, IS_FULL ? [map, landBoundary(country.parcel._id, 'draw'), parcelsMap] : [map]);
    const answers = await answersOf(page);
    showLargeCounts(answers);
    if (who === 'farmer') await leaveWorkUnsent(page, answers);
    const screens = Object.values<Screen[]>(screensOf(country))
      .flat()
      .filter(([whose]) => whose === who || (whose === 'both' && sharing.includes(who)));
    for (const [variantIndex, { width, theme, lang }] of VARIANTS.entries()) {
      const ofVariant = screens.filter((_, index) => index % VARIANTS.length === variantIndex);
      for (const [index, [, address, ...presses]] of ofVariant.entries())
        await test.step(`${address}, ${width} px, ${theme}, ${lang}`, async () => {
          await page.setViewportSize({ width, height: 740 });
          await page.context().addCookies([{ name: 'lang', value: lang, url: baseURL! }]);
          await setTheme(page, theme);
          if (IS_FULL || index === 0) await page.goto(address);
          else await follow(page, address);
          await unfold(page);
          if (who === 'farmer') await expect(page.locator('.bar-sync')).toBeVisible();
          await expectFits(page, address, width);
          await expectNoFindings(page, `${address}, ${width} px, ${theme}`);
          if (!IS_FULL) return;
          await expectSoundInOtherVariants(page, address, theme);
          for (const name of presses) await expectSoundWhenPressed(page, address, name);
        });
    }
  });
