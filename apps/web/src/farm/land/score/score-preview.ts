/**
 * Computes county, score and boundary summary of a parcel on the device, with the same engine as the server. Loaded
 * on demand, because the engine's tables are too large for the first load.
 */
import { evaluate, resolveCounty, type ScoreResult } from '@ardhi/agronomy';
import { landScoreOf, type Parcel, type ParcelDetail, type ParcelScore, scoreInputOf } from '@ardhi/contract';
import { areaOf, type BoundaryGeometry, centreOf, toShape } from '@ardhi/geo';
import { today } from '../../../lib/device/clock.ts';
import type { ParcelLike, ParcelTools } from '../parcel/parcel-overlay.ts';

const boundarySummary: ParcelTools['boundarySummary'] = (geometry) => {
  const shape = toShape(geometry as BoundaryGeometry);
  const [lon, lat] = centreOf(shape);
  return { areaSquareMetres: Math.round(areaOf(shape) * 100) / 100, centre: { lat, lon } };
};

function scoreOf(parcel: ParcelDetail): ScoreResult {
  const asOf = today();
  return evaluate(scoreInputOf(parcel, parcel, asOf), asOf);
}

/** Derives the county from the farmer's confirmation, the address or the boundary. */
function placeOf(parcel: Parcel): Pick<Parcel, 'county' | 'region' | 'countySource'> {
  const { county, region, source } = resolveCounty({
    county: parcel.countyConfirmed ? parcel.county : null,
    address: parcel.location.address,
    lat: parcel.boundary?.centre.lat,
    lon: parcel.boundary?.centre.lon,
  });
  return { county, region, countySource: source };
}

function scored(parcel: ParcelDetail): ParcelDetail {
  const placed = { ...parcel, ...placeOf(parcel) };
  const { score, confidencePct, status, band } = scoreOf(placed);
  return { ...placed, sustainabilityScore: score, score: { confidence: confidencePct, status, band } };
}

/** A list row lacks some records, so its score is computed from the cached parcel details. */
function scoredInList(row: ParcelLike, detail: ParcelDetail | undefined): Parcel {
  const whole = row.fertilizerUsage && row.pesticideUsage ? (row as ParcelDetail) : detail;
  if (!whole) return row;
  const { sustainabilityScore, score, county, region, countySource } = scored(whole);
  return { ...row, sustainabilityScore, score, county, region, countySource };
}

function explained(parcel: ParcelDetail, before: ParcelScore | undefined): ParcelScore {
  return landScoreOf(parcel._id, scoreOf({ ...parcel, ...placeOf(parcel) }), before?.history ?? []);
}

export const scorePreview = { boundarySummary, scored, scoredInList, explained };
