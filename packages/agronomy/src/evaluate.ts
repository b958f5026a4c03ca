import { bestActions } from './actions.ts';
import { canonicalise } from './canonical.ts';
import { BANDS, type Band, COMPONENT_KEYS, type Status } from './codes.ts';
import { WATER_COMPLETENESS_WITHOUT_HARVEST } from './components/water.ts';
import {
  confidence,
  describeComponents,
  effectiveScores,
  type Measures,
  measureAll,
  rawScore,
  WEIGHTS,
} from './components.ts';
import { parseDay } from './dates.ts';
import { gatherFacts } from './facts.ts';
import { hashText } from './hash.ts';
import { findCounty } from './tables/resolve-county.ts';
import type { NextEvidence, ScoreInput, ScoreResult } from './types.ts';
import { ENGINE_VERSION, TABLES_VERSION } from './version.ts';

/**
 * The sustainability score of a parcel on a date (YYYY-MM-DD in Africa/Nairobi).
 * A pure function of its arguments and the bundled tables; a parcel without records scores the initial 50.
 * Throws a RangeError for a date that does not exist.
 */
export function evaluate(input: ScoreInput, asOf: string): ScoreResult {
  const records = canonicalise(input);
  const county = findCounty(input.parcel)?.county ?? null;
  const facts = gatherFacts(input.parcel, records, county, parseDay(asOf));
  const measures = measureAll(facts);
  const scores = effectiveScores(measures);
  const raw = rawScore(scores);
  const score = roundHalfUp(raw);
  const confidencePct = roundHalfUp(confidence(measures));
  const status = statusOf(confidencePct);

  return {
    parcelId: input.parcel.id ?? null,
    asOf,
    engineVersion: ENGINE_VERSION,
    tablesVersion: TABLES_VERSION,
    inputsHash: hashText(records.text),
    score,
    raw,
    confidencePct,
    status,
    band: status === 'initial' ? 'initial' : bandOf(score),
    county: county?.name ?? null,
    region: county?.region ?? null,
    components: describeComponents(facts, measures, scores),
    actions: bestActions(facts, measures, scores),
    nextEvidence: nextEvidence(measures),
  };
}

/**
 * Rounds halves up; the epsilon covers halves that floating-point errors put just below.
 * docs/score/README.md#3-common-rules
 */
function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5 + 1e-9);
}

function statusOf(confidencePct: number): Status {
  if (confidencePct === 0) return 'initial';
  return confidencePct < 70 ? 'provisional' : 'assessed';
}

const BUCKET_SIZE = 20;

export function bandOf(score: number): Band {
  return BANDS[Math.max(1, Math.ceil(score / BUCKET_SIZE))]!;
}

/** On equal weights the first in the order of docs/score/README.md#4-components-and-total wins. */
function nextEvidence(measures: Measures): NextEvidence | null {
  let next: NextEvidence | null = null;
  let highestWeight = 0;
  for (const component of COMPONENT_KEYS) {
    const { missing } = measures[component];
    const weight = WEIGHTS[component];
    if (!missing || weight <= highestWeight) continue;
    highestWeight = weight;
    // Without a harvest the water component cannot be complete (docs/score/README.md#51-water).
    const isPartial = component === 'water' && measures.productivity.missing !== null;
    const confidenceGain = isPartial ? weight * WATER_COMPLETENESS_WITHOUT_HARVEST : weight;
    next = { component, code: missing, confidenceGain };
  }
  return next;
}
