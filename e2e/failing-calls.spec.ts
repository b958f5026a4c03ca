/**
 * One call fails while the others succeed: the screen shows the specification's message (section 8) with the reason and
 * Retry, with or without saved data. Every GET of section 7 that a screen makes is a row.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { withoutWebGl } from './boundaries-helpers.ts';
import { type ResponseStubs, stubResponses } from './response-stubs.ts';
import { type Farm, seedFarm, signInAt, waitUntilResponsesPersisted } from './seeded-farm.ts';
import { expect, test } from './test.ts';

type Language = 'en' | 'sw';

const LOCALES = new URL('../apps/web/src/locales/', import.meta.url);

function catalogue(language: Language): Record<string, string> {
  const folder = new URL(`${language}/`, LOCALES);
  return Object.assign(
    {},
    ...readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  );
}

const CATALOGUES = { en: catalogue('en'), sw: catalogue('sw') };

/** A text of the English catalogue in another language. */
function translated(text: string, language: Language): string {
  const key = Object.keys(CATALOGUES.en).find((name) => CATALOGUES.en[name] === text);
  if (!key) throw new Error(`No catalogue has the text “${text}”`);
  return CATALOGUES[language][key] ?? '';
}

/** The path under /api, the screen that makes the call, and the error text. */
type Row = [call: string, at: string, errorText: string, more?: RowDetails];

interface RowDetails {
  /** Text from the saved response on the phone. */
  known?: string;
  /** Action on the screen that triggers the call. */
  open?: (page: Page, language: Language) => Promise<void>;
}

const openReport = (page: Page, language: Language) =>
  page.getByRole('button', { name: translated('Generate Report', language) }).click();
const openRecipients = async (page: Page, language: Language) => {
  await page.getByRole('button', { name: translated('New Message', language) }).click();
  await page.getByRole('combobox', { name: translated('Recipient', language) }).click();
};

function farmerRows({ parcels, threadId, equipmentId }: Farm): Row[] {
  const land = `/land/${parcels[0]?._id}`;
  const machine = `/equipment/${equipmentId}`;
  return [
    ['/land', '/dashboard', 'Failed to fetch lands', { known: 'River field' }],
    ['/land', '/land', 'Failed to fetch lands', { known: 'Hill field' }],
    [land, land, 'Failed to fetch land details', { known: 'Beans' }],
    [`${land}/report`, land, 'Failed to generate report', { open: openReport }],
    ['/policies', '/dashboard', 'Failed to fetch policies', { known: 'Terraces on slopes' }],
    ['/subsidies', '/subsidies/apply', 'Failed to fetch subsidies', { known: 'Seed for the long rains' }],
    ['/equipment', '/equipment', 'Failed to fetch equipment', { known: 'Massey Ferguson' }],
    [machine, machine, 'Failed to fetch equipment', { known: 'Oil and filter' }],
    ['/messages', '/dashboard', 'Failed to fetch messages', { known: 'Your application' }],
    ['/messages', '/messages', 'Failed to fetch messages', { known: 'Your application' }],
    ['/messages/unread-count', '/dashboard', 'Failed to fetch messages'],
    ['/messages/unread-count', '/messages', 'Failed to fetch messages'],
    [
      `/messages/thread/${threadId}`,
      `/messages?thread=${threadId}`,
      'Failed to fetch thread messages',
      { known: 'on Monday' },
    ],
    ['/messages/users', '/messages', 'Failed to fetch recipients', { open: openRecipients }],
  ];
}

const OFFICIAL_ROWS: Row[] = [
  ['/government/analytics', '/dashboard', 'Failed to fetch analytics'],
  ['/government/analytics', '/analytics', 'Failed to fetch analytics'],
  ['/government/analytics', '/detailed-analytics', 'Failed to fetch analytics'],
  ['/government/farmers', '/registers/farmers', 'Failed to fetch farmers'],
  ['/government/lands', '/registers/lands', 'Failed to fetch lands'],
  ['/subsidies/admin/all', '/dashboard', 'Failed to fetch subsidies'],
  ['/policies', '/dashboard', 'Failed to fetch policies'],
  ['/messages', '/dashboard', 'Failed to fetch messages'],
  ['/messages/users', '/messages', 'Failed to fetch recipients', { open: openRecipients }],
];

/** Blocks change events, so that the page refetches only on Retry. */
async function answersWithoutEvents(page: Page): Promise<ResponseStubs> {
  const answers = await stubResponses(page);
  answers.put({ path: '/events', answer: 'never' });
  return answers;
}

async function expectError(
  page: Page,
  answers: ResponseStubs,
  language: Language,
  [call, at, errorText, { open, known } = {}]: Row,
): Promise<void> {
  await test.step(`GET ${call} fails at ${at}`, async () => {
    // Retry-After 0: automatic retries happen at once, so the test does not wait for them.
    const fail = (status: number, body: string) =>
      answers.put({ path: call, answer: { status, headers: { 'retry-after': '0' }, body } });
    const alert = page.getByRole('alert').filter({ hasText: translated(errorText, language) });
    const retry = alert.getByRole('button', { name: translated('Retry', language) });

    const removals = [fail(400, '{"message":"Not today."}')];
    await page.goto(at);
    await open?.(page, language);
    await expect(alert).toContainText('Not today.');
    if (known) await expect(page.getByText(known).first()).toBeVisible();
    removals.push(fail(500, ''));
    await retry.click();
    await expect(alert).toContainText('HTTP 500: Internal Server Error');
    for (const remove of removals) remove();
    await retry.click();
    await expect(alert).toBeHidden();
  });
}

/** The specification states the English texts; Kiswahili has the same table. */
const LANGUAGES = [
  ['en', ''],
  ['sw', ', in Kiswahili @full'],
] as const;

const chooseLanguage = (page: Page, language: Language, baseURL: string | undefined) =>
  page.context().addCookies([{ name: 'lang', value: language, url: String(baseURL) }]);

for (const [language, tier] of LANGUAGES) {
  test(`a farmer’s screens say which call failed${tier}`, async ({ page, baseURL }) => {
    const farm = await seedFarm(String(baseURL));
    await chooseLanguage(page, language, baseURL);
    await signInAt(page, String(baseURL), farm);
    await withoutWebGl(page);
    // Without IndexedDB there are no saved responses, so a screen is empty until its call succeeds.
    await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
    const answers = await answersWithoutEvents(page);
    for (const [call, at, errorText, more] of farmerRows(farm))
      await expectError(page, answers, language, [call, at, errorText, { open: more?.open }]);
  });

  test(`an official’s screens say which call failed${tier}`, async ({ page, baseURL }) => {
    const { official } = await seedFarm(String(baseURL));
    await chooseLanguage(page, language, baseURL);
    await signInAt(page, String(baseURL), official);
    const answers = await answersWithoutEvents(page);
    for (const row of OFFICIAL_ROWS) await expectError(page, answers, language, row);
  });

  test(`a farmer’s screens show the failure next to saved data (${language}) @full`, async ({
    page,
    baseURL,
  }) => {
    const farm = await seedFarm(String(baseURL));
    await chooseLanguage(page, language, baseURL);
    await signInAt(page, String(baseURL), farm);
    await withoutWebGl(page);
    await page.goto('/dashboard');
    await waitUntilResponsesPersisted(page, farm.user._id, [
      ['message', 'thread', farm.threadId],
      ['equipment', 'one', farm.equipmentId],
    ]);
    const answers = await answersWithoutEvents(page);
    for (const row of farmerRows(farm)) if (row[3]?.known) await expectError(page, answers, language, row);
  });
}
