/** A complaint hidden from the local office, from the farmer to the national office and back; and the contact inbox. */
import type { Page } from '@playwright/test';
import { test } from './fixture-server.ts';
import { addParcel, expect, expectNoAxeFindings, PASSWORD, register, signInWith, VARIANTS } from './test.ts';

test.use({ country: 'complaints' });

test('a complaint about money reaches only the national office, and the reply reaches the farmer @full', async ({
  page: nationalPage,
  request,
  openAs,
  send,
}) => {
  // The first official is the manager, and assigns a county post to the second.
  const head = await register(request, 'government', 'Achieng Head');
  const officer = await register(request, 'government', 'Njeri Officer');
  const farmer = await register(request, 'farmer', 'Wanjiku Kamau');
  await addParcel(send, farmer, 'Home field');
  await send(head, 'POST /auth/confirm', { password: PASSWORD });
  const newPost = { email: officer.email, county: 'Nakuru', duties: ['view', 'decide'] };
  await send(head, 'POST /government/posts', newPost);

  // On a phone, in Kiswahili: the farmer names the official and gets a number.
  const phone = await openAs(farmer, '/complaints', VARIANTS[1]);
  await phone.getByLabel('Niliombwa pesa').check();
  await expect(phone.getByText('Ofisi yako haioni lalamiko hili')).toBeVisible();
  await phone.getByLabel('Linahusu afisa gani?').fill('Njeri');
  await phone.getByRole('option', { name: /Njeri Officer/ }).click();
  await phone.getByLabel('Nini kilitokea?').fill('Two thousand shillings, she said.');
  await expectNoAxeFindings(phone);
  await phone.getByRole('button', { name: 'Tuma lalamiko' }).click();
  const shown = phone.getByText(/^\d{4} \d{4}$/).first();
  await expect(shown).toBeVisible();
  const number = (await shown.textContent())!;

  // The local office finds nothing in its count, its list or by the number.
  const office = await openAs(officer, '/dashboard', VARIANTS[0]);
  const work = (page: Page) => page.getByRole('navigation', { name: 'Work to do' });
  await work(office).getByRole('link', { name: '0 open complaints' }).click();
  await expect(office.getByText('No complaints here')).toBeVisible();
  await office.goto(`/complaints?state=all&q=${number}`);
  await expect(office.getByText('No complaints here')).toBeVisible();
  await expect(office.getByText('Two thousand')).toHaveCount(0);

  // The national office sees the accused official and replies.
  await signInWith(nationalPage, head, VARIANTS[0]);
  await nationalPage.goto('/dashboard');
  await work(nationalPage).getByRole('link', { name: '1 open complaint' }).click();
  const complaint = nationalPage.getByRole('listitem').filter({ hasText: number });
  await expect(complaint).toContainText('About: Njeri Officer');
  await expect(nationalPage.getByText('No ombudsperson yet')).toBeVisible();
  await expectNoAxeFindings(nationalPage);
  // The name is hidden until she asks for it, and the farmer can read that she did.
  await expect(complaint).not.toContainText('Wanjiku Kamau');
  await complaint.getByRole('button', { name: 'Show name (logged)' }).click();
  await expect(complaint).toContainText('Wanjiku Kamau');
  await complaint.getByRole('button', { name: 'Assign to me' }).click();
  await expect(complaint).toContainText('Handled by Achieng Head');
  await expectNoAxeFindings(nationalPage);
  await phone.goto('/account#looks');
  await expect(phone.getByText('Aliona jina lako kwenye lalamiko ulilotoa')).toBeVisible();
  await complaint.getByRole('button', { name: 'Answer' }).click();
  const dialog = nationalPage.getByRole('dialog');
  await dialog.getByLabel('Answer').fill('An inquiry is open. Nobody may ask you for money.');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect(nationalPage.getByText('The answer was sent.')).toBeVisible();
  await expect(nationalPage.getByText('No complaints here')).toBeVisible();
  await phone.goto('/complaints');
  await expect(phone.getByText('An inquiry is open. Nobody may ask you for money.')).toBeVisible();
  await phone.goto('/notices');
  await expect(phone.getByText(number)).toBeVisible();

  // She proposes an ombudsperson. A second manager must confirm; she cannot.
  const ombudspersons = nationalPage.getByRole('region', { name: 'Ombudspersons' });
  await ombudspersons.getByLabel('Email address of the official').fill(officer.email);
  await ombudspersons.getByRole('button', { name: 'Propose official' }).click();
  await expect(ombudspersons.getByText('Njeri Officer, proposed by Achieng Head')).toBeVisible();
  await expect(ombudspersons.getByRole('button', { name: 'Confirm proposal' })).toHaveCount(0);
  await expectNoAxeFindings(nationalPage);

  // Inbox: one message is found and gets a reply, the other becomes a complaint.
  for (const message of ['How do I register my land?', 'Nobody answers my letters.'])
    await send(head, 'POST /contact', { name: 'Kiprop', email: farmer.email, message });
  await nationalPage.goto('/dashboard');
  await work(nationalPage).getByRole('link', { name: '2 Contact messages' }).click();
  const letter = (text: string) => nationalPage.getByRole('listitem').filter({ hasText: text });
  await letter('Nobody answers').getByRole('button', { name: 'Convert to complaint' }).click();
  await dialog.getByLabel('It takes too long').check();
  await dialog.getByRole('button', { name: 'Convert to complaint' }).click();
  await expect(nationalPage.getByText(/^Complaint \d{4} \d{4} was created\.$/)).toBeVisible();
  await expect(letter('Nobody answers')).toHaveCount(0);
  await nationalPage.getByLabel('Search').fill('register');
  await expect(letter('How do I register')).toBeVisible();
  await expectNoAxeFindings(nationalPage);
  await letter('How do I register').getByRole('button', { name: 'Answer' }).click();
  await dialog.getByLabel('Answer').fill('On the page of your land.');
  await dialog.getByRole('button', { name: 'Answer' }).click();
  await expect(nationalPage.getByText('No open messages')).toBeVisible();
  await phone.goto('/notices');
  await expect(phone.getByText('On the page of your land.')).toBeVisible();
});
