/** The board: from a figure to its records; and an auditor, who sees farmers by initials until a name is requested. */
import { test } from './fixture-server.ts';
import { addParcel, day, expect, expectNoAxeFindings, PASSWORD, register, VARIANTS } from './test.ts';

test.use({ country: 'board' });

test('a figure opens its records, and an auditor asks for a name', async ({ request, openAs, send }) => {
  // The first official is the manager.
  const head = await register(request, 'government', 'Achieng Head');
  const auditor = await register(request, 'government', 'Makena Auditor');
  const farmer = await register(request, 'farmer', 'Wanjiku Kamau');
  await addParcel(send, farmer, 'Home field');
  await send(farmer, 'POST /subsidies', { name: 'Drip kit', description: 'For the season', amount: 21_000 });
  await send(head, 'POST /auth/confirm', { password: PASSWORD });
  await send(head, 'POST /government/posts', { email: auditor.email, duties: ['auditor'] });

  const office = await openAs(head, '/dashboard', VARIANTS[0]);
  await office.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Board' }).click();
  await expect(office.getByRole('heading', { name: 'By week' })).toBeVisible();
  await expectNoAxeFindings(office);
  const programmes = office.getByRole('table', { name: 'By programme' });
  await programmes
    .getByRole('row', { name: /Without a programme/ })
    .getByRole('link', { name: '1' })
    .first()
    .click();
  await expect(office.getByRole('heading', { name: 'Received' })).toBeVisible();
  await office.getByRole('link', { name: 'Drip kit' }).click();
  await expect(office.getByRole('heading', { name: 'Drip kit' })).toBeVisible();

  // On a phone, in Kiswahili.
  const phone = await openAs(auditor, '/dashboard', VARIANTS[1]);
  await expect(phone.getByRole('heading', { name: 'Hali ya ofisi' })).toBeVisible();
  await phone.goto('/office/records?figure=received');
  await expect(phone.getByText('W. K.')).toBeVisible();
  await expectNoAxeFindings(phone);
  await phone.getByRole('button', { name: 'Onyesha jina' }).click();
  await expect(phone.getByText('Wanjiku Kamau')).toBeVisible();
  await phone.goto('/audit');
  await expect(phone.getByRole('heading', { name: 'Historia ya shughuli' })).toBeVisible();
  await expect(phone.getByText('Wanjiku')).toHaveCount(0);
  await phone.goto('/registers/farmers');
  await expect(phone.getByText('Wanjiku')).toHaveCount(0);
});

test('the period is chosen by presets or by days, stays in the URL, and every header fits', async ({
  request,
  openAs,
  send,
}) => {
  const official = await register(request, 'government', 'Njeri Head');
  const farmer = await register(request, 'farmer');
  await send(farmer, 'POST /subsidies', { name: 'Goat shed', description: 'Timber', amount: 9000 });
  const office = await openAs(official, '/office', VARIANTS[0]);
  const weeks = office.getByRole('table', { name: 'By week' });
  await expect(weeks).toBeVisible();
  const period = office.getByRole('radiogroup', { name: 'Period' });
  await period.getByText('30 days').click();
  await expect(office).toHaveURL(/days=30/);
  await period.getByText('Other period').click();
  const first = office.getByLabel('First day');
  const last = office.getByLabel('Last day');
  await expect(last).toHaveValue(day(0));
  await first.fill(day(-10));
  await last.fill(day(-20));
  await office.getByRole('button', { name: 'Show period' }).click();
  await expect(office.getByText('The last day is before the first day.')).toBeVisible();
  await first.fill(day(-400));
  await office.getByRole('button', { name: 'Show period' }).click();
  await expect(office.getByText('At most 366 days.')).toBeVisible();
  await first.fill(day(-25));
  const board = office.waitForResponse((response) => response.url().includes(`from=${day(-25)}`));
  await office.getByRole('button', { name: 'Show period' }).click();
  expect((await board).url()).toContain(`to=${day(-20)}`);
  await expect(office).toHaveURL(new RegExp(`from=${day(-25)}&to=${day(-20)}`));
  await office.reload();
  await expect(first).toHaveValue(day(-25));
  await expectNoAxeFindings(office);
  // A link with impossible days shows the last 90.
  await office.goto('/office?from=2026-02-31&to=2026-03-01');
  await expect(period.getByRole('radio', { name: '90 days' })).toBeChecked();
  const headers = office.locator('.data-table th');
  const cutHeaders = () =>
    headers.evaluateAll((all) =>
      all.filter((header) => header.scrollWidth > header.clientWidth).map((header) => header.textContent),
    );
  await expect(headers.nth(10)).toBeVisible();
  expect(await cutHeaders()).toEqual([]);
  await office.getByRole('button', { name: 'Kiswahili' }).click();
  await expect(headers.nth(10)).toHaveText('Malalamiko');
  expect(await cutHeaders()).toEqual([]);
});
