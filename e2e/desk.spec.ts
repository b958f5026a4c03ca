/** The day of a county officer with many pending applications: case by case, with counted clicks and keys. */
import { paths } from '@ardhi/contract/paths';
import type { Page } from '@playwright/test';
import { test } from './fixture-server.ts';
import {
  addParcel,
  expect,
  expectSoundInEachVariant,
  IS_FULL,
  type Person,
  register,
  sendWith,
  signIn,
} from './test.ts';

test.use({ country: 'desk' });

const CASES = IS_FULL ? 904 : 104;
const FARMERS = 8;
/** Concurrent calls while seeding. */
const AT_ONCE = 8;

let officers: [Person, Person];
let farmer: Person;

test.beforeEach(async ({ request }) => {
  if (officers) return;
  test.setTimeout(180_000);
  const send = sendWith(request);
  officers = [
    await register(request, 'government', 'Njeri Officer'),
    await register(request, 'government', 'Otieno Officer'),
  ];
  const farmers: Person[] = [];
  for (let n = 0; n < FARMERS; n += 1) {
    const person = await register(request, 'farmer', `Farmer ${n}`);
    await addParcel(send, person, 'Upper field');
    farmers.push(person);
  }
  farmer = farmers[0]!;
  for (let first = 0; first < CASES; first += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, CASES - first) }, (_, index) =>
        send(farmers[(first + index) % FARMERS]!, 'POST /subsidies', {
          name: `Case ${String(first + index).padStart(3, '0')}`,
          description: 'Seed and fertilizer for the season.',
          amount: 1000 + first + index,
        }),
      ),
    );
});

const openCase = (page: Page) => page.getByRole('article', { name: /^Case / });
const idOf = (page: Page) => new URL(page.url()).searchParams.get('case');

/** Amounts and states of the list that are wider or higher than their cells. */
const cutCells = (page: Page) =>
  page
    .locator('main tbody td:is([data-label=Amount], [data-label=Status]) .value')
    .evaluateAll((cells) =>
      cells
        .filter(
          ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
            scrollWidth > clientWidth || scrollHeight > clientHeight,
        )
        .map(({ textContent }) => textContent),
    );

/** Counts what the officer does. */
function counted(page: Page) {
  let count = 0;
  return {
    key: async (key: string) => {
      count += 1;
      await page.keyboard.press(key);
    },
    click: async (name: string, within: ReturnType<Page['locator']> = page.locator('body')) => {
      count += 1;
      await within.getByRole('button', { name, exact: true }).click();
    },
    take: () => {
      const taken = count;
      count = 0;
      return taken;
    },
  };
}

test('the 900-case day: a routine case takes two clicks or three keys, and the next one opens', async ({
  page,
}) => {
  const [officer] = officers;
  const hand = counted(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, officer);
  await page.goto(paths.queue);
  await expect(page.getByText(`${CASES} applications`)).toBeVisible();
  const rows = page.locator('main tbody tr');
  const whole = (
    await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom))
  ).filter((bottom) => bottom <= 800);
  expect(whole.length).toBeGreaterThanOrEqual(15);
  expect(await cutCells(page)).toEqual([]);

  // By keys: the first case opens, then each decision opens the next.
  await hand.key('j');
  await expect(openCase(page).getByRole('button', { name: 'Approve', exact: true })).toBeVisible();
  await expect(page.getByText(`1 of ${CASES}`)).toBeVisible();
  // Before the page is scrolled, the decisions are in view, and the list cuts neither amounts nor badges.
  await expect(page.locator('.decision-bar')).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
  expect(await cutCells(page)).toEqual([]);
  const [first, second] = await rows.getByRole('link', { name: /^Case / }).allTextContents();
  await expect(page.getByRole('article', { name: first })).toBeVisible();
  hand.take();
  await hand.key('a');
  await expect(page.getByRole('dialog')).toBeVisible();
  await hand.key('Enter');
  await expect(page.getByRole('article', { name: second })).toBeVisible();
  expect(hand.take()).toBeLessThanOrEqual(3);
  // It is announced, and the next Enter presses no button.
  await expect(page.getByRole('heading', { name: second, level: 1 })).toBeFocused();
  await expect(page.getByText(`1 of ${CASES - 1}`)).toBeVisible();

  // The notice of the decision leaves the buttons of the next case free.
  const notice = (await page.getByText(`Approved: ${first}`).boundingBox())!;
  expect(notice.y + notice.height).toBeLessThanOrEqual(
    (await page.locator('.decision-bar').boundingBox())!.y,
  );

  // By clicks.
  await hand.click('Approve', openCase(page));
  await hand.click('Approve', page.getByRole('dialog'));
  await expect(page.getByRole('article', { name: second })).toHaveCount(0);
  expect(hand.take()).toBe(2);
  await expect(page.getByText(`1 of ${CASES - 2}`)).toBeVisible();

  // Previous and next keep filters and place.
  const third = idOf(page);
  const place = (at: number) => page.getByText(`${at} of ${CASES - 2}`, { exact: true });
  await page.keyboard.press('j');
  await expect(place(2)).toBeVisible();
  await page.keyboard.press('k');
  await expect(place(1)).toBeVisible();
  expect(idOf(page)).toBe(third);

  // A key opens the dialog once the case is shown; in a field it is a letter.
  await expect(openCase(page)).toBeVisible();
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: /^Return/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('m');
  await expect(page.getByText('The application is assigned to you.')).toBeVisible();
  await expect(openCase(page).getByText('Njeri Officer').first()).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Search applications' })).toBeFocused();
  await page.keyboard.type('raj');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('searchbox')).toHaveValue('raj');
  await page.getByRole('searchbox').fill('');
  await page.getByRole('heading', { name: 'Applications', exact: true }).click();

  // The keys can be switched off.
  await page.keyboard.press('?');
  await page.getByLabel('Use these keys').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the selection reaches beyond the page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, officers[0]);
  await page.goto(paths.queue);
  const listed = Number.parseInt((await page.getByText(/^\d+ applications$/).textContent()) ?? '', 10);
  await page.getByLabel('Select all pending').check();
  await expect(page.getByText(new RegExp(`^${listed} selected`))).toBeVisible();
  await page
    .getByRole('checkbox', { name: /^Select Case/ })
    .first()
    .uncheck();
  await expect(page.getByText(new RegExp(`^${listed - 1} selected`))).toBeVisible();
});

test('a link to a case beyond the loaded rows finds its place', async ({ page, send }) => {
  const [last] = await send<{ _id: string; name: string }[]>(
    officers[0],
    'GET /government/queue?sort=newest&limit=1',
  );
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn(page, officers[0]);
  await page.goto(`${paths.queue}?case=${last!._id}`);
  await expect(page.getByRole('article', { name: last!.name })).toBeVisible();
  const place = page.getByRole('article').getByText(/^\d+ of \d+$/);
  await expect(place).toHaveText(/^(\d+) of \1$/);
  await expect(page.locator('tr[aria-current]')).toBeInViewport();
  await page.keyboard.press('k');
  await expect(place).not.toHaveText(/^(\d+) of \1$/);
  await expect(page.getByRole('heading', { level: 1 }).last()).toBeFocused();
});

test('two officers on one list: who typed loses nothing, and another’s case is asked about once', async ({
  page,
  openAs,
  send,
}) => {
  const [njeri, otieno] = officers;
  const { _id } = await send(farmer, 'POST /subsidies', {
    name: 'Case of two',
    description: 'Both open it.',
    amount: 77,
  });
  await send(otieno, `PUT /government/queue/${_id}`, { to: otieno.user._id });
  await signIn(page, njeri);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${paths.queue}?q=two&case=${_id}`);
  const shown = page.getByRole('article', { name: 'Case of two' });
  await expect(shown.getByText('Otieno Officer')).toBeVisible();
  await shown.getByRole('button', { name: 'Reject' }).click();
  await page
    .getByRole('alertdialog', { name: /assigned to Otieno Officer/ })
    .getByRole('button', { name: 'Continue' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The quotation is missing.');

  const other = await openAs(otieno, `${paths.queue}?q=two`);
  await other.getByRole('button', { name: 'Approve Case of two' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(other.getByText('Approved: Case of two')).toBeVisible();

  // The list has changed behind the dialog; the text is still there.
  await expect(page.locator('main tbody tr')).toHaveCount(0);
  await expect(dialog.getByLabel('Reason')).toHaveValue('The quotation is missing.');
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await expect(dialog.getByText('This was already decided: approved.')).toBeVisible();
  await expect(dialog.getByLabel('Reason')).toHaveValue('The quotation is missing.');
});

test('on a phone the decisions stay above the bottom bar', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, officers[0]);
  await page.goto(paths.queue);
  await expect(page.getByRole('link', { name: /^Case / }).first()).toBeInViewport({ ratio: 1 });
  const list = (await page.locator('.list-panel').boundingBox())!;
  expect(list.y).toBeLessThan(600);
  // The keys can be switched on again at every width. The button has its place beside the title.
  const title = (await page.getByRole('heading', { name: 'Applications' }).boundingBox())!;
  const keys = (await page.getByRole('button', { name: 'Keyboard shortcuts' }).boundingBox())!;
  expect(keys.y).toBeLessThan(title.y + title.height);
  expect(keys.x + keys.width).toBeLessThanOrEqual(360);
  await page
    .getByRole('link', { name: /^Case / })
    .first()
    .click();
  const approve = openCase(page).getByRole('button', { name: 'Approve', exact: true });
  await expect(approve).toBeInViewport();
  const bar = (await page.locator('.bottom-bar').boundingBox())!;
  const box = (await page.locator('.decision-bar').boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(bar.y + 1);
  // One row of three buttons, as wide as the screen.
  expect(box).toMatchObject({ x: 0, width: 360 });
  expect(box.height).toBeLessThanOrEqual(64);

  // The buttons of a dialog that is higher than the screen stay in view.
  await page.setViewportSize({ width: 360, height: 480 });
  await openCase(page).getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Reject', exact: true })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('the list with an open case is sound in each variant', async ({ page }) => {
  await signIn(page, officers[0]);
  await page.goto(paths.queue);
  await page
    .getByRole('link', { name: /^Case / })
    .first()
    .click();
  await expect(openCase(page)).toBeVisible();
  await expectSoundInEachVariant(page, 'html');
});
