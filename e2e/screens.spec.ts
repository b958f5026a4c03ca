/**
 * Every screen of the product with worst-case data: no horizontal scrolling, no truncation and no axe violations.
 * `npm test` opens each in one width, theme and language; `npm run test:full` in all of them, with dialogs and menus.
 */
import { MARKER_HEADER } from '@ardhi/contract/headers';
import { paths } from '@ardhi/contract/paths';
import type { Page } from '@playwright/test';
import { axeFindings, SLOW_RULES } from './axe.ts';
import { withoutWebGl } from './boundaries-helpers.ts';
import { test } from './fixture-server.ts';
import { layoutFaults } from './layout-faults.ts';
import { fillParcel } from './outbox-helpers.ts';
import { type ResponseStubs, type StubbedResponse, stubResponses } from './response-stubs.ts';
import { expect, IS_FULL, setTheme, signIn, type Theme } from './test.ts';
import { loadWholePage } from './whole-page.ts';
import { LONG_WORD, seedWorstCaseData, showLargeCounts, type WorstCaseData } from './worst-case-data.ts';

const NARROWEST = 320;
const WIDE = 1280;
/** Widths on both sides of the layout breakpoints. */
const WIDTHS = [NARROWEST, 768, 1024, WIDE];
/** Assigned to the screens in turn. */
const VARIANTS: { width: number; theme: Theme; lang: 'en' | 'sw' }[] = [
  { width: NARROWEST, theme: 'light', lang: 'sw' },
  { width: WIDE, theme: 'dark', lang: 'en' },
  { width: NARROWEST, theme: 'dark', lang: 'sw' },
  { width: WIDE, theme: 'light', lang: 'en' },
];
const AS_TABLE = /^(Show as table|Ona jedwali)$/;

type Viewer = 'visitor' | 'farmer' | 'official';
/** `presses` are controls that open dialogs or menus. */
type Screen = [who: Viewer | 'both', address: string, ...presses: RegExp[]];

/** All addresses by their name in the app. The compiler reports a new address that is missing here. */
function screensOf(country: WorstCaseData) {
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
    about: [['visitor', paths.about]],
    scoreMethod: [['visitor', paths.scoreMethod]],
    forgotPassword: [['visitor', paths.forgotPassword]],
    resetPassword: [['visitor', paths.resetPassword]],
    confirmEmail: [['visitor', paths.confirmEmail]],
    marketplace: [['visitor', paths.marketplace]],
    feature: [['visitor', paths.feature('collaborative-platform')]],
    dashboard: [
      ['farmer', paths.dashboard],
      ['official', paths.dashboard, /^(Create Policy|Unda Sera)$/, /^(Notify|Julisha): /],
    ],
    account: [
      ['farmer', paths.account, /^(Delete Account|Futa Akaunti)$/],
      ['official', paths.account],
    ],
    sync: [['both', paths.sync]],
    notices: [['both', paths.notices]],
    policy: [['both', paths.policy(policyId)]],
    // Parts of the dashboard.
    policies: [],
    reports: [],
    messages: [['both', paths.messages]],
    messageNew: [['farmer', paths.messageNew]],
    messageThread: [['both', paths.messageThread(threadId)]],
    messageOffice: [['farmer', paths.messageOffice]],
    messageAbout: [['farmer', paths.messageAbout(`parcel.${id}`)]],
    messageTo: [
      ['farmer', paths.messageTo(official.user._id)],
      ['official', paths.messageTo(farmer.user._id)],
    ],
    land: [['farmer', paths.land, /^(Delete|Futa) /]],
    landDetail: [
      ['farmer', paths.landDetail(id), /^(Generate Report|Tengeneza Ripoti)$/, /^(Add Crop|Ongeza Zao)$/],
    ],
    landAdd: [['farmer', paths.landAdd]],
    landAddFirst: [['farmer', paths.landAddFirst]],
    landBoundary: [['farmer', paths.landBoundary(id, 'draw'), /^(Walk|Tembea)$/, /^(Import|Leta faili)$/]],
    map: [['farmer', paths.map]],
    overlaps: [['official', paths.overlaps, /^(Mark as settled|Andika kuwa imesuluhishwa)/]],
    monthlyReport: [['farmer', paths.monthlyReport]],
    sustainabilityReport: [['farmer', paths.sustainabilityReport]],
    guides: [['farmer', paths.guides]],
    guide: [['farmer', paths.guide('water')]],
    userGuide: [['both', paths.userGuide]],
    subsidyApply: [['farmer', paths.subsidyApply]],
    subsidy: [['farmer', paths.subsidy(applicationId), /^(Edit|Hariri)$/]],
    subsidyManage: [
      ['official', paths.subsidyManage, /^(Create Subsidy|Unda Ruzuku)$/, new RegExp(`^${LONG_WORD}$`)],
    ],
    subsidyCase: [
      ['official', paths.subsidyCase(applicationId), /^(Return for correction|Rudisha kwa mkulima)$/],
    ],
    binders: [['official', paths.binders(programmeId)]],
    announcements: [['official', paths.announcements, /^(New announcement|Tangazo jipya)$/]],
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
    board: [['official', paths.board]],
    boardRecords: [['official', `${paths.boardRecords}?figure=backlog`]],
    system: [['official', paths.system]],
    staff: [['official', paths.staff, /^(Import Invitations|Leta Mialiko)$/]],
    templates: [['official', paths.templates, /^(New Template|Kiolezo Kipya)$/]],
    // The list of applications.
    casesOf: [],
    queue: [
      ['official', paths.queue, /^(Reject|Kataa)/, /^(Reassign|Mpe afisa mwingine):/],
      ['official', `${paths.queue}?status=all&programmeId=${programmeId}`],
      ['official', `${paths.queue}?case=${applicationId}`, /^(Return for correction|Rudisha kwa mkulima)$/],
    ],
  } satisfies Record<keyof typeof paths, Screen[]>;
}

/**
 * Client-side navigation, because loading the app for each screen would double the time. Another path mounts a new
 * page, so its heading is a new element.
 */
async function follow(page: Page, address: string): Promise<void> {
  // Conversations stay mounted, with their heading, when another one is opened.
  const isInMessages = (path: string) => path.startsWith(paths.messages);
  if (isInMessages(address) && isInMessages(new URL(page.url()).pathname)) await follow(page, paths.notices);
  await page.evaluate((path) => {
    for (const heading of document.querySelectorAll('h1')) heading.dataset.previous = '';
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  // A case beside its list has a heading of its own.
  await expect(page.locator('h1:not([data-previous])').filter({ visible: true }).first()).toBeVisible();
}

/** Loads lazy content and opens collapsed sections. */
async function unfold(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-ready');
  await loadWholePage(page);
  // The sections of the account on phones: each is replaced by its content.
  const folded = page.locator('main h2 > button[aria-expanded=false]');
  for (let left = await folded.count(); left > 0; left -= 1) await folded.first().click();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  const map = page.locator('.map-frame').first();
  if ((await map.count()) > 0) {
    await map.scrollIntoViewIfNeeded();
    await expect(map.locator('.map-canvas[data-ready], [role=alert]')).toBeVisible();
  }
}

/** Leaves a change that the server refuses, so that it is shown in the bar and on its page. */
async function leaveWorkUnsent(page: Page, answers: ResponseStubs): Promise<void> {
  const put = (answer: StubbedResponse) => answers.put({ method: 'POST', path: '/land', answer });
  // An HTML page of a hotspot is not a valid response, so the change stays queued.
  put({ headers: { 'content-type': 'text/html' }, body: '<h1>Wi-Fi</h1>' });
  await page.goto(paths.land);
  await fillParcel(page, LONG_WORD);
  await expect(page.locator('.bar-sync')).toBeVisible();
  const headers = { 'content-type': 'application/json', [MARKER_HEADER]: '1' };
  put({ status: 400, headers, body: JSON.stringify({ message: LONG_WORD, code: 'x', errors: [] }) });
  await page.goto(paths.sync);
  await expect(page.getByRole('link', { name: '1 change needs your attention' })).toBeVisible();
}

/** Soft assertion, so that one run reports the faults of all screens. */
async function expectFits(page: Page, what: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 740 });
  const language = await page.locator('html').getAttribute('lang');
  // The page may still be re-rendering after the resize.
  await expect
    .configure({ soft: true })
    .poll(() => layoutFaults(page), { message: `${what}, ${width} px, ${language}` })
    .toEqual([]);
}

async function expectNoFindings(page: Page, what: string, within = 'html'): Promise<void> {
  // apps/web/src/ui/styles.test.ts covers colour contrast, offline.spec.ts covers touch targets.
  const without = IS_FULL ? [] : SLOW_RULES;
  expect.soft(await axeFindings(page, within, { without }), what).toEqual([]);
}

/** Checks the open page in all widths, the other theme and the other language, with charts as tables. */
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
  const isDialog = (await page.locator('dialog[open]').count()) > 0;
  // Tall enough that the buttons at the edge of a dialog cover nothing.
  if (isDialog) await page.setViewportSize({ width: NARROWEST, height: 2400 });
  await expectNoFindings(page, `${address} ${name}`, isDialog ? 'dialog' : 'html');
  await page.keyboard.press('Escape');
}

test.use({ country: 'crowded' });
// Sequential, on one server with one database.
test.describe.configure({ mode: 'default', timeout: IS_FULL ? 900_000 : 300_000 });
let country: WorstCaseData | undefined;
/** `npm test` opens screens shared by both roles only once. */
const rolesOfSharedScreens: Viewer[] = IS_FULL ? ['farmer', 'official'] : ['farmer'];

for (const who of ['visitor', 'farmer', 'official'] as const)
  test(`every screen of the ${who} fits and passes axe`, async ({ page, request, baseURL }) => {
    country ??= await seedWorstCaseData(request);
    if (who === 'visitor') await page.goto('/api/health');
    else await signIn(page, country[who]);
    // The map is the slowest part and the same everywhere, so it is drawn only on map pages.
    const { map, landBoundary, parcelsMap } = paths;
    await withoutWebGl(page, IS_FULL ? [map, landBoundary(country.parcel._id, 'draw'), parcelsMap] : [map]);
    const answers = await stubResponses(page);
    showLargeCounts(answers);
    if (who === 'farmer') await leaveWorkUnsent(page, answers);
    const screens = Object.values<Screen[]>(screensOf(country))
      .flat()
      .filter(([whose]) => whose === who || (whose === 'both' && rolesOfSharedScreens.includes(who)));
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
