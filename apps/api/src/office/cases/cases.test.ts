/** Evidence for decisions: limited to the official's area, with discrepancies flagged. */
import type { Application, FarmerFile, ManagedSubsidy, SubsidyDossier } from '@ardhi/contract';
import { addDays, today } from '@ardhi/contract/dates';
import { beforeAll, expect, it } from 'vitest';
import { beforeTests, type Person, signInAgain, testApp } from '../../../test/app.ts';
import { rectangle, setBoundary } from '../../../test/boundaries.ts';
import { insertParcel } from '../../../test/parcels.ts';
import { insertPost } from '../../../test/posts.ts';
import { newApplication, openProgramme } from '../../../test/subsidies.ts';

const app = testApp();
const farmer = beforeTests(() => app.as('farmer', 'Wanjiku', { farmSize: 41.25 }));
const official = beforeTests(() => app.as('government', 'Amina'));
let parcels: string[];
let programme: ManagedSubsidy;
let application: Application;
beforeAll(async () => {
  parcels = [
    await insertParcel(app.db, farmer.user._id, { name: 'Home', sizeAcres: 2, county: 'Nakuru' }),
    await insertParcel(app.db, farmer.user._id, { name: 'Far', sizeAcres: 0.25, county: 'Kisumu' }),
  ];
  await setBoundary(farmer, parcels[0]!, rectangle(100, 0));
  await farmer.send(`POST /land/${parcels[0]}/water`, { body: { date: today(), amount: 800 } });
  await farmer.send(`POST /land/${parcels[0]}/crops`, {
    body: { name: 'Maize', plantingDate: addDays(today(), -30), harvestDate: addDays(today(), 90), yield: 2 },
  });
  programme = await openProgramme(official, { amount: 600, rules: { minAcres: 5, minScore: 95 } });
  const fields = { programmeId: programme._id, parcelIds: [parcels[0]] };
  application = await newApplication(farmer, { amount: 700, ...fields });
  await newApplication(farmer, fields);
  await official.send('POST /messages', {
    body: {
      recipientId: farmer.user._id,
      subject: 'Your pump',
      content: 'Which one?',
      channelType: 'government-farmer',
    },
  });
});

it('collects parcels, other applications and the official’s own messages, and flags discrepancies', async () => {
  const { body } = await official.send<SubsidyDossier>(`GET /government/subsidies/${application._id}`);
  const evidence = body.evidence!;
  expect(body).toMatchObject({ workingDay: 1, leftInProgramme: 600 });
  expect(evidence.parcels).toMatchObject([{ name: 'Home', boundary: { geometry: { type: 'Polygon' } } }]);
  // The score comes with its evidence.
  const evident = evidence.parcels[0]!.components.flatMap((component) => component.evidence);
  expect(evident.some(({ recordIds }) => recordIds.length > 0)).toBe(true);
  // The application names one parcel; the farmer has registered two.
  expect(evidence.registered).toEqual({ lands: 2, acres: 2.25 });
  expect(evidence.applications).toMatchObject([{ amount: 100, status: 'pending' }]);
  expect(evidence.conversation).toMatchObject([{ content: 'Which one?', own: true }]);
  expect(evidence.differences).toContainEqual(
    expect.objectContaining({ kind: 'farm-size', stated: 41.25, found: 2.25 }),
  );
  expect(evidence.differences.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['parcel-size', 'same-programme', 'over-budget']),
  );
  // Officials do not see messages between the farmer and a colleague.
  const colleague = await app.as('government');
  const seen = await colleague.send<SubsidyDossier>(`GET /government/subsidies/${application._id}`);
  expect(seen.body.evidence!.conversation).toEqual([]);
});

it('limits a farmer’s file to the official’s county and returns 404 if the farmer has nothing there', async () => {
  const { body } = await official.send<FarmerFile>(`GET /government/farmers/${farmer.user._id}`);
  expect(body).toMatchObject({ name: 'Wanjiku', farmSize: 41.25 });
  expect(body.parcels.map(({ name }) => name)).toEqual(['Home', 'Far']);
  expect(body.applications).toHaveLength(2);
  expect((await official.send(`GET /government/farmers/${official.user._id}`)).status).toBe(404);

  const inPost = async (place: string): Promise<Person> => {
    const person = await app.as('government');
    await insertPost(app, person, place);
    return signInAgain(app, person);
  };
  const kisumu = await (await inPost('Kisumu')).send<FarmerFile>(
    `GET /government/farmers/${farmer.user._id}`,
  );
  expect(kisumu.body.parcels.map(({ name }) => name)).toEqual(['Far']);
  expect(kisumu.body.applications).toEqual([]);
  const turkana = await inPost('Turkana');
  expect((await turkana.send(`GET /government/farmers/${farmer.user._id}`)).status).toBe(404);
});

it('explains on request which pending applications meet the rules and which rules the others miss', async () => {
  const list = async (explain?: string) =>
    (
      await official.send<ManagedSubsidy[]>('GET /subsidies/admin/all', {
        query: { programmeId: programme._id, status: 'pending', ...(explain && { explain }) },
      })
    ).body;
  expect((await list()).map(({ eligibility }) => eligibility)).toEqual([undefined, undefined]);
  expect((await list('true')).map(({ eligibility }) => eligibility)).toEqual([
    { meets: false, unmet: ['min-acres', 'min-score'] },
    { meets: false, unmet: ['min-acres', 'min-score'] },
  ]);
});
