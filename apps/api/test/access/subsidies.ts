import type {
  Appeal,
  appeals,
  Binder,
  BulkDecision,
  binders,
  bulkDecisions,
  cases,
  queue,
  SavedView,
  staff,
  subsidies,
  subsidyManagement,
} from '@ardhi/contract';
import { createBinder } from '../../src/office/binders/create.ts';
import { manage, newApplication, newProgramme } from '../subsidies.ts';
import {
  type AccessRows,
  FARMER_MARKER,
  filtered,
  forCounty,
  forFarmers,
  forOfficials,
  forOwner,
  ofCounty,
  theFarmer,
  type World,
} from './rows.ts';

const content = { name: 'Seed', description: 'Maize seed', amount: 100 };

export async function application({ farmer }: World) {
  return { params: { id: (await newApplication(farmer, { name: `${FARMER_MARKER} seed` }))._id } };
}

async function rejected(world: World) {
  const made = await application(world);
  await manage(world.official, made.params.id, { status: 'rejected' });
  return made;
}

/** Rejected by `official`, who therefore may not decide the appeal. */
async function appealed(world: World) {
  const { params } = await rejected(world);
  await world.farmer.send(`POST /subsidies/${params.id}/appeal`, { body: { reason: 'Please look again' } });
  const { body } = await world.official.send<Appeal[]>('GET /government/appeals');
  return { params: { id: body.at(-1)!._id } };
}

async function programme({ inside }: World) {
  return { params: { id: (await newProgramme(inside))._id } };
}

async function open(world: World) {
  const made = await programme(world);
  await manage(world.official, made.params.id, { status: 'approved' });
  return made;
}

async function applicationsOfFarmer(world: World) {
  await application(world);
  return { query: { q: FARMER_MARKER } };
}

export const subsidyAccess: AccessRows<typeof subsidies> = {
  'POST /subsidies': { ...forFarmers(201), sends: () => ({ body: content }) },
  'GET /subsidies': forFarmers(),
  'GET /subsidies/totals': forFarmers(),
  'GET /subsidies/programmes': forFarmers(),
  'GET /subsidies/programmes/{id}/eligibility': { ...forFarmers(), sends: open },
  'GET /subsidies/{id}': { ...forOwner(), sends: application },
  'GET /subsidies/{id}/eligibility': { ...forOwner(), sends: application },
  'POST /subsidies/{id}/appeal': {
    ...forOwner(201),
    sends: async (world) => ({ ...(await rejected(world)), body: { reason: 'Please look again' } }),
  },
  'PUT /subsidies/{id}': {
    ...forOwner(),
    sends: async (world) => ({ ...(await application(world)), body: { amount: 1 } }),
  },
  'PUT /subsidies/{id}/earlier-decision': {
    ...forOwner(),
    sends: async (world) => ({
      ...(await application(world)),
      body: { status: 'approved', decidedAt: '2026-11-16T09:30:00Z' },
    }),
  },
  'DELETE /subsidies/{id}': { ...forOwner(), sends: application },
};

export const queueAccess: AccessRows<typeof queue> = {
  'GET /government/queue': {
    ...forOfficials(),
    sends: async (world) => {
      const { params } = await application(world);
      // Due before every other.
      await world.app.sql`update subsidies set due_on = current_date - 1000 where id = ${params.id}`;
      return { query: { limit: 1 } };
    },
    discloses: theFarmer,
    reads: filtered(
      {},
      { view: 'late' },
      { view: 'nobody' },
      { sort: 'amount' },
      { view: 'approval' },
      { view: 'second' },
      { view: 'corrected' },
      { view: 'returned' },
      { view: 'reopened' },
      { q: FARMER_MARKER },
      { meets: 'no' },
      { limit: '1' },
    ),
  },
  'GET /government/queue.csv': {
    ...forOfficials(),
    official: 403,
    sends: applicationsOfFarmer,
    discloses: theFarmer,
    reads: filtered({ view: 'second' }, { q: FARMER_MARKER }),
  },
  'GET /government/queue/counts': { ...forOfficials(), reads: ofCounty },
  'GET /government/queue/{id}/colleagues': { ...forCounty(), sends: application, reads: () => [] },
  'PUT /government/queue/{id}': {
    ...forCounty(),
    discloses: theFarmer,
    sends: async (world) => ({ ...(await application(world)), body: { to: world.official.user._id } }),
  },
  'GET /government/queue-views': { ...forOfficials(), reads: ofCounty },
  'POST /government/queue-views': {
    ...forOfficials(201),
    sends: () => ({ body: { name: 'Large ones', filters: { sort: 'amount' } } }),
  },
  'DELETE /government/queue-views/{id}': {
    ...forOfficials(404),
    official: 200,
    sends: async ({ official }) => {
      const body = { name: 'Late', filters: { view: 'late' } };
      return {
        params: { id: (await official.send<SavedView>('POST /government/queue-views', { body })).body._id },
      };
    },
  },
};

export const staffAccess: AccessRows<typeof staff> = {
  'GET /government/staff': { ...forOfficials(), reads: filtered({}, { state: 'ended' }, { q: 'a' }) },
  'GET /government/case-limit': { ...forOfficials(), reads: ofCounty },
  // A limit would refuse the assignments of the walk.
  'PUT /government/case-limit': { ...forOfficials(), official: 403, sends: () => ({ body: { max: null } }) },
};

export const subsidyManagementAccess: AccessRows<typeof subsidyManagement> = {
  'GET /subsidies/admin/all': {
    ...forOfficials(),
    sends: applicationsOfFarmer,
    discloses: theFarmer,
    reads: filtered(
      {},
      { q: FARMER_MARKER },
      { kind: 'programme' },
      { status: 'pending' },
      { region: 'west' },
      { q: 'seed' },
    ),
  },
  'POST /government/subsidies': { ...forOfficials(201), sends: () => ({ body: content }) },
  'GET /government/subsidies.csv': {
    ...forOfficials(),
    official: 403,
    sends: applicationsOfFarmer,
    discloses: theFarmer,
    reads: filtered({}, { q: FARMER_MARKER }),
  },
  'GET /government/subsidies/{id}': {
    ...forCounty(),
    sends: application,
    discloses: theFarmer,
    reads: ({ applicationId }) => [{ params: { id: applicationId } }],
  },
  'GET /government/subsidies/{id}/approval': {
    ...forCounty(),
    sends: application,
    discloses: theFarmer,
    reads: ({ applicationId }) => [{ params: { id: applicationId } }],
  },
  'PUT /government/subsidies/{id}': {
    ...forCounty(),
    discloses: theFarmer,
    sends: async (world) => ({ ...(await application(world)), body: { status: 'approved' } }),
  },
  'POST /government/subsidies/{id}/return': {
    ...forCounty(),
    discloses: theFarmer,
    sends: async (world) => ({
      ...(await application(world)),
      body: { fields: ['amount'], reason: 'Too much' },
    }),
  },
  'DELETE /government/subsidies/{id}': { ...forCounty(), sends: programme },
};

/** The manager's own: another official neither reads nor cancels it. */
async function bulkDecision(world: World) {
  const { params } = await application(world);
  // One at a time.
  await world.app.sql`update bulk_decisions set finished_at = now() where finished_at is null`;
  const body = { status: 'rejected', rows: [{ _id: params.id, revision: 1 }] };
  const bulk = await world.manager.send<BulkDecision>('POST /government/bulk-decisions', { body });
  return { params: { id: bulk.body._id } };
}

export const bulkDecisionAccess: AccessRows<typeof bulkDecisions> = {
  'POST /government/bulk-decisions': {
    ...forOfficials(201),
    sends: async (world) => {
      const { params } = await application(world);
      await world.app.sql`update bulk_decisions set finished_at = now() where finished_at is null`;
      return { body: { status: 'rejected', rows: [{ _id: params.id, revision: 1 }] } };
    },
  },
  'GET /government/bulk-decisions': { ...forOfficials(), reads: ofCounty },
  'GET /government/bulk-decisions/eligibility': {
    ...forOfficials(),
    sends: async (world) => ({ query: { ids: (await application(world)).params.id } }),
    discloses: theFarmer,
    reads: ({ applicationId }) => [{ query: { ids: applicationId } }],
  },
  'GET /government/bulk-decisions/{id}': {
    ...forOfficials(404),
    manager: 200,
    sends: bulkDecision,
    discloses: theFarmer,
    reads: () => [],
  },
  'POST /government/bulk-decisions/{id}/cancel': { ...forOfficials(404), manager: 200, sends: bulkDecision },
};

const BINDER_PERIOD = { from: '2020-01-01', until: '2100-12-31' };

/** A programme of the county; its application of the farmer is approved. */
async function approved(world: World) {
  // One binder at a time.
  await world.app.sql`update audit_binders set finished_at = now() where finished_at is null`;
  const { params } = await open(world);
  const { _id } = await newApplication(world.farmer, {
    name: `${FARMER_MARKER} seed`,
    programmeId: params.id,
  });
  await manage(world.official, _id, { status: 'approved' });
  return { params };
}

async function binder(world: World) {
  const { params } = await approved(world);
  const path = `POST /government/subsidies/${params.id}/binders`;
  const { body } = await world.inside.send<Binder>(path, { body: BINDER_PERIOD });
  await createBinder({ binderId: body._id }, world.app.services);
  return { params: { id: body._id } };
}

const binderFile = {
  ...forCounty(),
  official: 403,
  auditor: 200,
  sends: binder,
  discloses: theFarmer,
  reads: () => [],
};

export const binderAccess: AccessRows<typeof binders> = {
  'POST /government/subsidies/{id}/binders': {
    ...forCounty(201),
    auditor: 201,
    sends: async (world) => ({ ...(await approved(world)), body: BINDER_PERIOD }),
  },
  'GET /government/subsidies/{id}/binders': {
    ...forCounty(),
    auditor: 200,
    sends: programme,
    reads: () => [],
  },
  'GET /government/binders/{id}/csv': binderFile,
  'GET /government/binders/{id}/pdf': binderFile,
};

export const caseAccess: AccessRows<typeof cases> = {
  'GET /government/farmers/{id}': {
    ...forCounty(),
    sends: ({ farmer }) => ({ params: { id: farmer.user._id } }),
    discloses: theFarmer,
    reads: ({ farmerId, travellerId }) => [farmerId, travellerId].map((id) => ({ params: { id } })),
  },
  'POST /government/subsidies/{id}/notes': {
    ...forCounty(201),
    discloses: theFarmer,
    sends: async (world) => ({ ...(await application(world)), body: { content: 'Call the chief' } }),
  },
};

export const appealAccess: AccessRows<typeof appeals> = {
  'GET /government/appeals': {
    ...forOfficials(),
    sends: async (world) => {
      await appealed(world);
      return {};
    },
    discloses: theFarmer,
    reads: filtered({}, { state: 'all' }),
  },
  'PUT /government/appeals/{id}': {
    ...forCounty(),
    official: 403,
    sends: async (world) => ({
      ...(await appealed(world)),
      body: { status: 'upheld', answer: 'Looked at again' },
    }),
  },
};
