import type {
  accessLines,
  account,
  audit,
  auth,
  batch,
  complaints,
  contact,
  officials,
  posts,
  Session,
  secondFactors,
  system,
  trail,
} from '@ardhi/contract';
import { PASSWORD } from '../app.ts';
import { type AccessRows, forAnybody, forFarmers, forOfficials, forSignedIn, type World } from './rows.ts';

let unique = 0;
const newEmail = () => `matrix${++unique}@test.example`;

async function invitation({ official }: World) {
  const { body } = await official.send<{ _id: string }>('POST /government/invitations', { body: {} });
  return { params: { id: body._id } };
}

async function contactMessage({ app, official }: World) {
  await app.db.deleteFrom('throttles').execute();
  await app.send('POST /contact', { body: { name: 'A', email: 'a@b', message: 'x' } });
  const { body } = await official.send<{ _id: string }[]>('GET /government/contact-messages', {
    query: { limit: 1 },
  });
  return { params: { id: body[0]!._id }, body: { handled: true } };
}

async function otherSession({ app, farmer }: World) {
  await app.send('POST /auth/login', { body: { email: farmer.user.email, password: PASSWORD } });
  const { body } = await farmer.send<Session[]>('GET /auth/sessions');
  return { params: { id: body.find(({ current }) => !current)!._id } };
}

export const batchAccess: AccessRows<typeof batch> = {
  'GET /batch': { ...forSignedIn(), sends: () => ({ query: { get: 'auth/profile' } }) },
};

export const systemAccess: AccessRows<typeof system> = {
  'GET /config': forAnybody(),
  'GET /health': forAnybody(),
  'GET /ready': forAnybody(),
  'POST /sync-errors': { ...forSignedIn(202), sends: () => ({ body: { refused: 1 } }) },
  'GET /events': forSignedIn(),
};

export const authAccess: AccessRows<typeof auth> = {
  'POST /auth/register': {
    ...forAnybody(201),
    sends: () => ({
      body: {
        name: 'A',
        email: newEmail(),
        password: PASSWORD,
        role: 'farmer',
        location: 'Molo',
        farmSize: 1,
      },
    }),
  },
  'POST /auth/login': {
    ...forAnybody(),
    sends: ({ farmer }) => ({ body: { email: farmer.user.email, password: PASSWORD } }),
  },
  'POST /auth/logout': { ...forSignedIn() },
  'POST /auth/revoke': { ...forAnybody(), sends: () => ({ body: { tokenHash: '0'.repeat(64) } }) },
  'GET /auth/profile': forSignedIn(),
  'POST /auth/forgot-password': { ...forAnybody(), sends: () => ({ body: { email: newEmail() } }) },
  'POST /auth/reset-password': {
    ...forAnybody(400),
    sends: () => ({ body: { code: 'no', password: PASSWORD } }),
  },
  'POST /auth/confirm-email': { ...forAnybody(400), sends: () => ({ body: { code: 'no' } }) },
  'POST /auth/confirm-email/send': forSignedIn(),
};

export const officialAccess: AccessRows<typeof officials> = {
  'GET /government/invitations': forOfficials(),
  'POST /government/invitations': { ...forOfficials(201), sends: () => ({ body: {} }) },
  'DELETE /government/invitations/{id}': { ...forOfficials(), sends: invitation },
  // Nobody was asked again who they are; what happens then is in the attack suite.
  'POST /government/reset-codes': {
    ...forOfficials(403),
    sends: ({ farmer }) => ({ body: { email: farmer.user.email } }),
  },
  'GET /government/officials': forOfficials(403),
  'PUT /government/officials/{id}/duties': {
    ...forOfficials(403),
    sends: ({ official }) => ({ params: { id: official.user._id }, body: { manage: true } }),
  },
};

const someOfficial = ({ official }: World) => ({ email: official.user.email, duties: ['view'] });

export const postAccess: AccessRows<typeof posts> = {
  'GET /government/posts/own': forOfficials(),
  'PUT /government/posts/own': {
    ...forOfficials(404),
    sends: ({ farmer }) => ({ body: { postId: farmer.user._id } }),
  },
  // Without the duty to manage; with it in the tests of the domain.
  'GET /government/posts': forOfficials(403),
  'POST /government/posts': { ...forOfficials(403), sends: (world) => ({ body: someOfficial(world) }) },
  'PUT /government/posts/{id}/end': {
    ...forOfficials(403),
    sends: ({ farmer }) => ({ params: { id: farmer.user._id } }),
  },
};

export const trailAccess: AccessRows<typeof trail> = { 'GET /government/audit/head': forOfficials() };

export const auditAccess: AccessRows<typeof audit> = {
  'GET /government/trail/{entity}/{id}': {
    ...forOfficials(),
    sends: ({ farmer }) => ({ params: { entity: 'parcel', id: farmer.user._id } }),
  },
  // Without the duty to manage; with it in the tests of the domain.
  'GET /government/audit': forOfficials(403),
  'GET /government/audit.csv': forOfficials(403),
};

export const secondFactorAccess: AccessRows<typeof secondFactors> = {
  'GET /auth/second-factors': forOfficials(),
  'POST /auth/second-factors/totp': { ...forOfficials(403), sends: () => ({ body: { name: 'Phone' } }) },
  'POST /auth/second-factors/{id}/confirm': {
    ...forOfficials(404),
    sends: ({ farmer }) => ({ params: { id: farmer.user._id }, body: { code: '123456' } }),
  },
  'POST /auth/second-factors/passkey-options': forOfficials(403),
  'POST /auth/second-factors/passkey': {
    ...forOfficials(403),
    sends: ({ farmer }) => ({ body: { name: 'Key', challengeId: farmer.user._id, response: {} } }),
  },
  'POST /auth/second-factors/challenge': forOfficials(),
  'POST /auth/second-factors/recovery-codes': forOfficials(403),
  'DELETE /auth/second-factors/{id}': {
    ...forOfficials(403),
    sends: ({ farmer }) => ({ params: { id: farmer.user._id } }),
  },
};

export const accountAccess: AccessRows<typeof account> = {
  'PUT /auth/profile': {
    ...forSignedIn(),
    sends: () => ({ body: { name: 'A', location: 'Molo', farmSize: 1, department: 'Lands' } }),
  },
  'PUT /auth/language': { ...forSignedIn(), sends: () => ({ body: { language: 'sw' } }) },
  'PUT /auth/password': {
    ...forSignedIn(),
    sends: () => ({ body: { currentPassword: PASSWORD, password: PASSWORD } }),
  },
  'POST /auth/confirm': { ...forSignedIn(), sends: () => ({ body: { password: PASSWORD } }) },
  'GET /auth/sessions': forSignedIn(),
  'DELETE /auth/sessions/{id}': {
    nobody: 401,
    farmer: 200,
    otherFarmer: 404,
    official: 404,
    sends: otherSession,
  },
  'GET /auth/data': forSignedIn(),
  'DELETE /auth/account': { ...forSignedIn(400), sends: () => ({ body: { password: 'not the password' } }) },
};

export const accessLineAccess: AccessRows<typeof accessLines> = {
  'GET /auth/access-lines': forSignedIn(),
};

export const contactAccess: AccessRows<typeof contact> = {
  'POST /contact': {
    ...forAnybody(201),
    sends: async ({ app }) => {
      await app.db.deleteFrom('throttles').execute();
      return { body: { name: 'A', email: 'a@b', message: 'x' } };
    },
  },
  'GET /government/contact-messages': forOfficials(),
  'PUT /government/contact-messages/{id}': { ...forOfficials(), sends: contactMessage },
  // No mail is set up, and nobody has that address.
  'POST /government/contact-messages/{id}/answer': {
    ...forOfficials(409),
    sends: async (world) => ({ ...(await contactMessage(world)), body: { answer: 'Asante' } }),
  },
  'POST /government/contact-messages/{id}/complaint': {
    ...forOfficials(201),
    sends: async (world) => ({ ...(await contactMessage(world)), body: { kind: 'delay' } }),
  },
};

async function complaint({ app, farmer }: World) {
  await app.db.deleteFrom('throttles').execute();
  const { body } = await farmer.send<{ _id: string }>('POST /complaints', {
    body: { kind: 'delay', message: 'Still waiting' },
  });
  return { params: { id: body._id }, body: { answer: 'Decided today' } };
}

export const complaintAccess: AccessRows<typeof complaints> = {
  'POST /complaints': {
    ...forFarmers(201),
    sends: async ({ app }) => {
      await app.db.deleteFrom('throttles').execute();
      return { body: { kind: 'other', message: 'x' } };
    },
  },
  'GET /complaints': forFarmers(),
  'GET /government/complaints': forOfficials(),
  'PUT /government/complaints/{id}': { ...forOfficials(), sends: complaint },
};
