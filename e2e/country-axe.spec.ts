/** Every screen that shows rows of the whole country, in each look, with rows that no other test makes. */
import type { APIRequestContext, Page } from '@playwright/test';
import { headersOf, waitForMap } from './boundaries-helpers.ts';
import { addParcel, type Country, seedCountry, test } from './country.ts';
import { expect, expectSoundInEachLook, LOOKS, type Person, register, signInWith } from './test.ts';

test.use({ country: 'looks' });
// One after the other, on one server with one country.
test.describe.configure({ mode: 'default' });

interface Seeded extends Country {
  /** With one parcel, which does not meet the rules of the programme. */
  applicant: Person;
  newcomer: Person;
  policyId: string;
  programmeId: string;
}

async function seed(request: APIRequestContext): Promise<Seeded> {
  const country = await seedCountry(request);
  const [applicant, newcomer] = [
    await register(request, 'farmer', 'Njeri Kariuki'),
    await register(request, 'farmer'),
  ];
  const send = async (
    person: Person,
    method: 'post' | 'put',
    path: string,
    data: object,
  ): Promise<string> => {
    const response = await request[method](`/api${path}`, { headers: headersOf(person), data });
    expect(response.ok()).toBe(true);
    return (await response.json())._id;
  };
  const { official } = country;
  const policy = { title: 'Terraces', description: 'Build terraces. See https://kilimo.go.ke/terraces.' };
  const policyId = await send(official, 'post', '/policies', policy);
  await addParcel(request, applicant, 'Juu', { size: 2 });
  await send(official, 'post', `/policies/${policyId}/notify`, {});

  const rules = { regions: ['west'], minAcres: 3, minScore: 60, crops: ['maize'] };
  const programme = {
    name: 'Pumps',
    description: 'Solar pumps.',
    amount: 5000,
    closesOn: '2099-12-31',
    rules,
  };
  const programmeId = await send(official, 'post', '/government/subsidies', programme);
  await send(official, 'put', `/government/subsidies/${programmeId}`, { status: 'approved' });
  for (const status of ['approved', 'rejected', 'pending']) {
    const application = { name: `Pump, ${status}`, description: 'One pump', amount: 10.5, programmeId };
    const id = await send(applicant, 'post', '/subsidies', application);
    if (status === 'pending') continue;
    await send(official, 'put', `/government/subsidies/${id}`, { status, reason: 'Because of the rules' });
  }
  const message = { name: 'Otieno', email: 'otieno@example.org', message: 'When are you open?' };
  await request.post('/api/contact', { data: message });
  await send(official, 'post', '/government/invitations', { note: 'Njeri' });
  return { ...country, applicant, newcomer, policyId, programmeId };
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  // What stands below is fetched when it comes near.
  await expect(async () => {
    await page.evaluate(async () => {
      for (let y = 0; y < document.body.scrollHeight; y += 400) {
        window.scrollTo(0, y);
        await new Promise(requestAnimationFrame);
      }
    });
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 500 });
  }).toPass();
}

const OFFICIAL_SCREENS = {
  figures: () => ['/analytics', '/detailed-analytics'],
  maps: () => ['/regional-map', '/regional-map?show=parcels', '/overlaps'],
  registers: ({ bounded }: Seeded) => [
    '/registers/farmers',
    '/registers/lands',
    '/registers/waiting',
    `/registers/lands/${bounded._id}`,
    '/contact-messages',
    '/audit',
    '/account',
  ],
};

let seeded: Seeded | undefined;

for (const [name, screens] of Object.entries(OFFICIAL_SCREENS))
  test(`officials’ ${name}`, async ({ page, request }) => {
    seeded ??= await seed(request);
    await signInWith(page, seeded.official, LOOKS[0]);
    for (const address of screens(seeded)) {
      await open(page, address);
      if (address.includes('show=parcels')) await waitForMap(page);
      await expectSoundInEachLook(page);
    }
  });

test('officials’ policies and subsidies', async ({ page, request }) => {
  seeded ??= await seed(request);
  const { official, applicant, policyId, programmeId } = seeded;
  const dialog = page.getByRole('dialog');
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first();
  await signInWith(page, official, LOOKS[0]);

  await open(page, '/dashboard');
  await expectSoundInEachLook(page);
  await button('Notify: Terraces').click();
  await expect(dialog.getByRole('heading', { level: 3 })).toBeVisible();
  await expectSoundInEachLook(page, 'dialog');
  await page.keyboard.press('Escape');
  await button('Create Policy').click();
  await expect(dialog.getByRole('textbox').first()).toBeFocused();
  await expectSoundInEachLook(page, 'dialog');

  await open(page, `/policies/${policyId}`);
  await expect(page.getByRole('table').getByRole('row').filter({ hasText: 'Turkana' })).toBeVisible();
  await expectSoundInEachLook(page);

  await open(page, `/subsidies/manage?programmeId=${programmeId}`);
  const row = page.getByRole('row').filter({ hasText: 'Pump, pending' });
  await expect(row).toBeVisible();
  await expectSoundInEachLook(page);
  await row.getByRole('button', { name: 'Pump, pending', exact: true }).click();
  await expect(dialog.getByText(applicant.email)).toBeVisible();
  await expectSoundInEachLook(page, 'dialog');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Reject' }).click();
  await expectSoundInEachLook(page, 'dialog');
  await page.keyboard.press('Escape');
  await button('Create Subsidy').click();
  await page.getByText('Rules (optional)').click();
  await expectSoundInEachLook(page, 'dialog');
});

test('what farmers see of the country', async ({ page, request }) => {
  seeded ??= await seed(request);
  const { farmer, newcomer, applicant, policyId } = seeded;
  for (const person of [newcomer, farmer]) {
    await signInWith(page, person, LOOKS[0]);
    await open(page, '/dashboard');
    await expectSoundInEachLook(page);
  }
  await signInWith(page, applicant, LOOKS[0]);
  for (const address of ['/notices', `/policies/${policyId}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectSoundInEachLook(page);
  }
  await page.goto('/subsidies/apply');
  await page.getByRole('button', { name: 'Apply to Pumps' }).click();
  await expect(page.getByText('Does not meet the rules')).toBeVisible();
  for (const history of await page.getByText('What happened').all()) await history.click();
  await expectSoundInEachLook(page);
});
