/**
 * Every address of the product in a full country: nothing scrolls sideways on the narrowest phone in either language, and
 * axe finds nothing there in one theme; `npm run test:full` listens to it on a wide screen in the other theme too.
 */
import { SERVER_MARK } from '@ardhi/contract/mark';
import type { Page } from '@playwright/test';
import { paths } from '../apps/web/src/lib/paths.ts';
import { type Answer, type Answers, answersOf } from './answers.ts';
import { axeFindings } from './axe.ts';
import { withoutWebGl } from './boundaries-helpers.ts';
import { test } from './country.ts';
import { type CrowdedCountry, LONG_WORD, seedCrowdedCountry, showLargeCounts } from './crowded-country.ts';
import { layoutFaults } from './layout-faults.ts';
import { fillParcel } from './outbox-helpers.ts';
import { expect, IS_FULL, setTheme, signIn, type Theme } from './test.ts';
import { loadWholePage } from './whole-page.ts';

const NARROWEST = 320;
/** On both sides of where the layout changes. */
const WIDER = IS_FULL ? [768, 1024] : [1024];
const AS_TABLE = /^(Show as table|Ona jedwali)$/;

type Who = 'visitor' | 'farmer' | 'official';
/** What is pressed shows something more to look at. */
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

test.use({ country: 'crowded' });
// One after the other, on one server with one country.
test.describe.configure({ mode: 'default', timeout: 300_000 });
let country: CrowdedCountry | undefined;

for (const who of ['visitor', 'farmer', 'official'] as const)
  test(`every screen of the ${who} fits and is sound${IS_FULL ? ' @full' : ''}`, async ({
    page,
    request,
  }) => {
    country ??= await seedCrowdedCountry(request);
    if (who !== 'visitor') await signIn(page, country[who]);
    // The map is the same everywhere: where a page is about it there is one, elsewhere what stands there without.
    await withoutWebGl(page, [paths.map, paths.landBoundary(country.parcel._id, 'draw'), paths.parcelsMap]);
    const answers = await answersOf(page);
    showLargeCounts(answers);
    if (who === 'farmer') await leaveWorkUnsent(page, answers);
    const html = page.locator('html');
    let theme: Theme = 'light';
    const look = async (what: string, width: number) => {
      await page.setViewportSize({ width, height: 740 });
      const language = await html.getAttribute('lang');
      // A page that was made narrower a moment ago may still be drawn anew.
      await expect
        .configure({ soft: true })
        .poll(() => layoutFaults(page), { message: `${what}, ${width} px, ${language}` })
        .toEqual([]);
    };
    const listen = async (what: string, within = 'html') =>
      expect.soft(await axeFindings(page, within), what).toEqual([]);
    const screens: Screen[] = Object.values(screensOf(country)).flat();
    for (const [whose, address, ...presses] of screens) {
      if (whose !== who && (whose !== 'both' || who === 'visitor')) continue;
      await page.setViewportSize({ width: NARROWEST, height: 740 });
      await page.goto(address);
      await unfold(page);
      if (who === 'farmer') await expect(page.locator('.bar-sync')).toBeVisible();
      await look(address, NARROWEST);
      await listen(`${address}, ${NARROWEST} px, ${theme}`);
      for (const width of WIDER) await look(address, width);
      // The next page begins in the theme and the language in which this one ends.
      theme = theme === 'light' ? 'dark' : 'light';
      await setTheme(page, theme);
      if (IS_FULL) await listen(`${address}, ${WIDER.at(-1)} px, ${theme}`);
      const language = await html.getAttribute('lang');
      await page.locator('.language-switch [aria-pressed=false]').click();
      await expect(html).not.toHaveAttribute('lang', language!);
      const asTable = page.getByRole('button', { name: AS_TABLE });
      while (await asTable.count()) await asTable.first().click();
      await look(address, NARROWEST);
      for (const name of presses) {
        const buttons = page.getByRole('button', { name });
        const choices = page.locator('[role=radiogroup] label', { hasText: name });
        do {
          await buttons.or(choices).first().click();
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          // How many charts there are depends on what there is to draw: each becomes a table.
        } while (name === AS_TABLE && (await buttons.count()) > 0);
        await look(`${address} ${name}`, NARROWEST);
        const dialogs = await page.locator('dialog[open]').count();
        await listen(`${address} ${name}, ${theme}`, dialogs > 0 ? 'dialog' : 'html');
        await page.keyboard.press('Escape');
      }
    }
  });
