/** One official who tries to spend public money alone, on a deployed server. */
import type { DecidedSubsidy, ManagedSubsidy, Problem } from '@ardhi/contract';
import { beforeAll, expect, it } from 'vitest';
import { insertParcel } from '../parcels.ts';
import { manage, newApplication, newProgramme } from '../subsidies.ts';
import { type Built, type Person, startModes } from './built.ts';

// The limit is the default of a deployed server.
const running = startModes(['deployed'], {
  REQUIRE_SECOND_OFFICIAL: 'true',
  OFFICIALS_SECOND_FACTOR: 'optional',
  JURISDICTION: 'open',
});
let app: Built;
let head: Person;
let officer: Person;
let colleague: Person;
let farmer: Person;

beforeAll(async () => {
  app = running.deployed;
  head = await app.as('government', 'Head');
  [officer, colleague] = [await app.as('government', 'Officer'), await app.as('government', 'Colleague')];
  for (const { user } of [officer, colleague]) await app.admin('post', user.email, 'Nakuru', 'view,decide');
  farmer = await app.as('farmer');
  await insertParcel(app.db, farmer.user._id, { county: 'Nakuru' });
});

const approve = async (by: Person, id: string) => {
  const { body } = await manage<DecidedSubsidy & Problem>(by, id, { status: 'approved' });
  return body.outcome ?? body.code;
};
const statusOf = async (id: string) =>
  (await head.send<ManagedSubsidy>(`GET /government/subsidies/${id}`)).body.status;

it('a county officer cannot approve their programme of 40 million, nor 39 million of it for one farmer', async () => {
  const { _id: programmeId } = await newProgramme(officer, { amount: 40_000_000 });
  expect(await approve(officer, programmeId)).toBe('second-official');
  expect(await approve(colleague, programmeId)).toBe('programme-national');
  expect(await statusOf(programmeId)).toBe('pending');
  expect(await approve(head, programmeId)).toBe('decided');

  const { _id } = await newApplication(farmer, { amount: 39_000_000, programmeId });
  expect(await approve(officer, _id)).toBe('awaiting-second-approval');
  expect(await approve(officer, _id)).toBe('mark-given');
  expect(await approve(colleague, _id)).toBe('awaiting-second-approval');
  expect(await statusOf(_id)).toBe('pending');
  expect(await approve(head, _id)).toBe('decided');
});

it('a county officer cannot approve a free application for 500 million, alone or with a colleague', async () => {
  const { _id } = await newApplication(farmer, { amount: 500_000_000 });
  for (const one of [officer, colleague]) expect(await approve(one, _id)).toBe('awaiting-second-approval');
  expect(await statusOf(_id)).toBe('pending');
});

it('the first official cannot approve a free application above the default limit alone', async () => {
  const { _id } = await newApplication(await app.as('farmer'), { amount: 100_001 });
  expect(await approve(head, _id)).toBe('awaiting-second-approval');
});

it('six applications of 1,000 do not pass below a threshold of 1,000, one by one or at once', async () => {
  const { _id: programmeId } = await newProgramme(officer, { amount: 50_000, secondAbove: 1000 });
  expect(await approve(head, programmeId)).toBe('decided');
  const poor = await app.as('farmer');
  await insertParcel(app.db, poor.user._id, { county: 'Nakuru' });
  const make = async (by: Person) => (await newApplication(by, { amount: 1000, programmeId }))._id;
  const ids = [];
  for (let count = 0; count < 6; count += 1) ids.push(await make(farmer));
  const outcomes = [];
  for (const id of ids) outcomes.push(await approve(officer, id));
  expect(outcomes.filter((one) => one === 'decided')).toHaveLength(1);

  const atOnce = await Promise.all(Array.from({ length: 16 }, () => make(poor)));
  const decided = await Promise.all(atOnce.map((id, index) => approve([officer, colleague][index % 2]!, id)));
  expect(decided.filter((one) => one === 'decided')).toHaveLength(1);
});
