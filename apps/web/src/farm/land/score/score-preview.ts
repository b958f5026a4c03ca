/**
 * What the server works out about a parcel, worked out on the device by the same engine. Loaded only when work waits:
 * the engine's tables are no part of the first load.
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

/** The county as its address, its boundary or the farmer says. */
function placeOf(parcel: Parcel): Pick<Parcel, 'county' | 'region' | 'countySource'> {
  const { county, region, source } = resolveCounty({
    county: parcel.countyConfirmed ? parcel.county : null,
    address: parcel.location.address,
    lat: parcel.boundary?.centre.lat,
    lon: parcel.boundary?.centre.lon,
  });
  return { county, region, countySource: source };
}

/** The parcel with its place and its score. */
function scored(parcel: ParcelDetail): ParcelDetail {
  const placed = { ...parcel, ...placeOf(parcel) };
  const { score, confidencePct, status, band } = scoreOf(placed);
  return { ...placed, sustainabilityScore: score, score: { confidence: confidencePct, status, band } };
}

/** A parcel of the list takes its score from the parcel's own page, where all its records are known. */
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
