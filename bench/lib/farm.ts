/** Signed-in farmers with a given amount of land. */
import { createHash, randomBytes } from 'node:crypto';
import { createParcel } from '../../apps/api/src/farm/land/service.ts';
import type { Database } from '../../apps/api/src/lib/database/database.ts';
import { newId } from '../../apps/api/src/lib/database/id.ts';
import { benchTransaction } from './transaction.ts';

export interface BenchFarmer {
  id: string;
  token: string;
  parcelIds: string[];
}

type Pool = Database['pool'];

export interface FarmSize {
  parcels: number;
  cropsPerParcel: number;
  waterPerParcel: number;
}

export async function makeFarmer({ db, pool }: Database, size: FarmSize): Promise<BenchFarmer> {
  const id = newId();
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('users')
    .values({ id, email: `${id}@bench.example`, name: 'Bench', role: 'farmer', password_hash: '' })
    .execute();
  await db
    .insertInto('sessions')
    .values({
      id: newId(),
      user_id: id,
      token_hash: createHash('sha256').update(token).digest(),
      device: 'bench',
    })
    .execute();
  const transaction = benchTransaction(db, { user: { id }, requestId: 'bench' });
  const parcelIds: string[] = [];
  for (let index = 0; index < size.parcels; index += 1) {
    const parcelId = newId();
    await transaction((context) =>
      createParcel(context, {
        _id: parcelId,
        name: `Shamba ${index + 1}`,
        size: 2.5,
        location: { address: 'Njoro, Nakuru County' },
      }),
    );
    parcelIds.push(parcelId);
  }
  await addRecords(pool, id, size);
  return { id, token, parcelIds };
}

/** Inserts in bulk, because the benches only read the records. */
async function addRecords(pool: Pool, ownerId: string, { cropsPerParcel, waterPerParcel }: FarmSize) {
  await pool.query(
    `insert into crops (id, parcel_id, name, planting_date, harvest_date, yield_tons_per_hectare, yield_confirmed)
     select gen_random_uuid(), id, (array['Mahindi', 'Maharagwe', 'Viazi'])[1 + n % 3],
       date '2026-03-01' - 180 * n, date '2026-08-01' - 180 * n, 1.5 + n, true
     from parcels cross join generate_series(1, $2::int) as n where owner_id = $1`,
    [ownerId, cropsPerParcel],
  );
  await pool.query(
    `insert into water_records (id, parcel_id, date, litres)
     select gen_random_uuid(), id, date '2026-06-01' - 7 * n, 100 * n
     from parcels cross join generate_series(1, $2::int) as n where owner_id = $1`,
    [ownerId, waterPerParcel],
  );
  await pool.query(
    `update parcels set has_records = true, crop_count = $2, water_count = $3,
       water_litres = (select sum(litres) from water_records where parcel_id = parcels.id)
     where owner_id = $1`,
    [ownerId, cropsPerParcel, waterPerParcel],
  );
}
