/** The board: from a figure to its records; and an auditor, who sees farmers by initials until a name is requested. */
import { test } from './fixture-server.ts';
import { addParcel, expect, expectNoAxeFindings, PASSWORD, register, VARIANTS } from './test.ts';

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
