import type { Equipment, EquipmentDetail, equipment, equipmentRecords } from '@ardhi/contract';
import { type AccessRows, forFarmers, forOwner, type World } from './rows.ts';

const tractor = { name: 'Tractor', type: 'Tractor' };
const service = { date: '2026-01-01', kind: 'service', description: 'Oil' };

async function machine({ farmer }: World) {
  const { body } = await farmer.send<Equipment>('POST /equipment', { body: tractor });
  return { params: { id: body._id } };
}

async function maintained(world: World) {
  const { params } = await machine(world);
  const { body } = await world.farmer.send<EquipmentDetail>(`POST /equipment/${params.id}/maintenance`, {
    body: service,
  });
  return { params: { ...params, recordId: body.maintenance[0]!._id }, body: { kind: 'repair' } };
}

async function used(world: World) {
  const { params } = await machine(world);
  const { body } = await world.farmer.send<EquipmentDetail>(`PUT /equipment/${params.id}/usage`, {
    body: { hours: 1 },
  });
  return { params: { ...params, recordId: body.usage[0]!._id } };
}

export const equipmentAccess: AccessRows<typeof equipment> = {
  'POST /equipment': { ...forFarmers(201), sends: () => ({ body: tractor }) },
  'GET /equipment': forFarmers(),
  'GET /equipment/{id}': { ...forOwner(), sends: machine },
  'PUT /equipment/{id}': {
    ...forOwner(),
    sends: async (world) => ({ ...(await machine(world)), body: tractor }),
  },
  'DELETE /equipment/{id}': { ...forOwner(), sends: machine },
};

export const equipmentRecordAccess: AccessRows<typeof equipmentRecords> = {
  'POST /equipment/{id}/maintenance': {
    ...forOwner(201),
    sends: async (world) => ({ ...(await machine(world)), body: service }),
  },
  'GET /equipment/{id}/maintenance': { ...forOwner(), sends: machine },
  'PUT /equipment/{id}/maintenance/{recordId}': { ...forOwner(), sends: maintained },
  'DELETE /equipment/{id}/maintenance/{recordId}': { ...forOwner(), sends: maintained },
  'PUT /equipment/{id}/usage': {
    ...forOwner(),
    sends: async (world) => ({ ...(await machine(world)), body: { hours: 1 } }),
  },
  'GET /equipment/{id}/usage': { ...forOwner(), sends: machine },
  'DELETE /equipment/{id}/usage/{recordId}': { ...forOwner(), sends: used },
};
