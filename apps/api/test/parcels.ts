/** Inserts parcels directly into the database, with a score chosen by the test. */
import type { Region } from '@ardhi/contract';
import type { Db } from '../src/lib/database/db.ts';
import { newId } from '../src/lib/database/id.ts';

export interface ParcelSeed {
  name?: string;
  sizeAcres?: number;
  county?: string | null;
  region?: Region | null;
  /** null: not assessed yet. */
  score?: number | null;
  confidence?: number;
  actions?: { key: string; gainPoints: number }[];
  crops?: { name: string; plantingDate: string; harvestDate: string }[];
}

export async function insertParcel(db: Db, ownerId: string, seed: ParcelSeed = {}): Promise<string> {
  const id = newId();
  const county = seed.county === undefined ? 'Nakuru' : seed.county;
  const isAssessed = seed.score !== null && seed.score !== undefined;
  await db
    .insertInto('parcels')
    .values({
      id,
      owner_id: ownerId,
      name: seed.name ?? 'Shamba',
      size_acres: seed.sizeAcres ?? 2,
      county,
      region: seed.region === undefined ? 'west' : seed.region,
      county_source: county ? 'confirmed' : null,
      score: seed.score ?? 50,
      confidence: seed.confidence ?? 0,
      score_status: isAssessed ? 'assessed' : 'initial',
      score_band: isAssessed ? 'fair' : 'initial',
      score_as_of: '2026-01-01',
      score_version: 'test',
      inputs_hash: 'test',
    })
    .execute();
  await db
    .insertInto('parcel_scores')
    .values({
      parcel_id: id,
      result: JSON.stringify({
        components: [],
        actions: (seed.actions ?? []).map((action) => ({ ...action, components: [], values: {} })),
        nextEvidence: { component: 'water', code: 'no-water-records', confidenceGain: 20 },
      }),
    })
    .execute();
  for (const crop of seed.crops ?? []) {
    await db
      .insertInto('crops')
      .values({
        id: newId(),
        parcel_id: id,
        name: crop.name,
        planting_date: crop.plantingDate,
        harvest_date: crop.harvestDate,
        yield_tons_per_hectare: 2,
        yield_confirmed: true,
      })
      .execute();
  }
  return id;
}
