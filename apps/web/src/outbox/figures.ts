/**
 * What the server works out about a parcel, worked out on the device by the same engine. Loaded only when work waits:
 * the engine's tables are no part of the first load.
 */
import { evaluate, resolveCounty, type ScoreResult } from '@ardhi/agronomy';
import { type Land, type LandDetail, type LandScore, landScoreOf, scoreInputOf } from '@ardhi/contract';
import { areaOf, type BoundaryGeometry, centreOf, toShape } from '@ardhi/geo';
import { today } from '../lib/clock.ts';
import type { LandFigures, LandLike } from './land-overlay.ts';

const boundarySummary: LandFigures['boundarySummary'] = (geometry) => {
  const shape = toShape(geometry as BoundaryGeometry);
  const [lon, lat] = centreOf(shape);
  return { areaSquareMetres: Math.round(areaOf(shape) * 100) / 100, centre: { lat, lon } };
};

function scoreOf(land: LandDetail): ScoreResult {
  const asOf = today();
  return evaluate(scoreInputOf(land, land, asOf), asOf);
}

/** The county as its address, its boundary or the farmer says. */
function placeOf(land: Land): Pick<Land, 'county' | 'region' | 'countySource'> {
  const { county, region, source } = resolveCounty({
    county: land.countyConfirmed ? land.county : null,
    address: land.location.address,
    lat: land.boundary?.centre.lat,
    lon: land.boundary?.centre.lon,
  });
  return { county, region, countySource: source };
}

/** The parcel with its place and its score. */
function scored(land: LandDetail): LandDetail {
  const placed = { ...land, ...placeOf(land) };
  const { score, confidencePct, status, band } = scoreOf(placed);
  return { ...placed, sustainabilityScore: score, score: { confidence: confidencePct, status, band } };
}

/** A parcel of the list takes its score from the parcel's own page, where all its records are known. */
function scoredInList(row: LandLike, detail: LandDetail | undefined): Land {
  const whole = row.fertilizerUsage && row.pesticideUsage ? (row as LandDetail) : detail;
  if (!whole) return row;
  const { sustainabilityScore, score, county, region, countySource } = scored(whole);
  return { ...row, sustainabilityScore, score, county, region, countySource };
}

function explained(land: LandDetail, before: LandScore | undefined): LandScore {
  return landScoreOf(land._id, scoreOf({ ...land, ...placeOf(land) }), before?.history ?? []);
}

export const figures = { boundarySummary, scored, scoredInList, explained };
