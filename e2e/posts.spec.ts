/** An officer's post: it is assigned, limits access to one county, its queue is worked off, and it ends. */
import type { APIRequestContext } from '@playwright/test';
import { test } from './fixture-server.ts';
import {
  addParcel,
  confirmIdentity,
  expect,
  expectSoundInEachVariant,
  PASSWORD,
  type Person,
  register,
  sendWith,
  signInWith,
  unique,
  VARIANTS,
} from './test.ts';

test.use({ country: 'posts' });

let head: Person | undefined;

/** The first official is the manager. */
async function manager(request: APIRequestContext): Promise<Person> {
  head ??= await register(request, 'government', 'Achieng Head');
  return { ...head, user: { ...head.user, manage: true } as Person['user'] };
}

async function registerInvited(request: APIRequestContext, host: Person, name: string): Promise<Person> {
  const { code } = await sendWith(request)<{ code: string }>(host, 'POST /government/invitations', {});
  const email = `${unique('invited')}@example.org`;
  const data = { name, email, password: PASSWORD, role: 'government', department: 'Lands', invitation: code };
  const response = await request.post('/api/auth/register', { data });
  return { name, email, ...(await response.json()) };
}

async function farmerIn(request: APIRequestContext, county: string, application: string): Promise<Person> {
  const farmer = await register(request, 'farmer', `${county} farmer`);
  const send = sendWith(request);
  const location = { address: `${county} County` };
  const parcel = await addParcel(send, farmer, `${county} land`, { location, county });
  await send(farmer, 'POST /subsidies', {
    name: application,
    description: 'For the season',
    amount: 21_000,
    parcelIds: [parcel._id],
  });
  return farmer;
}

test('a post is assigned, its queue is worked off, and it ends @full', async ({ page, request, openAs }) => {
  const chief = await manager(request);
  const officer = await registerInvited(request, chief, 'Njeri Officer');
  const farmer = await farmerIn(request, 'Nakuru', 'Fertilizer for the season');
  await farmerIn(request, 'Kericho', 'Drip kit');

  // A manager who is independent of the officer and of the first official vouches for the officer.
  const deputy = await register(request, 'government', 'Otieno Deputy');
  const send = sendWith(request);
  // In another session, so that the page still asks the manager to re-authenticate.
  const session = await send<Person>(null, 'POST /auth/login', { email: chief.email, password: PASSWORD });
  await send(session, 'POST /auth/confirm', { password: PASSWORD });
  await send(session, `PUT /government/officials/${deputy.user._id}/duties`, { manage: true });
  const deputyUser = { ...deputy.user, manage: true } as Person['user'];
  const accounts = await openAs({ ...deputy, user: deputyUser }, '/account#officials', VARIANTS[0]);
  const row = accounts.locator('#officials').getByRole('row', { name: /^Njeri Officer/ });
  await expect(row).toContainText('Achieng Head');
  await expectSoundInEachVariant(accounts, '#officials');
  await row.getByRole('button', { name: 'Vouch for Njeri Officer' }).click();
  const vouchDialog = accounts.getByRole('dialog', { name: 'Vouch for Njeri Officer?' });
  await vouchDialog.getByLabel('Note').fill('Met in Nakuru');
  await vouchDialog.getByRole('button', { name: 'Vouch' }).click();
  await confirmIdentity(accounts);
  await expect(accounts.getByText('Njeri Officer now counts as independent.')).toBeVisible();
  await expect(row.getByRole('button', { name: 'Vouch for Njeri Officer' })).toBeHidden();

  // The manager assigns it on the account page after re-authentication.
  await signInWith(page, chief, VARIANTS[0]);
  await page.goto('/account#posts');
  const posts = page.locator('#posts');
  await posts.getByLabel('Email address of the official').fill(officer.email);
  await posts.getByLabel('Area').selectOption('Nakuru');
  await posts.getByLabel('Approval limit (KES)', { exact: true }).fill('20,000');
  await posts.getByRole('button', { name: 'Assign Post' }).click();
  await confirmIdentity(page);
  await expect(posts.getByRole('row', { name: /Njeri Officer/ })).toContainText('Nakuru county');
  await expect(posts.getByRole('row', { name: /Njeri Officer/ })).toContainText('KES 20,000');

  // The officer sees only the county: in the bar, the totals and the queue.
  const officePage = await openAs(officer, '/dashboard', VARIANTS[0]);
  await expect(officePage.getByRole('link', { name: /Welcome, Njeri Officer/ })).toContainText('Nakuru');
  await expect(officePage.getByRole('button', { name: 'Create Policy' })).toHaveCount(0);
  const work = officePage.getByRole('navigation', { name: 'Work to do' });
  await expect(work.getByRole('link', { name: '1 Unassigned' })).toBeVisible();
  await expect(work.getByRole('link', { name: /contact messages/ })).toHaveCount(0);
  await work.getByRole('link', { name: /Unassigned/ }).click();
  const strip = officePage.getByRole('navigation', { name: 'Lists of applications' });
  await expect(officePage.getByRole('heading', { name: 'Applications', exact: true })).toBeVisible();
  await expect(officePage.getByRole('row', { name: /Fertilizer for the season/ })).toContainText('1 of 14');
  await expect(officePage.getByText('Drip kit')).toHaveCount(0);
  await officePage.getByRole('button', { name: 'Assign to me: Fertilizer for the season' }).click();
  await expect(strip.getByRole('link', { name: '1 Assigned to me' })).toBeVisible();
  await expect(officePage.getByText('No applications here')).toBeVisible();
  await strip.getByRole('link', { name: /Assigned to me/ }).click();
  await officePage.getByRole('button', { name: 'Saved views' }).click();
  await officePage.getByLabel('Name of this view').fill('My own');
  await officePage.getByRole('button', { name: 'Save View' }).click();
  await expect(officePage.getByRole('link', { name: 'My own' })).toBeVisible();
  await officePage.keyboard.press('Escape');
  await officePage.getByRole('button', { name: 'Reassign: Fertilizer for the season' }).click();
  await officePage.getByRole('combobox', { name: 'To whom?' }).fill('achieng');
  await officePage.getByRole('option', { name: /^Achieng Head/ }).click();
  await officePage.getByRole('dialog').getByRole('button', { name: 'Reassign' }).click();
  await expect(strip.getByRole('link', { name: '0 Assigned to me' })).toBeVisible();

  // Above the officer's limit the case says before the click that a second official must also approve.
  await strip.getByRole('link', { name: /All open/ }).click();
  await officePage.getByRole('link', { name: 'Fertilizer for the season' }).click();
  const note = 'Above your limit of KES 20,000: a second official must also approve.';
  await expect(officePage.getByText(note)).toBeVisible();
  await expectSoundInEachVariant(officePage, 'main');
  await officePage.getByRole('button', { name: 'Approve', exact: true }).click();
  // The case is assigned to a colleague.
  await officePage.getByRole('alertdialog').getByRole('button', { name: 'Continue' }).click();
  const dialog = officePage.getByRole('dialog');
  await expect(dialog.getByText(note)).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(officePage.getByText(/^Saved: Fertilizer for the season/)).toBeVisible();
  await officePage.getByRole('link', { name: 'Fertilizer for the season' }).click();
  await expect(officePage.getByText(/Njeri Officer: approve, /)).toBeVisible();

  // The farmer sees the office that has the application, but not the official.
  const field = await openAs(farmer, '/subsidies/apply');
  await expect(field.getByText('Pending at Nakuru county, working day 1 of 14')).toBeVisible();
  await expect(field.getByText('Achieng')).toHaveCount(0);

  // Axe and layout in each theme, width and language.
  for (const path of ['/queue', '/dashboard']) {
    await officePage.goto(path);
    const counts = path === '/queue' ? '.queue-views' : '.queue-strip';
    await expect(officePage.locator(`${counts} b`, { hasText: /^\d/ }).first()).toBeVisible();
    await expectSoundInEachVariant(officePage, path === '/queue' ? 'html' : counts);
  }
  await page.goto('/account#posts');
  await expect(posts.getByText('Njeri Officer').first()).toBeVisible();
  await expectSoundInEachVariant(page, '#posts');

  // Ending the post revokes access at once, also on open pages.
  await officePage.goto('/queue');
  await expect(officePage.getByRole('row', { name: /Fertilizer/ })).toBeVisible();
  await page.getByRole('button', { name: /End the post of Njeri Officer/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await expect(posts.getByText('Ended', { exact: true })).toBeVisible();
  await expect(officePage.getByText('You have no post at present.').first()).toBeVisible();
  await expect(officePage.getByText('Fertilizer for the season')).toHaveCount(0);
});

test('a manager suspends an official, hands over, and closes the own account', async ({
  page,
  request,
  openAs,
}) => {
  const chief = await manager(request);
  const officer = await register(request, 'government', 'Otieno Officer');
  const officePage = await openAs(officer, '/queue');
  await expect(officePage.getByRole('heading', { name: 'Applications', exact: true })).toBeVisible();
  await signInWith(page, chief, VARIANTS[0]);
  await page.goto('/account#officials');
  const officials = page.locator('#officials');
  const row = officials.getByRole('row', { name: /^Otieno Officer/ });

  // The official is signed out at once, also on open pages.
  await row.getByRole('button', { name: 'Suspend Otieno Officer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suspend Otieno Officer' });
  await dialog.getByLabel('Reason').fill('Left the office');
  await dialog.getByRole('button', { name: 'Suspend' }).click();
  await confirmIdentity(page);
  await expect(row).toContainText('Suspended');
  await expect(officePage).toHaveURL(/\/login/);
  await row.getByRole('button', { name: 'Lift the suspension of Otieno Officer' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Back at work');
  await page.getByRole('dialog').getByRole('button', { name: 'Lift Suspension' }).click();
  await expect(row).not.toContainText('Suspended');

  // The only manager cannot leave before another official manages.
  const leaving = page.locator('#delete');
  await expect(leaving.getByText('No other official manages accounts.')).toBeVisible();
  await expectSoundInEachVariant(page, '#officials');
  await expectSoundInEachVariant(page, '#delete');
  await row.getByRole('button', { name: 'Grant permission' }).click();
  await expect(leaving.getByText('Your name, office and decisions stay')).toBeVisible();
  await leaving.getByRole('button', { name: 'Close Account' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Your password').fill(PASSWORD);
  await question.getByRole('button', { name: 'Close Account' }).click();
  await expect(page).toHaveURL('/');
  const data = { email: chief.email, password: PASSWORD };
  expect((await request.post('/api/auth/login', { data })).status()).toBe(401);
});
