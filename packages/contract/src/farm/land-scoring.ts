/** Maps a parcel to the score engine's input and the result to the API; the browser uses it offline. */
import type { ScoreInput, ScoreResult } from '@ardhi/agronomy';
import type { Parcel, ParcelDetail } from './land.ts';
import type { Crop } from './land-records.ts';
import type { ParcelScore, ScoreHistoryEntry } from './land-score.ts';

export type ScoredParcel = Pick<
  Parcel,
  '_id' | 'size' | 'location' | 'soilType' | 'county' | 'countyConfirmed' | 'declarations' | 'boundary'
>;
export type ScoredRecords = Pick<ParcelDetail, 'crops' | 'waterUsage' | 'fertilizerUsage' | 'pesticideUsage'>;

export function scoreInputOf(parcel: ScoredParcel, records: ScoredRecords, asOf: string): ScoreInput {
  return {
    parcel: {
      id: parcel._id,
      sizeAcres: parcel.size,
      soilType: parcel.soilType,
      address: parcel.location.address,
      county: parcel.countyConfirmed ? parcel.county : null,
      lat: parcel.boundary?.centre.lat,
      lon: parcel.boundary?.centre.lon,
      declarations: parcel.declarations,
    },
    crops: records.crops.map((crop) => ({
      id: crop._id,
      name: crop.name,
      plantingDate: crop.plantingDate,
      harvestDate: crop.harvestDate,
      yieldTonsPerHectare: harvestedYield(crop, asOf),
      areaShare: crop.areaShare,
    })),
    water: records.waterUsage.map(({ _id, date, amount }) => ({ id: _id, date, litres: amount })),
    fertilizer: records.fertilizerUsage.map(({ _id, date, type, amount }) => ({
      id: _id,
      date,
      type,
      kg: amount,
    })),
    pesticides: records.pesticideUsage.map(({ _id, date, product, amount }) => ({
      id: _id,
      date,
      product,
      amount,
    })),
  };
}

/** After the harvest date an unconfirmed yield is only an expectation and does not count as evidence. */
function harvestedYield(crop: Crop, asOf: string): number | null {
  return crop.yieldConfirmed || crop.harvestDate > asOf ? crop.yield : null;
}

export function landScoreOf(landId: string, result: ScoreResult, history: ScoreHistoryEntry[]): ParcelScore {
  return {
    landId,
    asOf: result.asOf,
    sustainabilityScore: result.score,
    confidence: result.confidencePct,
    status: result.status,
    band: result.band,
    county: result.county,
    region: result.region,
    components: result.components,
    actions: result.actions,
    nextEvidence: result.nextEvidence,
    history,
    engineVersion: result.engineVersion,
    tablesVersion: result.tablesVersion,
    inputsHash: result.inputsHash,
  };
}
