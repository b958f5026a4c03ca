import type {
  accessLog,
  account,
  audit,
  auditSeal,
  auth,
  batch,
  complaints,
  contact,
  doctor,
  Ombudspersons,
  officials,
  Post,
  personalData,
  posts,
  Session,
  secondFactors,
  settings,
  sync,
  system,
} from '@ardhi/contract';
import { PASSWORD, signInAgain } from '../app.ts';
import { newParcel } from '../land.ts';
import {
  type AccessRows,
  FARMER_MARKER,
  filtered,
  forAnyone,
  forAuditors,
  forCounty,
  forFarmers,
  forNational,
  forOfficials,
  forOwnOffice,
  forSignedIn,
  ofCounty,
  theFarmer,
  type World,
} from './rows.ts';

let unique = 0;
const newEmail = () => `matrix${++unique}@test.example`;

async function invitation({ inside }: World) {
  const { body } = await inside.send<{ _id: string }>('POST /government/invitations', { body: {} });
  return { params: { id: body._id } };
}

/** Another farmer: the code holds the account, which other calls of the walk need. */
async function forgetful({ app }: World) {
  const person = await app.as('farmer');
  await newParcel(person);
  return { body: { email: person.user.email, reason: 'Forgot it' } };
}

async function contactMessage({ app, official }: World) {
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

export const syncAccess: AccessRows<typeof sync> = {
  'POST /sync': {
    ...forSignedIn(),
    sends: () => ({ body: { writes: [{ call: 'POST /land', params: {}, key: 'walk', body: {} }] } }),
  },
};

export const systemAccess: AccessRows<typeof system> = {
  'GET /config': forAnyone(),
  'GET /health': forAnyone(),
  'GET /ready': forAnyone(),
  // The server of the walk has no BASEMAP_FILE.
  'GET /basemap/{z}/{x}/{y}': { ...forAnyone(404), sends: () => ({ params: { z: '0', x: '0', y: '0' } }) },
  'POST /sync-errors': { ...forSignedIn(202), sends: () => ({ body: { refused: 1 } }) },
  'GET /events': forSignedIn(),
};

export const authAccess: AccessRows<typeof auth> = {
  'POST /auth/register': {
    ...forAnyone(201),
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
    ...forAnyone(),
    sends: ({ otherFarmer }) => ({ body: { email: otherFarmer.user.email, password: PASSWORD } }),
  },
  'POST /auth/logout': { ...forSignedIn(), changesCaller: true },
  'POST /auth/revoke': { ...forAnyone(), sends: () => ({ body: { tokenHash: '0'.repeat(64) } }) },
  'GET /auth/profile': forSignedIn(),
  'POST /auth/forgot-password': { ...forAnyone(), sends: () => ({ body: { email: newEmail() } }) },
  'POST /auth/reset-password': {
    ...forAnyone(400),
    sends: () => ({ body: { code: 'no', password: PASSWORD } }),
  },
  'POST /auth/confirm-email': { ...forAnyone(400), sends: () => ({ body: { code: 'no' } }) },
  'POST /auth/confirm-email/send': forSignedIn(),
};

export const officialAccess: AccessRows<typeof officials> = {
  'GET /government/invitations': { ...forOfficials(), reads: ofCounty },
  'POST /government/invitations': { ...forOfficials(201), sends: () => ({ body: {} }) },
  'POST /government/invitations/import': {
    ...forOfficials(),
    official: 403,
    sends: () => ({ body: { csv: `name,email\nAmina,${newEmail()}`, dryRun: true } }),
  },
  'DELETE /government/invitations/{id}': { ...forCounty(), sends: invitation },
  'POST /government/reset-codes': {
    ...forCounty(201),
    official: 403,
    sends: forgetful,
  },
  'GET /government/officials': { ...forOfficials(), official: 403, reads: ofCounty },
  'PUT /government/officials/{id}/duties': {
    ...forNational(),
    official: 403,
    sends: ({ official }) => ({ params: { id: official.user._id }, body: { manage: false } }),
  },
  // The official works nationally, so a county cannot vouch for them.
  'POST /government/officials/{id}/vouch': {
    ...forOfficials(404),
    official: 403,
    manager: 200,
    sends: ({ official }) => ({ params: { id: official.user._id }, body: {} }),
  },
  'PUT /government/officials/{id}/suspended': {
    ...forCounty(),
    official: 403,
    sends: ({ ended }) => ({
      params: { id: ended.user._id },
      body: { suspended: false, reason: 'Back at work' },
    }),
  },
};

export const postAccess: AccessRows<typeof posts> = {
  'GET /government/posts/own': { ...forOwnOffice(), reads: ofCounty },
  'PUT /government/posts/own': {
    ...forOwnOffice(404),
    sends: ({ farmer }) => ({ body: { postId: farmer.user._id } }),
  },
  'GET /government/posts': { ...forOfficials(), official: 403, reads: filtered({}, { county: 'Nakuru' }) },
  // Only a national official can assign a post to a national official.
  'POST /government/posts': {
    ...forOfficials(400),
    official: 403,
    manager: 201,
    changesCaller: true,
    sends: ({ official }) => ({ body: { email: official.user.email, county: 'Nakuru', duties: ['view'] } }),
  },
  'PUT /government/posts/{id}/end': {
    ...forCounty(),
    official: 403,
    changesCaller: true,
    sends: async ({ inside, ended }) => {
      const { body } = await inside.send<Post>('POST /government/posts', {
        body: { email: ended.user.email, county: 'Nakuru', duties: ['view'] },
      });
      return { params: { id: body._id } };
    },
  },
};

export const trailAccess: AccessRows<typeof auditSeal> = {
  'GET /government/audit/head': { ...forAuditors(), reads: () => [] },
};

const auditOfFarmer = {
  ...forNational(),
  official: 403,
  auditor: 200,
  sends: ({ farmer }: World) => ({ query: { person: farmer.user._id } }),
  discloses: theFarmer,
};

export const auditAccess: AccessRows<typeof audit> = {
  'GET /government/trail/{entity}/{id}': {
    ...forCounty(),
    sends: async ({ farmer }) => ({ params: { entity: 'parcel', id: (await newParcel(farmer))._id } }),
    discloses: theFarmer,
    reads: ({ parcelId, applicationId, policyId }) => [
      { params: { entity: 'parcel', id: parcelId } },
      { params: { entity: 'subsidy', id: applicationId } },
      { params: { entity: 'policy', id: policyId } },
    ],
  },
  'GET /government/audit': { ...auditOfFarmer, reads: () => [] },
  'GET /government/audit.csv': { ...auditOfFarmer, reads: () => [] },
  'POST /government/audit/people/{id}': {
    ...forCounty(),
    official: 403,
    auditor: 200,
    sends: ({ farmer }) => ({ params: { id: farmer.user._id } }),
    discloses: theFarmer,
  },
};

const onceConfirmed = (status = 200) => ({
  ...forOwnOffice(status),
  official: 403,
  ended: 403,
  unposted: 403,
});

export const secondFactorAccess: AccessRows<typeof secondFactors> = {
  'GET /auth/second-factors': { ...forOwnOffice(), reads: () => [] },
  'POST /auth/second-factors/enrolment': { ...forOwnOffice(400), sends: () => ({ body: { code: 'no' } }) },
  'POST /auth/second-factors/totp': { ...onceConfirmed(201), sends: () => ({ body: { name: 'Phone' } }) },
  'POST /auth/second-factors/{id}/confirm': {
    ...forOwnOffice(404),
    sends: ({ farmer }) => ({ params: { id: farmer.user._id }, body: { code: '123456' } }),
  },
  'POST /auth/second-factors/passkey-options': onceConfirmed(),
  'POST /auth/second-factors/passkey': {
    ...onceConfirmed(403),
    sends: ({ farmer }) => ({ body: { name: 'Key', challengeId: farmer.user._id, response: {} } }),
  },
  'POST /auth/second-factors/challenge': forOwnOffice(),
  'POST /auth/second-factors/recovery-codes': onceConfirmed(404),
  'DELETE /auth/second-factors/{id}': {
    ...onceConfirmed(404),
    sends: ({ farmer }) => ({ params: { id: farmer.user._id } }),
  },
};

export const doctorAccess: AccessRows<typeof doctor> = {
  'GET /government/system': { ...forNational(), official: 403, reads: () => [] },
  'POST /government/system/jobs/{task}/retry': {
    ...forNational(),
    official: 403,
    sends: () => ({ params: { task: 'send-mail' } }),
  },
};

/** A new database stores no settings. */
export const settingAccess: AccessRows<typeof settings> = {
  'GET /government/settings': { ...forNational(), official: 403, reads: () => [] },
  'DELETE /government/settings/{name}': {
    ...forNational(404),
    official: 403,
    sends: () => ({ params: { name: 'JURISDICTION' } }),
  },
};

export const accountAccess: AccessRows<typeof account & typeof personalData> = {
  'PUT /auth/profile': {
    ...forSignedIn(),
    changesCaller: true,
    sends: () => ({
      body: {
        name: 'A',
        location: 'Molo',
        farmSize: 1,
        department: 'Lands',
        phoneNumber: '+254 700 123 456',
      },
    }),
  },
  'PUT /auth/language': { ...forSignedIn(), sends: () => ({ body: { language: 'sw' } }) },
  'PUT /auth/password': {
    ...forSignedIn(),
    changesCaller: true,
    sends: () => ({ body: { currentPassword: PASSWORD, password: PASSWORD } }),
  },
  'POST /auth/confirm': {
    ...forSignedIn(),
    changesCaller: true,
    sends: () => ({ body: { password: PASSWORD } }),
  },
  'GET /auth/sessions': forSignedIn(),
  'DELETE /auth/sessions/{id}': {
    ...forSignedIn(404),
    farmer: 200,
    sends: otherSession,
  },
  'GET /auth/data': forSignedIn(),
  'GET /auth/account': forSignedIn(),
  'DELETE /auth/account': { ...forSignedIn(400), sends: () => ({ body: { password: 'not the password' } }) },
};

export const accessLineAccess: AccessRows<typeof accessLog> = {
  'GET /auth/access-lines': forSignedIn(),
};

export const contactAccess: AccessRows<typeof contact> = {
  'POST /contact': {
    ...forAnyone(201),
    sends: () => ({ body: { name: 'A', email: 'a@b', message: 'x' } }),
  },
  'GET /government/contact-messages': { ...forNational(), reads: () => [] },
  'PUT /government/contact-messages/{id}': { ...forNational(), sends: contactMessage },
  // Mail is not configured, and no account has that address.
  'POST /government/contact-messages/{id}/answer': {
    ...forNational(409),
    sends: async (world) => ({ ...(await contactMessage(world)), body: { answer: 'Asante' } }),
  },
  'POST /government/contact-messages/{id}/complaint': {
    ...forNational(201),
    sends: async (world) => ({ ...(await contactMessage(world)), body: { kind: 'delay' } }),
  },
};

async function complaint({ farmer }: World) {
  const { body } = await farmer.send<{ _id: string }>('POST /complaints', {
    body: { kind: 'delay', message: 'Still waiting' },
  });
  return { params: { id: body._id }, body: { answer: 'Decided today' } };
}

const forNationalManagers = (status = 200) => ({ ...forNational(status), official: 403, unposted: 403 });

/** Proposed by a manager who is none of the callers. */
async function proposal({ app }: World) {
  const [proposer, candidate] = [await app.as('government'), await app.as('government')];
  await app.sql`update users set manage = true where id = ${proposer.user._id}`;
  const head = await signInAgain(app, proposer);
  await head.send('POST /auth/confirm', { body: { password: PASSWORD } });
  const { body } = await head.send<Ombudspersons>('POST /government/ombudspersons', {
    body: { email: candidate.user.email },
  });
  return { params: { id: body.proposals.find(({ official }) => official._id === candidate.user._id)!._id } };
}

export const complaintAccess: AccessRows<typeof complaints> = {
  'POST /complaints': {
    ...forFarmers(201),
    sends: () => ({ body: { kind: 'other', message: 'x' } }),
  },
  'GET /complaints': forFarmers(),
  'GET /government/complaints': {
    ...forOfficials(),
    reads: filtered({}, { state: 'all' }, { q: FARMER_MARKER }),
  },
  'PUT /government/complaints/{id}': { ...forCounty(), sends: complaint },
  'POST /government/complaints/{id}/take-up': { ...forCounty(), sends: complaint },
  'POST /government/complaints/{id}/complainant': {
    ...forCounty(),
    sends: complaint,
    discloses: theFarmer,
  },
  'GET /government/ombudspersons': { ...forNationalManagers(), reads: () => [] },
  'POST /government/ombudspersons': {
    ...forNationalManagers(201),
    sends: async ({ app }) => ({ body: { email: (await app.as('government')).user.email } }),
  },
  'POST /government/ombudspersons/{id}/confirm': { ...forNationalManagers(), sends: proposal },
};
