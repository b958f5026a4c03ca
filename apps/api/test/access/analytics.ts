import type {
  analytics,
  BoardReport,
  board,
  gis,
  gisTokens,
  Report,
  registers,
  search,
  tiles,
} from '@ardhi/contract';
import { newParcel } from '../land.ts';
import { tileAt } from '../tiles.ts';
import {
  type AccessRows,
  FARMER_MARKER,
  filtered,
  forAnyone,
  forAuditors,
  forCounty,
  forOfficials,
  forOwner,
  forOwnOffice,
  ofCounty,
  theFarmer,
  type World,
} from './rows.ts';
import { application } from './subsidies.ts';

async function parcel({ farmer }: World) {
  return { params: { id: (await newParcel(farmer))._id } };
}

const parcelsOfFarmer = ({ farmer }: World) => ({ query: { farmerId: farmer.user._id } });

async function report({ inside }: World) {
  await inside.send('GET /government/analytics.csv');
  const { body } = await inside.send<Report[]>('GET /government/reports');
  return { params: { id: body[0]!._id } };
}

export const analyticsAccess: AccessRows<typeof analytics> = {
  'GET /government/analytics': {
    ...forOfficials(),
    reads: filtered({}, { period: 'yearly' }, { region: 'west' }, { region: 'east' }),
  },
  'GET /government/analytics.csv': { ...forOfficials(), reads: ofCounty },
  'GET /government/analytics.pdf': { ...forOfficials(), reads: ofCounty },
  'GET /government/reports': { ...forOfficials(), reads: ofCounty },
  'GET /government/reports/{id}/file': {
    ...forCounty(),
    sends: report,
    reads: ({ reportId }) => [{ params: { id: reportId } }],
  },
};

/** Made by the test: a county's report exists from the first of the next month. */
async function boardReport({ app, inside }: World) {
  await app.sql`
    insert into reports (id, kind, format, period, region, county, language, file_name, file)
    values (gen_random_uuid(), 'board', 'csv', '2026-01', 'all', 'Nakuru', 'en', 'board.csv', 'Board')
    on conflict do nothing`;
  const { body } = await inside.send<BoardReport[]>('GET /government/board/reports');
  return { params: { id: body[0]!._id } };
}

export const boardAccess: AccessRows<typeof board> = {
  'GET /government/board': {
    ...forAuditors(),
    reads: filtered(
      {},
      { county: 'Nakuru' },
      { programmeId: 'none' },
      { from: '2026-01-01', to: '2026-06-30' },
    ),
  },
  'GET /government/board.csv': { ...forAuditors(), reads: ofCounty },
  'GET /government/board.pdf': { ...forAuditors(), reads: ofCounty },
  'GET /government/board/records': {
    ...forAuditors(),
    sends: async (world) => {
      await application(world);
      return { query: { figure: 'received', limit: 1 } };
    },
    discloses: theFarmer,
    reads: filtered({ figure: 'received' }, { figure: 'backlog', county: 'Nakuru' }, { figure: 'overdue' }),
  },
  'GET /government/board/reports': { ...forAuditors(), reads: ofCounty },
  'GET /government/board/reports/{id}/file': {
    ...forAuditors(),
    outside: 404,
    sends: boardReport,
    reads: () => [],
  },
};

export const registerAccess: AccessRows<typeof registers> = {
  'GET /government/farmers': {
    ...forOfficials(),
    sends: ({ farmer }) => ({ query: { q: farmer.user.name } }),
    discloses: theFarmer,
    reads: filtered(
      {},
      { q: FARMER_MARKER },
      { county: 'Nakuru' },
      { region: 'west' },
      // The traveller has land there.
      { region: 'east' },
      { machines: 'yes' },
      { limit: '1' },
    ),
  },
  'GET /government/farmers.csv': {
    ...forOfficials(),
    official: 403,
    sends: ({ farmer }) => ({ query: { q: farmer.user.name } }),
    discloses: theFarmer,
    reads: filtered({}, { county: 'Nakuru' }),
  },
  'GET /government/lands': {
    ...forOfficials(),
    sends: parcelsOfFarmer,
    discloses: theFarmer,
    reads: filtered(
      {},
      { q: FARMER_MARKER },
      { county: 'Nakuru' },
      { soilType: 'loamy' },
      { bucket: '41-60' },
      { compared: 'no' },
      { unplaced: 'yes' },
      { work: 'no-harvest' },
      { work: 'overlaps' },
    ),
  },
  'GET /government/lands.csv': {
    ...forOfficials(),
    official: 403,
    sends: parcelsOfFarmer,
    discloses: theFarmer,
    reads: filtered({}, { q: FARMER_MARKER }),
  },
  'GET /government/lands.geojson': {
    ...forOfficials(),
    official: 403,
    // It has the name of the parcel, not that of the farmer.
    sends: async (world) => {
      await newParcel(world.farmer, { name: `Shamba la ${FARMER_MARKER}` });
      return parcelsOfFarmer(world);
    },
    discloses: theFarmer,
    reads: filtered({}, { q: FARMER_MARKER }),
  },
  'GET /government/lands/{id}': {
    ...forCounty(),
    sends: parcel,
    discloses: theFarmer,
    reads: ({ parcelId }) => [{ params: { id: parcelId } }],
  },
  'GET /government/waiting-applications': {
    ...forOfficials(),
    sends: async (world) => {
      const { params } = await application(world);
      // Older than every other in the register.
      await world.app
        .sql`update subsidies set created_at = now() - interval '3 years' where id = ${params.id}`;
      return { query: { limit: 1 } };
    },
    discloses: theFarmer,
    reads: filtered({}, { county: 'Nakuru' }),
  },
  'GET /land/{id}/views': { ...forOwner(), sends: parcel },
};

export const searchAccess: AccessRows<typeof search> = {
  'GET /government/search': {
    ...forOfficials(),
    sends: ({ farmer }) => ({ query: { q: farmer.user.name } }),
    discloses: theFarmer,
    reads: filtered({ q: FARMER_MARKER }, { q: 'zebr' }, { q: 'zbera' }),
  },
};

function tileParams(zoom: number) {
  const [z, x, y] = tileAt([35.9, -0.3], zoom).split('/') as [string, string, string];
  return { z, x, y };
}

export const tileAccess: AccessRows<typeof tiles> = {
  'GET /government/tiles/{z}/{x}/{y}': {
    ...forOfficials(),
    sends: () => ({ params: tileParams(12) }),
    reads: () => [8, 10, 12, 14].map((zoom) => ({ params: tileParams(zoom) })),
  },
};

const NO_ID = '00000000-0000-4000-8000-000000000000';

export const gisTokenAccess: AccessRows<typeof gisTokens> = {
  'GET /government/gis-tokens': { ...forOwnOffice(), reads: ofCounty },
  // Without a second factor no official gets one.
  'POST /government/gis-tokens': {
    ...forOfficials(403),
    sends: () => ({ body: { name: 'QGIS', maxRows: 10 } }),
  },
  'DELETE /government/gis-tokens/{id}': { ...forOwnOffice(404), sends: () => ({ params: { id: NO_ID } }) },
};

/** A session is no token for map programs. */
const forMapPrograms = forAnyone(401);

export const gisAccess: AccessRows<typeof gis> = {
  'GET /gis': forMapPrograms,
  'GET /gis/conformance': forMapPrograms,
  'GET /gis/api': forMapPrograms,
  'GET /gis/collections': forMapPrograms,
  'GET /gis/collections/parcels': forMapPrograms,
  'GET /gis/collections/parcels/items': forMapPrograms,
  'GET /gis/collections/parcels/items/{id}': { ...forMapPrograms, sends: () => ({ params: { id: NO_ID } }) },
};
