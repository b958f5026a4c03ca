import type { boundaries, Overlap } from '@ardhi/contract';
import { rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';
import {
  type AccessRows,
  filtered,
  forCounty,
  forFarmers,
  forOfficials,
  forOwner,
  type World,
} from './rows.ts';

let place = 0;

/** A parcel with a boundary that no other parcel overlaps. */
async function bounded({ farmer }: World) {
  place += 50;
  const parcel = await newParcel(farmer);
  await setBoundary(farmer, parcel._id, rectangle(place, 0));
  return { params: { id: parcel._id }, body: { geometry: rectangle(place, 0, 11) } };
}

/** An overlap between `farmer` and the neighbour. */
export async function overlap(world: World) {
  const { neighbour } = world;
  await bounded(world);
  await setBoundary(neighbour, (await newParcel(neighbour))._id, rectangle(place + 5, 0));
  const { body } = await neighbour.send<Overlap[]>('GET /boundaries/overlaps');
  return { params: { id: body[0]!._id } };
}

const bothSides = ({ farmer, neighbour }: World) => [farmer, neighbour];

export const boundaryAccess: AccessRows<typeof boundaries> = {
  'GET /land/boundaries': forFarmers(),
  'GET /land/{id}/boundary': { ...forOwner(), sends: bounded },
  'PUT /land/{id}/boundary': { ...forOwner(), sends: bounded },
  'DELETE /land/{id}/boundary': { ...forOwner(), sends: bounded },
  'GET /boundaries/overlaps': forFarmers(),
  'POST /boundaries/overlaps/{id}/message': {
    ...forOwner(201),
    sends: async (world) => ({
      ...(await overlap(world)),
      body: { subject: 'Border', content: 'Shall we meet?' },
    }),
  },
  'PUT /boundaries/overlaps/{id}/strip': {
    ...forOwner(),
    sends: async (world) => ({ ...(await overlap(world)), body: { agreed: true } }),
  },
  'GET /government/overlaps': {
    ...forOfficials(),
    sends: async (world) => {
      await overlap(world);
      return { query: { limit: 1 } };
    },
    discloses: bothSides,
    reads: filtered({}, { status: 'open' }, { county: 'Nakuru' }, { region: 'west' }),
  },
  'PUT /government/overlaps/{id}': {
    ...forCounty(),
    discloses: bothSides,
    sends: async (world) => ({
      ...(await overlap(world)),
      body: { status: 'settled', note: 'Both agreed.' },
    }),
  },
};
