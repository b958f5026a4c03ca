import type {
  Appeal,
  Application,
  appeals,
  cases,
  ManagedSubsidy,
  queue,
  SavedView,
  subsidies,
  subsidyManagement,
} from '@ardhi/contract';
import { type AccessRows, forFarmers, forOfficials, forOwner, type World } from './rows.ts';

const content = { name: 'Seed', description: 'Maize seed', amount: 100 };

async function application({ farmer }: World) {
  const { body } = await farmer.send<Application>('POST /subsidies', { body: content });
  return { params: { id: body._id } };
}

async function rejected(world: World) {
  const made = await application(world);
  await world.official.send(`PUT /government/subsidies/${made.params.id}`, { body: { status: 'rejected' } });
  return made;
}

/** Decided by the one official, who therefore may not decide it again. */
async function appealed(world: World) {
  const { params } = await rejected(world);
  await world.farmer.send(`POST /subsidies/${params.id}/appeal`, { body: { reason: 'Please look again' } });
  const { body } = await world.official.send<Appeal[]>('GET /government/appeals');
  return { params: { id: body.at(-1)!._id } };
}

async function programme({ official }: World) {
  const { body } = await official.send<ManagedSubsidy>('POST /government/subsidies', { body: content });
  return { params: { id: body._id } };
}

async function openProgramme(world: World) {
  const made = await programme(world);
  await world.official.send(`PUT /government/subsidies/${made.params.id}`, { body: { status: 'approved' } });
  return made;
}

export const subsidyAccess: AccessRows<typeof subsidies> = {
  'POST /subsidies': { ...forFarmers(201), sends: () => ({ body: content }) },
  'GET /subsidies': forFarmers(),
  'GET /subsidies/totals': forFarmers(),
  'GET /subsidies/programmes': forFarmers(),
  'GET /subsidies/programmes/{id}/eligibility': { ...forFarmers(), sends: openProgramme },
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
  'DELETE /subsidies/{id}': { ...forOwner(), sends: application },
};

export const queueAccess: AccessRows<typeof queue> = {
  'GET /government/queue': forOfficials(),
  'GET /government/queue/counts': forOfficials(),
  'GET /government/queue/{id}/colleagues': { ...forOfficials(), sends: application },
  'PUT /government/queue/{id}': {
    ...forOfficials(),
    sends: async (world) => ({ ...(await application(world)), body: { to: world.official.user._id } }),
  },
  'GET /government/queue-views': forOfficials(),
  'POST /government/queue-views': {
    ...forOfficials(201),
    sends: () => ({ body: { name: 'Large ones', filters: { sort: 'amount' } } }),
  },
  'DELETE /government/queue-views/{id}': {
    ...forOfficials(),
    sends: async ({ official }) => {
      const body = { name: 'Late', filters: { view: 'late' } };
      return {
        params: { id: (await official.send<SavedView>('POST /government/queue-views', { body })).body._id },
      };
    },
  },
};

export const subsidyManagementAccess: AccessRows<typeof subsidyManagement> = {
  'GET /subsidies/admin/all': forOfficials(),
  'POST /government/subsidies': { ...forOfficials(201), sends: () => ({ body: content }) },
  // The names of applicants: asked again who they are, officials get it.
  'GET /government/subsidies.csv': forOfficials(403),
  'GET /government/subsidies/{id}': { ...forOfficials(), sends: application },
  'PUT /government/subsidies/{id}': {
    ...forOfficials(),
    sends: async (world) => ({ ...(await application(world)), body: { status: 'approved' } }),
  },
  'POST /government/subsidies/{id}/return': {
    ...forOfficials(),
    sends: async (world) => ({
      ...(await application(world)),
      body: { fields: ['amount'], reason: 'Too much' },
    }),
  },
  'DELETE /government/subsidies/{id}': { ...forOfficials(), sends: programme },
};

export const caseAccess: AccessRows<typeof cases> = {
  'GET /government/farmers/{id}': {
    ...forOfficials(),
    sends: ({ farmer }) => ({ params: { id: farmer.user._id } }),
  },
};

export const appealAccess: AccessRows<typeof appeals> = {
  'GET /government/appeals': forOfficials(),
  'PUT /government/appeals/{id}': {
    ...forOfficials(403),
    sends: async (world) => ({
      ...(await appealed(world)),
      body: { status: 'upheld', answer: 'Looked at again' },
    }),
  },
};
