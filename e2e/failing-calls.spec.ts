/**
 * One call fails, the others answer: its screen says so in the specification's words (section 8), with the reason and Retry,
 * whether the phone has an older answer to show or none. Every GET of section 7 that a screen makes is a row.
 */
import type { Page } from '@playwright/test';
import { type Answers, answersOf } from './answers.ts';
import { withoutWebGl } from './boundaries-helpers.ts';
import { type Farm, seedFarm, signInAt, waitUntilAnswersPersisted } from './seeded-farm.ts';
import { expect, test } from './test.ts';

interface Row {
  /** The path under /api. */
  call: string;
  /** The screen that makes it. */
  at: string;
  words: string;
  /** What the phone knows of the answer. */
  known?: string;
  /** What must be done on the screen before it makes the call. */
  open?: (page: Page) => Promise<void>;
}

const openReport = (page: Page) => page.getByRole('button', { name: 'Generate Report' }).click();
const openRecipients = async (page: Page) => {
  await page.getByRole('button', { name: 'New Message' }).click();
  await page.getByRole('combobox', { name: 'Recipient' }).click();
};

function farmerRows({ parcels, threadId, equipmentId }: Farm): Row[] {
  const land = `/land/${parcels[0]?._id}`;
  const machine = `/equipment/${equipmentId}`;
  return [
    { call: '/land', at: '/dashboard', words: 'Failed to fetch lands', known: 'River field' },
    { call: '/land', at: '/land', words: 'Failed to fetch lands', known: 'Hill field' },
    { call: land, at: land, words: 'Failed to fetch land details', known: 'Beans' },
    { call: `${land}/report`, at: land, words: 'Failed to generate report', open: openReport },
    { call: '/policies', at: '/dashboard', words: 'Failed to fetch policies', known: 'Terraces on slopes' },
    { call: '/subsidies', at: '/subsidies/apply', words: 'Failed to fetch subsidies', known: 'Maize seed' },
    { call: '/equipment', at: '/equipment', words: 'Failed to fetch equipment', known: 'Massey Ferguson' },
    { call: machine, at: machine, words: 'Failed to fetch equipment', known: 'Oil and filter' },
    { call: '/messages', at: '/dashboard', words: 'Failed to fetch messages', known: 'Your application' },
    { call: '/messages', at: '/messages', words: 'Failed to fetch messages', known: 'Your application' },
    { call: '/messages/unread-count', at: '/dashboard', words: 'Failed to fetch messages' },
    { call: '/messages/unread-count', at: '/messages', words: 'Failed to fetch messages' },
    {
      call: `/messages/thread/${threadId}`,
      at: `/messages?thread=${threadId}`,
      words: 'Failed to fetch thread messages',
      known: 'on Monday',
    },
    { call: '/messages/users', at: '/messages', words: 'Failed to fetch recipients', open: openRecipients },
  ];
}

const OFFICIAL_ROWS: Row[] = [
  { call: '/government/analytics', at: '/dashboard', words: 'Failed to fetch analytics' },
  { call: '/government/analytics', at: '/analytics', words: 'Failed to fetch analytics' },
  { call: '/government/analytics', at: '/detailed-analytics', words: 'Failed to fetch analytics' },
  { call: '/government/farmers', at: '/registers/farmers', words: 'Failed to fetch farmers' },
  { call: '/government/lands', at: '/registers/lands', words: 'Failed to fetch lands' },
  { call: '/subsidies/admin/all', at: '/dashboard', words: 'Failed to fetch subsidies' },
  { call: '/policies', at: '/dashboard', words: 'Failed to fetch policies' },
  { call: '/messages', at: '/dashboard', words: 'Failed to fetch messages' },
  { call: '/messages/users', at: '/messages', words: 'Failed to fetch recipients', open: openRecipients },
];

/** Nobody tells the page of the rows that were written just now: it asks again when it is told to. */
async function untoldAnswersOf(page: Page): Promise<Answers> {
  const answers = await answersOf(page);
  answers.put({ path: '/events', answer: 'never' });
  return answers;
}

async function expectWords(
  page: Page,
  answers: Answers,
  { call, at, words, open }: Row,
  known?: string,
): Promise<void> {
  await test.step(`GET ${call} fails at ${at}`, async () => {
    // Retry-After: what is tried again quietly is tried at once, and the test does not wait for it.
    const fail = (status: number, body: string) =>
      answers.put({ path: call, answer: { status, headers: { 'retry-after': '0' }, body } });
    const alert = page.getByRole('alert').filter({ hasText: words });
    const retry = alert.getByRole('button', { name: 'Retry' });

    const mends = [fail(400, '{"message":"Not today."}')];
    await page.goto(at);
    await open?.(page);
    await expect(alert).toContainText('Not today.');
    if (known) await expect(page.getByText(known).first()).toBeVisible();
    mends.push(fail(500, ''));
    await retry.click();
    await expect(alert).toContainText('HTTP 500: Internal Server Error');
    for (const mend of mends) mend();
    await retry.click();
    await expect(alert).toBeHidden();
  });
}

test('a farmer’s screens say which call failed', async ({ page, baseURL }) => {
  const farm = await seedFarm(String(baseURL));
  await signInAt(page, String(baseURL), farm);
  await withoutWebGl(page);
  // A browser that stores no answers: every screen has nothing to show until its call answers.
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  const answers = await untoldAnswersOf(page);
  for (const row of farmerRows(farm)) await expectWords(page, answers, row);
});

test('a farmer’s screens say so beside what the phone knows @full', async ({ page, baseURL }) => {
  const farm = await seedFarm(String(baseURL));
  await signInAt(page, String(baseURL), farm);
  await withoutWebGl(page);
  await page.goto('/dashboard');
  await waitUntilAnswersPersisted(page, farm.user._id, [
    ['message', 'thread', farm.threadId],
    ['equipment', 'one', farm.equipmentId],
  ]);
  const answers = await untoldAnswersOf(page);
  for (const row of farmerRows(farm)) if (row.known) await expectWords(page, answers, row, row.known);
});

test('an official’s screens say which call failed', async ({ page, baseURL }) => {
  const { official } = await seedFarm(String(baseURL));
  await signInAt(page, String(baseURL), official);
  const answers = await untoldAnswersOf(page);
  for (const row of OFFICIAL_ROWS) await expectWords(page, answers, row);
});
