import type { analytics, Report, registers, tiles } from '@ardhi/contract';
import { newParcel } from '../land.ts';
import { type AccessRows, forOfficials, forOwner, type World } from './rows.ts';

async function parcel({ farmer }: World) {
  return { params: { id: (await newParcel(farmer))._id } };
}

async function report({ official }: World) {
  await official.send('GET /government/analytics.csv');
  const { body } = await official.send<Report[]>('GET /government/reports');
  return { params: { id: body[0]!._id } };
}

export const analyticsAccess: AccessRows<typeof analytics> = {
  'GET /government/analytics': forOfficials(),
  'GET /government/analytics.csv': forOfficials(),
  'GET /government/analytics.pdf': forOfficials(),
  'GET /government/reports': forOfficials(),
  'GET /government/reports/{id}/file': { ...forOfficials(), sends: report },
};

export const registerAccess: AccessRows<typeof registers> = {
  'GET /government/farmers': forOfficials(),
  'GET /government/farmers.csv': forOfficials(403),
  'GET /government/lands': forOfficials(),
  'GET /government/lands.csv': forOfficials(403),
  'GET /government/lands/{id}': { ...forOfficials(), sends: parcel },
  'GET /government/waiting-applications': forOfficials(),
  'GET /land/{id}/views': { ...forOwner(), sends: parcel },
};

export const tileAccess: AccessRows<typeof tiles> = {
  'GET /government/tiles/{z}/{x}/{y}': {
    ...forOfficials(),
    sends: () => ({ params: { z: '12', x: '2457', y: '2051' } }),
  },
};
