import type { Application } from '@ardhi/contract';
import type { Page } from '@playwright/test';
import { addParcel, expect, expectSound, IS_FULL, register, test, unique, VARIANTS } from './test.ts';

/** Opens the case, decides it and expects the toast. */
async function decide(
  page: Page,
  caseId: string,
  button: string,
  reason: string,
  toast: RegExp,
): Promise<void> {
  await page.goto(`/subsidies/cases/${caseId}`);
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(reason);
  await dialog.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByText(toast)).toBeVisible();
  await expect(dialog).toBeHidden();
}

test('returned, corrected without a network, rejected, appealed, upheld, approved by two @full', async ({
  request,
  openAs,
  send,
}) => {
  test.setTimeout(240_000);
  const farmer = await register(request, 'farmer', 'Wanjiku Kamau');
  const [amina, peter, otieno] = [
    await register(request, 'government', 'Amina Yusuf'),
    await register(request, 'government', 'Peter Maina'),
    await register(request, 'government', 'Otieno Ouma'),
  ];
  const parcel = await addParcel(send, farmer, 'Home field', { size: 12.5 });
  const { _id: programmeId } = await send(amina, 'POST /government/subsidies', {
    name: unique('Tractors'),
    description: 'For groups',
    amount: 100_000,
    secondAbove: 1000,
    rules: { maxAcres: 10 },
  });
  await send(amina, `PUT /government/subsidies/${programmeId}`, { status: 'approved' });
  const { _id: id } = await send(farmer, 'POST /subsidies', {
    name: 'Two-wheel tractor',
    description: 'For our group',
    amount: 5000,
    programmeId,
    parcelIds: [parcel._id],
  });

  // An official opens the application from the table, sees the discrepancies and returns it.
  const officePage = await openAs(amina, `/queue?programmeId=${programmeId}`);
  await officePage.getByRole('link', { name: 'Two-wheel tractor', exact: true }).click();
  await expect(officePage).toHaveURL(new RegExp(`case=${id}$`));
  await expect(officePage.getByText('2.5 acres stated for the farm, 12.5 acres registered')).toBeVisible();
  await expect(officePage.getByText('12.5 acres; 2.5 acres more than 10 acres.')).toBeVisible();
  if (IS_FULL) await expectSound(officePage);
  await officePage.getByRole('button', { name: 'Return for correction' }).click();
  const dialog = officePage.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(dialog.getByText('Choose at least one.')).toBeVisible();
  await dialog.getByLabel('Requested Amount (KES)').check();
  await dialog.getByLabel('Parcels').check();
  await dialog.getByLabel('What should the farmer do?').fill('The tractor costs less. Name the field.');
  await dialog.getByRole('button', { name: 'Return', exact: true }).click();
  await expect(officePage.getByText('Returned to the farmer: Two-wheel tractor')).toBeVisible();
  await officePage.getByRole('link', { name: 'Two-wheel tractor', exact: true }).click();
  await expect(officePage.getByText(/^Returned for correction on/)).toBeVisible();

  // The farmer corrects it offline: the form opens at the first returned field, and the change is queued.
  const field = await openAs(farmer, '/subsidies/apply', VARIANTS[1]);
  await field
    .getByRole('listitem')
    .filter({ hasText: 'Tafadhali rekebisha ombi lako' })
    .getByRole('link')
    .click();
  await expect(field.getByRole('heading', { level: 1, name: 'Two-wheel tractor' })).toBeVisible();
  if (IS_FULL) await expectSound(field);
  await field.context().setOffline(true);
  await field.getByRole('button', { name: 'Rekebisha sasa' }).click();
  const form = field.getByRole('dialog');
  const amount = form.getByLabel(/Kiasi/);
  await expect(amount).toBeFocused();
  await expect(form.getByText('Afisa anakuomba uangalie hapa tena.')).toHaveCount(2);
  await amount.fill('4000');
  await form.getByRole('button', { name: 'Hifadhi mabadiliko' }).click();
  await expect(form).toBeHidden();
  await expect(field.getByText('Tafadhali rekebisha ombi lako')).toHaveCount(0);
  await field.context().setOffline(false);
  const stored = () => send<Application>(farmer, `GET /subsidies/${id}`);
  await expect.poll(stored, { timeout: 60_000 }).toMatchObject({ amount: 4000, returned: null });

  // Four-eyes rejection: the first decision is only a vote.
  await decide(officePage, id, 'Reject', 'Too large a farm', /^Saved: Two-wheel tractor/);
  const second = await openAs(peter);
  await decide(second, id, 'Reject', 'Too large a farm', /^Rejected: Two-wheel tractor/);

  // The farmer reads the reason and the rules of that day, and appeals.
  const ownApplication = field.getByRole('main');
  await expect(ownApplication.getByText('Too large a farm')).toBeVisible();
  await ownApplication.getByText('Masharti siku ya uamuzi').click();
  await expect(
    ownApplication.getByText('Hakuna shamba kati ya haya lililotimiza masharti yote.'),
  ).toBeVisible();
  await ownApplication.getByRole('button', { name: 'Kata rufaa' }).click();
  await form.getByRole('textbox').fill('Half of it is forest.');
  await form.getByRole('button', { name: 'Tuma rufaa' }).click();
  await expect(field.getByText('Rufaa yako imetumwa.')).toBeVisible();
  await expect(ownApplication.getByRole('button', { name: 'Kata rufaa' })).toHaveCount(0);
  if (IS_FULL) await expectSound(field);

  // An official who rejected it cannot decide the appeal; another one upholds it.
  await second.goto('/subsidies/appeals');
  const appeals = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Half of it is forest.' });
  await expect(appeals(second).last()).toContainText('Another official must decide this.');
  const third = await openAs(otieno, '/subsidies/appeals');
  await expect(appeals(third).last()).toBeVisible();
  if (IS_FULL) await expectSound(third);
  await appeals(third).last().getByRole('button', { name: 'Uphold' }).click();
  await third.getByRole('dialog').getByRole('textbox').fill('Forest does not count.');
  await third.getByRole('dialog').getByRole('button', { name: 'Uphold' }).click();
  await expect(third.getByText('Appeal upheld: Two-wheel tractor')).toBeVisible();
  await third.goto('/subsidies/appeals?state=all');
  const opened = (await appeals(third)
    .last()
    .getByRole('link', { name: 'The new application' })
    .getAttribute('href'))!;
  const newId = opened.split('/').at(-1)!;

  // Four-eyes approval. The farmer's list has the unchanged rejected application and the new one.
  await decide(third, newId, 'Approve', 'Fine', /^Saved: Two-wheel tractor/);
  await expect(third.getByText('Otieno Ouma: approve')).toBeVisible();
  await decide(officePage, newId, 'Approve', 'Agreed', /^Approved: Two-wheel tractor/);
  await expect(officePage.getByText(/Otieno Ouma: approve, .* · Amina Yusuf: approve, /)).toBeVisible();
  if (IS_FULL) await expectSound(officePage);
  await officePage.goto(`/registers/farmers/${farmer.user._id}`);
  await expect(officePage.getByRole('heading', { name: 'Wanjiku Kamau' })).toBeVisible();
  await officePage.getByRole('link', { name: 'Home field' }).first().click();
  await expect(officePage.getByText('Applications that name this parcel')).toBeVisible();
  await field.goto('/subsidies/apply');
  await expect(field.getByText('imekubaliwa', { exact: true })).toBeVisible();
  await expect(field.getByText('Limefunguliwa tena baada ya rufaa')).toBeVisible();
});
