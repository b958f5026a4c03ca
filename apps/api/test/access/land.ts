import type { land, landRecords, landReports } from '@ardhi/contract';
import { maize, newParcel, plot, sent } from '../land.ts';
import { type AccessRows, forFarmers, forOfficials, forOwner, ofCounty, type World } from './rows.ts';

const ownParcel = async ({ farmer }: World) => ({ params: { id: (await newParcel(farmer))._id } });
const withBody = (body: unknown) => async (world: World) => ({ ...(await ownParcel(world)), body });

type RecordList = 'crops' | 'waterUsage' | 'fertilizerUsage' | 'pesticideUsage';

/** A record of the farmer, and the request body for it. */
const ownRecord =
  (kind: string, list: RecordList, body: object) =>
  async ({ farmer }: World) => {
    const { _id } = await newParcel(farmer);
    const land = await sent(farmer, `POST /land/${_id}/${kind}`, body);
    return { params: { id: _id, recordId: land[list][0]!._id }, body };
  };
const withoutBody = (make: ReturnType<typeof ownRecord>) => async (world: World) => ({
  params: (await make(world)).params,
});

const water = { date: '2026-01-05', amount: 100 };
const fertilizer = { date: '2026-01-05', type: 'DAP', amount: 50 };
const pesticide = { date: '2026-01-05', product: 'Roundup', amount: 1, unit: 'L' };
const ownCrop = ownRecord('crops', 'crops', maize);
const ownWater = ownRecord('water', 'waterUsage', water);
const ownFertilizer = ownRecord('fertilizer', 'fertilizerUsage', fertilizer);
const ownPesticide = ownRecord('pesticides', 'pesticideUsage', pesticide);

export const landAccess: AccessRows<typeof land> = {
  'GET /land': forFarmers(),
  'POST /land': { ...forFarmers(201), sends: () => ({ body: plot }) },
  'GET /land/deleted': forFarmers(),
  'GET /land/activities': forFarmers(),
  'GET /land/advice': forFarmers(),
  'GET /land/harvests-to-confirm': forFarmers(),
  'GET /land/details': forFarmers(),
  'GET /land/{id}': { ...forOwner(), sends: ownParcel },
  'PUT /land/{id}': { ...forOwner(), sends: withBody({ size: 3 }) },
  'DELETE /land/{id}': { ...forOwner(), sends: ownParcel },
  'POST /land/{id}/restore': {
    ...forOwner(),
    sends: async ({ farmer }) => {
      const { _id } = await newParcel(farmer, { name: `Plot ${Math.random()}` });
      await farmer.send(`DELETE /land/${_id}`);
      return { params: { id: _id }, body: {} };
    },
  },
  'GET /land/{id}/score': { ...forOwner(), sends: ownParcel },
};

export const landRecordAccess: AccessRows<typeof landRecords> = {
  'GET /land/{id}/crops': { ...forOwner(), sends: ownParcel },
  'POST /land/{id}/crops': { ...forOwner(201), sends: withBody(maize) },
  'PUT /land/{id}/crops/{recordId}': { ...forOwner(), sends: ownCrop },
  'PUT /land/{id}/crops/{recordId}/harvest': { ...forOwner(), sends: ownCrop },
  'PUT /land/{id}/crops/{recordId}/harvest/undo': { ...forOwner(), sends: ownCrop },
  'DELETE /land/{id}/crops/{recordId}': { ...forOwner(), sends: withoutBody(ownCrop) },
  'GET /land/{id}/water': { ...forOwner(), sends: ownParcel },
  'POST /land/{id}/water': { ...forOwner(201), sends: withBody(water) },
  'PUT /land/{id}/water/{recordId}': { ...forOwner(), sends: ownWater },
  'DELETE /land/{id}/water/{recordId}': { ...forOwner(), sends: withoutBody(ownWater) },
  'GET /land/{id}/fertilizer': { ...forOwner(), sends: ownParcel },
  'POST /land/{id}/fertilizer': { ...forOwner(201), sends: withBody(fertilizer) },
  'PUT /land/{id}/fertilizer/{recordId}': { ...forOwner(), sends: ownFertilizer },
  'DELETE /land/{id}/fertilizer/{recordId}': { ...forOwner(), sends: withoutBody(ownFertilizer) },
  'GET /land/{id}/pesticides': { ...forOwner(), sends: ownParcel },
  'POST /land/{id}/pesticides': { ...forOwner(201), sends: withBody(pesticide) },
  'PUT /land/{id}/pesticides/{recordId}': { ...forOwner(), sends: ownPesticide },
  'DELETE /land/{id}/pesticides/{recordId}': { ...forOwner(), sends: withoutBody(ownPesticide) },
};

export const landReportAccess: AccessRows<typeof landReports> = {
  'GET /land/{id}/seasons': { ...forOwner(), sends: ownParcel },
  'GET /land/{id}/report': { ...forOwner(), sends: ownParcel },
  'GET /land/{id}/report.pdf': { ...forOwner(), sends: ownParcel },
  'GET /land/{id}/records.csv': { ...forOwner(), sends: ownParcel },
  'GET /reports/monthly': forFarmers(),
  'GET /reports/monthly.pdf': forFarmers(),
  'GET /reports/sustainability': forFarmers(),
  'GET /reports/sustainability.pdf': forFarmers(),
  'GET /government/score-runs': { ...forOfficials(), reads: ofCounty },
};
