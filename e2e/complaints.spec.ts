/** A complaint that the office must not know of, from the farmer to the national desk and back; and the inbox. */
import type { Page } from '@playwright/test';
import { addParcel, test } from './country.ts';
import {
  expect,
  expectNoAxeFindings,
  headersOf,
  LOOKS,
  PASSWORD,
  type Person,
  register,
  signInWith,
} from './test.ts';

test.use({ country: 'complaints' });

test('“I was asked for money” reaches the national desk alone, and the answer reaches the farmer @full', async ({
  page: desk,
  request,
  openAs,
}) => {
  // The first official of all manages, and gives the second a county.
  const head = await register(request, 'government', 'Achieng Head');
  const officer = await register(request, 'government', 'Njeri Officer');
  const farmer = await register(request, 'farmer', 'Wanjiku Kamau');
  const post = (person: Person, path: string, data: object) =>
    request.post(`/api${path}`, { headers: headersOf(person), data });
  await addParcel(request, farmer, 'Home field');
  await post(head, '/auth/confirm', { password: PASSWORD });
  const given = { email: officer.email, county: 'Nakuru', duties: ['view', 'decide'] };
  expect((await post(head, '/government/posts', given)).status()).toBe(201);

  // On a phone, in Kiswahili: the farmer says who it was, and reads the number.
  const phone = await openAs(farmer, '/complaints', LOOKS[1]);
  await phone.getByLabel('Niliombwa pesa').check();
  await expect(phone.getByText('Hakuna mtu katika ofisi yako anayeliona')).toBeVisible();
  await phone.getByLabel('Linahusu afisa gani?').fill('Njeri');
  await phone.getByRole('option', { name: /Njeri Officer/ }).click();
  await phone.getByLabel('Nini kilitokea?').fill('Two thousand shillings, she said.');
  await expectNoAxeFindings(phone);
  await phone.getByRole('button', { name: 'Tuma lalamiko' }).click();
  const shown = phone.getByText(/^\d{4} \d{4}$/).first();
  await expect(shown).toBeVisible();
  const number = (await shown.textContent())!;

  // The office finds nothing: in its count, its list and by the number itself.
  const office = await openAs(officer, '/dashboard', LOOKS[0]);
  const work = (page: Page) => page.getByRole('navigation', { name: 'Work to do' });
  await work(office).getByRole('link', { name: '0 open complaints' }).click();
  await expect(office.getByText('No complaints here')).toBeVisible();
  await office.goto(`/complaints?state=all&q=${number}`);
  await expect(office.getByText('No complaints here')).toBeVisible();
  await expect(office.getByText('Two thousand')).toHaveCount(0);

  // The national desk reads whom it is about, and answers.
  await signInWith(desk, head, LOOKS[0]);
  await desk.goto('/dashboard');
  await work(desk).getByRole('link', { name: '1 open complaint' }).click();
  const complaint = desk.getByRole('listitem').filter({ hasText: number });
  await expect(complaint).toContainText('About: Njeri Officer');
  await expectNoAxeFindings(desk);
  await complaint.getByRole('button', { name: 'Answer' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByLabel('Answer').fill('An inquiry is open. Nobody may ask you for money.');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect(desk.getByText('The answer was sent.')).toBeVisible();
  await expect(desk.getByText('No complaints here')).toBeVisible();
  await phone.goto('/complaints');
  await expect(phone.getByText('An inquiry is open. Nobody may ask you for money.')).toBeVisible();
  await phone.goto('/notices');
  await expect(phone.getByText(number)).toBeVisible();

  // The inbox: one is found and answered, the other becomes a complaint.
  for (const message of ['How do I register my land?', 'Nobody answers my letters.'])
    expect((await post(head, '/contact', { name: 'Kiprop', email: farmer.email, message })).ok()).toBe(true);
  await desk.goto('/dashboard');
  await work(desk).getByRole('link', { name: '2 open contact messages' }).click();
  const letter = (text: string) => desk.getByRole('listitem').filter({ hasText: text });
  await letter('Nobody answers').getByRole('button', { name: 'Make it a complaint' }).click();
  await dialog.getByLabel('It takes too long').check();
  await dialog.getByRole('button', { name: 'Make it a complaint' }).click();
  await expect(desk.getByText(/^Complaint \d{4} \d{4} was made\.$/)).toBeVisible();
  await expect(letter('Nobody answers')).toHaveCount(0);
  await desk.getByLabel('Search').fill('register');
  await expect(letter('How do I register')).toBeVisible();
  await expectNoAxeFindings(desk);
  await letter('How do I register').getByRole('button', { name: 'Answer' }).click();
  await dialog.getByLabel('Answer').fill('On the page of your land.');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect(desk.getByText('No open messages')).toBeVisible();
  await phone.goto('/notices');
  await expect(phone.getByText('On the page of your land.')).toBeVisible();
});
