import { expect, expectSound, register, signIn, test, unique } from './test.ts';

test('a farmer writes to the office about a parcel without a network, and an official answers', async ({
  page,
  request,
  openAs,
  context,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const farmer = await register(request, 'farmer', unique('Kamau'));
  const official = await register(request, 'government', unique('Wairimu'));
  await signIn(page, farmer);
  // No other test has officials in this county, so that the national office answers.
  const parcel = await page.request.post('/api/land', {
    headers: { authorization: `Bearer ${farmer.token}` },
    data: {
      name: 'Shamba la juu',
      size: 2,
      location: { address: 'Hindi, Lamu County' },
      soilType: 'loamy',
    },
  });
  const { _id: parcelId } = await parcel.json();
  await page.goto(`/land/${parcelId}`);
  await page.getByRole('link', { name: 'Write to my office' }).click();
  await expect(page.getByLabel('About')).toHaveValue(`parcel.${parcelId}`);
  await expect(page.getByText('Goes to: Lamu county office')).toBeVisible();
  await expectSound(page);
  await page.getByLabel('Subject').fill('Boundary');
  await page.getByLabel('Message', { exact: true }).fill('When will the boundary be checked?');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('link', { name: '1 change waiting to sync' })).toBeVisible();
  await context.setOffline(false);
  await page.goto('/messages');
  await page.getByRole('button', { name: 'Lamu county office' }).click();
  await expect(page.getByText(/To be answered within 5 working days/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('heading', { name: 'Boundary' })).toBeVisible();
  await expectSound(page);

  const office = await openAs(official, '/messages');
  const entry = office.getByRole('button', { name: farmer.name });
  await expect(entry).toContainText('Awaiting an answer until');
  await entry.click();
  await expect(office.getByRole('link', { name: 'Parcel: Shamba la juu' })).toHaveAttribute(
    'href',
    `/registers/lands/${parcelId}`,
  );
  await office.getByLabel(`Reply to ${farmer.name}`).fill('On Monday.');
  await office.getByRole('button', { name: 'Send Reply' }).click();
  await expect(page.getByText(`Answered by ${official.name}`).last()).toBeVisible();
  await expect(page.getByLabel('Reply to Lamu county office')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Parcel: Shamba la juu' })).toHaveAttribute(
    'href',
    `/land/${parcelId}`,
  );
});
