import type {
  Announcement,
  announcements,
  Message,
  messages,
  Notice,
  notices,
  Policy,
  policies,
  push,
  reminders,
  TextTemplate,
  templates,
} from '@ardhi/contract';
import { overlap } from './boundaries.ts';
import {
  type AccessRows,
  type County,
  FARMER_MARKER,
  filtered,
  forCounty,
  forFarmers,
  forNational,
  forOfficials,
  forOwner,
  forSignedIn,
  ofCounty,
  theFarmer,
  type World,
} from './rows.ts';

const policyBody = { title: 'Terraces', description: 'Build terraces on slopes.' };

async function policy({ official }: World) {
  const { body } = await official.send<Policy>('POST /policies', { body: policyBody });
  return { params: { id: body._id } };
}

/** A notice to all farmers. */
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

const forThread = (status = 200) => ({ ...forSignedIn(404), farmer: status, official: status });

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
  'POST /notices/{id}/read': { ...forSignedIn(404), farmer: 200, otherFarmer: 200, sends: notice },
  'POST /notices/read-all': forSignedIn(),
};

/** The browser's key of the example in RFC 8291. */
const subscription = (endpoint: string) => ({
  endpoint,
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
});

export const pushAccess: AccessRows<typeof push> = {
  'GET /push/subscription': forFarmers(),
  'PUT /push/subscription': {
    ...forFarmers(),
    sends: () => ({ body: subscription('https://fcm.googleapis.com/fcm/send/walk') }),
  },
  'DELETE /push/subscription': forFarmers(),
};

export const reminderAccess: AccessRows<typeof reminders> = {
  'GET /reminders/settings': forFarmers(),
  'PUT /reminders/settings': {
    ...forFarmers(),
    sends: () => ({ body: { harvest: true, service: false, programme: true, mail: false } }),
  },
};

const ofPolicy = ({ policyId }: County) => [{ params: { id: policyId } }];

export const policyAccess: AccessRows<typeof policies> = {
  'GET /policies': forSignedIn(),
  'GET /policies/{id}': { ...forSignedIn(), sends: policy },
  'POST /policies': { ...forNational(201), sends: () => ({ body: policyBody }) },
  'PUT /policies/{id}': {
    ...forNational(),
    sends: async (world) => ({ ...(await policy(world)), body: policyBody }),
  },
  'DELETE /policies/{id}': { ...forNational(), sends: policy },
  'POST /policies/{id}/notify': { ...forNational(), sends: policy },
  'POST /policies/{id}/read': { ...forFarmers(), sends: policy },
  'GET /policies/{id}/audience': { ...forOfficials(), sends: policy, reads: ofPolicy },
  'GET /policies/{id}/reach': { ...forOfficials(), sends: policy, reads: ofPolicy },
};

const announcement = {
  title: 'Seed is here',
  content: 'Fetch it at the depot.',
  language: 'en',
  audience: { county: 'Nakuru' },
};

/** The months of the walk have no limit. */
async function announced(world: World) {
  await world.app.sql`update announcements set sent_at = sent_at - interval '60 days'`;
  const { body } = await world.inside.send<Announcement>('POST /government/announcements', {
    body: announcement,
  });
  return { params: { id: body._id } };
}

export const announcementAccess: AccessRows<typeof announcements> = {
  'GET /government/announcements': { ...forOfficials(), reads: ofCounty },
  'GET /government/announcements/audience': {
    ...forOfficials(),
    sends: () => ({ query: { county: 'Nakuru' } }),
    reads: filtered({ county: 'Kericho' }, { q: FARMER_MARKER }, { crop: 'maize' }),
  },
  // No farmer has land in the other county.
  'POST /government/announcements': {
    ...forOfficials(201),
    outside: 409,
    sends: async (world) => {
      await announced(world);
      return { body: announcement };
    },
  },
  'DELETE /government/announcements/{id}': { ...forCounty(), sends: announced },
};

let unique = 0;
const template = () => ({
  name: `Template ${++unique}`,
  english: 'Dear {farmer}',
  kiswahili: 'Ndugu {farmer}',
});

/** Of the national office. */
async function savedTemplate({ official }: World) {
  const body = { kind: 'message', ...template() };
  const { body: saved } = await official.send<TextTemplate>('POST /government/templates', { body });
  return { params: { id: saved._id } };
}

const forOffice = { ...forOfficials(), inside: 404, outside: 404 };

export const templateAccess: AccessRows<typeof templates> = {
  'GET /government/templates': { ...forOfficials(), reads: ofCounty },
  'POST /government/templates': {
    ...forOfficials(201),
    sends: () => ({ body: { kind: 'return', ...template() } }),
  },
  'PUT /government/templates/{id}': {
    ...forOffice,
    sends: async (world) => ({ ...(await savedTemplate(world)), body: template() }),
  },
  'DELETE /government/templates/{id}': { ...forOffice, sends: savedTemplate },
};

export const messageAccess: AccessRows<typeof messages> = {
  'POST /messages': {
    ...forThread(201),
    sends: async (world) => {
      const { params } = await thread(world);
      return { body: { threadId: params.threadId, content: 'On Monday.' } };
    },
  },
  'GET /messages': forSignedIn(),
  'GET /messages/thread/{threadId}': { ...forThread(), sends: thread },
  'PUT /messages/thread/{threadId}/names': {
    ...forOwner(),
    sends: async (world) => ({ ...(await aboutOverlap(world)), body: { agreed: true } }),
  },
  'GET /messages/unread-count': forSignedIn(),
  'GET /messages/users': {
    ...forSignedIn(),
    sends: ({ farmer }) => ({ query: { q: farmer.user.name } }),
    discloses: theFarmer,
    reads: filtered(
      { channelType: 'government-farmer' },
      { q: FARMER_MARKER, channelType: 'government-farmer' },
    ),
  },
};
