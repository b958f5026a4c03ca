import type { Message, messages, Notice, notices, Policy, policies, reminders } from '@ardhi/contract';
import { overlap } from './boundaries.ts';
import { type AccessRows, forFarmers, forOfficials, forOwner, forSignedIn, type World } from './rows.ts';

const policyBody = { title: 'Terraces', description: 'Build terraces on slopes.' };

async function policy({ official }: World) {
  const { body } = await official.send<Policy>('POST /policies', { body: policyBody });
  return { params: { id: body._id } };
}

/** A notice that only `farmer` and the other farmer have. */
async function notice(world: World) {
  const { params } = await policy(world);
  await world.official.send(`POST /policies/${params.id}/notify`);
  const { body } = await world.farmer.send<Notice[]>('GET /notices', { query: { limit: 1 } });
  return { params: { id: body[0]!._id } };
}

/** A thread between `farmer` and the official. */
async function thread({ farmer, official }: World) {
  const { body } = await farmer.send<Message>('POST /messages', {
    body: { recipientId: official.user._id, channelType: 'general', subject: 'Seed', content: 'When?' },
  });
  return { params: { threadId: body.threadId } };
}

/** A thread of `farmer` about an overlap. */
async function aboutOverlap(world: World) {
  const { params } = await overlap(world);
  const { body } = await world.farmer.send<{ threadId: string }>(
    `POST /boundaries/overlaps/${params.id}/message`,
    { body: { subject: 'Border', content: 'Shall we meet?' } },
  );
  return { params: { threadId: body.threadId } };
}

export const noticeAccess: AccessRows<typeof notices> = {
  'GET /notices': forSignedIn(),
  'GET /notices/unread-count': forSignedIn(),
  'POST /notices/{id}/read': { ...forSignedIn(), official: 404, sends: notice },
  'POST /notices/read-all': forSignedIn(),
};

export const reminderAccess: AccessRows<typeof reminders> = {
  'GET /reminders/settings': forFarmers(),
  'PUT /reminders/settings': {
    ...forFarmers(),
    sends: () => ({ body: { harvest: true, service: false, programme: true, mail: false } }),
  },
};

export const policyAccess: AccessRows<typeof policies> = {
  'GET /policies': forSignedIn(),
  'GET /policies/{id}': { ...forSignedIn(), sends: policy },
  'POST /policies': { ...forOfficials(201), sends: () => ({ body: policyBody }) },
  'PUT /policies/{id}': {
    ...forOfficials(),
    sends: async (world) => ({ ...(await policy(world)), body: policyBody }),
  },
  'DELETE /policies/{id}': { ...forOfficials(), sends: policy },
  'POST /policies/{id}/notify': { ...forOfficials(), sends: policy },
  'POST /policies/{id}/read': { ...forFarmers(), sends: policy },
  'GET /policies/{id}/audience': { ...forOfficials(), sends: policy },
  'GET /policies/{id}/reach': { ...forOfficials(), sends: policy },
};

export const messageAccess: AccessRows<typeof messages> = {
  'POST /messages': {
    ...forSignedIn(201),
    otherFarmer: 404,
    sends: async (world) => {
      const { params } = await thread(world);
      return { body: { threadId: params.threadId, content: 'On Monday.' } };
    },
  },
  'GET /messages': forSignedIn(),
  'GET /messages/thread/{threadId}': { ...forSignedIn(), otherFarmer: 404, sends: thread },
  'PUT /messages/thread/{threadId}/names': {
    ...forOwner(),
    sends: async (world) => ({ ...(await aboutOverlap(world)), body: { agreed: true } }),
  },
  'GET /messages/unread-count': forSignedIn(),
  'GET /messages/users': forSignedIn(),
};
