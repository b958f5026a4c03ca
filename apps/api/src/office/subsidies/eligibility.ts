/** Checks a parcel against each rule of a programme and finds what would close each gap. Pure functions. */
import type {
  EligibilityReport,
  ParcelEligibility,
  RuleName,
  RuleResult,
  StoredRules,
} from '@ardhi/contract';
import type { ParcelFacts } from '../../farm/land/facts.ts';

export const NO_RULES: StoredRules = {
  regions: [],
  counties: [],
  minAcres: null,
  maxAcres: null,
  minScore: null,
  minConfidence: null,
  crops: [],
};

export function hasRules(rules: StoredRules): boolean {
  return Object.values(rules).some((rule) => (Array.isArray(rule) ? rule.length > 0 : rule !== null));
}

/** Results are in display order. */
export function evaluateRules(rules: StoredRules, parcel: ParcelFacts): RuleResult[] {
  const results: RuleResult[] = [];
  if (rules.regions.length || rules.counties.length) results.push(place(rules, parcel));
  if (rules.crops.length) results.push(crop(rules, parcel));
  if (rules.minAcres !== null)
    results.push(counting('min-acres', rules.minAcres, parcel.sizeAcres, rules.minAcres - parcel.sizeAcres));
  if (rules.maxAcres !== null)
    results.push(counting('max-acres', rules.maxAcres, parcel.sizeAcres, parcel.sizeAcres - rules.maxAcres));
  if (rules.minScore !== null) results.push(score(rules.minScore, parcel));
  if (rules.minConfidence !== null) results.push(confidence(rules.minConfidence, parcel));
  return results;
}

export function explain(rules: StoredRules, parcels: ParcelFacts[], asOf: string): EligibilityReport {
  const explained = parcels.map((parcel) => explainParcel(rules, parcel));
  const meeting = explained.filter(({ meets }) => meets);
  return {
    asOf,
    frozen: false,
    meets: hasRules(rules) ? meeting.length > 0 : null,
    meetingParcels: meeting.length,
    meetingAcres: exact(meeting.reduce((sum, { size }) => sum + size, 0)),
    parcels: explained,
  };
}

/** The report as a county sees it. Whether the rules are met still counts land elsewhere. */
export function reportWithin(county: string | null, report: EligibilityReport): EligibilityReport {
  if (county === null) return report;
  const parcels = report.parcels.filter((parcel) => parcel.county === county);
  const meeting = parcels.filter(({ meets }) => meets);
  return {
    ...report,
    meetingParcels: meeting.length,
    meetingAcres: exact(meeting.reduce((sum, { size }) => sum + size, 0)),
    parcels,
  };
}

function explainParcel(rules: StoredRules, parcel: ParcelFacts): ParcelEligibility {
  const results = evaluateRules(rules, parcel);
  return {
    _id: parcel.id,
    name: parcel.name,
    size: parcel.sizeAcres,
    county: parcel.county,
    region: parcel.region,
    status: parcel.status,
    sustainabilityScore: parcel.score,
    confidence: parcel.confidence,
    crops: parcel.crops,
    meets: results.every(({ met }) => met),
    rules: results,
  };
}

function place(rules: StoredRules, parcel: ParcelFacts): RuleResult {
  const inRegion = parcel.region !== null && rules.regions.includes(parcel.region);
  const inCounty = parcel.county !== null && rules.counties.includes(parcel.county);
  const found = [parcel.county, parcel.region].filter((name) => name !== null);
  return naming('place', inRegion || inCounty, [...rules.regions, ...rules.counties], found);
}

function crop(rules: StoredRules, parcel: ParcelFacts): RuleResult {
  const met = parcel.crops.some((grown) => rules.crops.includes(grown));
  return naming('crop', met, rules.crops, parcel.crops);
}

/** Without records the score is a placeholder: the rule is not met, and the missing points are unknown. */
function score(required: number, parcel: ParcelFacts): RuleResult {
  if (parcel.status === 'initial') return unknown('min-score', required, parcel);
  const result = counting('min-score', required, parcel.score, required - parcel.score);
  if (result.missing === null) return result;
  const missing = result.missing;
  const actions = parcel.actions.map((action) => ({ ...action, closes: action.gainPoints >= missing }));
  return { ...result, actions };
}

function confidence(required: number, parcel: ParcelFacts): RuleResult {
  const result = counting('min-confidence', required, parcel.confidence, required - parcel.confidence);
  if (result.missing === null || !parcel.nextEvidence) return result;
  const closes = parcel.nextEvidence.confidenceGain >= result.missing;
  return { ...result, evidence: { ...parcel.nextEvidence, closes } };
}

const NOTHING = {
  required: null,
  actual: null,
  missing: null,
  wanted: [],
  found: [],
  actions: [],
  evidence: null,
};

function counting(rule: RuleName, required: number, actual: number, difference: number): RuleResult {
  const missing = exact(difference);
  return { ...NOTHING, rule, met: missing <= 0, required, actual, missing: missing > 0 ? missing : null };
}

function naming(rule: RuleName, met: boolean, wanted: string[], found: string[]): RuleResult {
  return { ...NOTHING, rule, met, wanted, found };
}

function unknown(rule: RuleName, required: number, parcel: ParcelFacts): RuleResult {
  const next = parcel.nextEvidence;
  return { ...NOTHING, rule, met: false, required, evidence: next && { ...next, closes: false } };
}

/** Areas have four decimals; floating-point sums have more. */
function exact(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
